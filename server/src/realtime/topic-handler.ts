import type { JoinError, SendError } from '@hereabouts/contract/realtime';
import type { Viewer } from '#server/http/viewer.ts';
import type { SessionControl } from './control.ts';

/** `reply` answers the join. `grant`: the viewer's rights. */
export type TopicAccess = { ok: true; reply?: object; grant?: unknown } | { ok: false; reason: JoinError };

export type TopicMember = {
  readonly viewer: Viewer;
  /** Of `mayJoin`; null during a check, when nothing may be sent. */
  readonly grant: unknown;
  /** To this socket. Dropped unless joined and not being checked. */
  send(event: string, payload: object): void;
  sendBinary(event: string, data: Uint8Array): void;
};

export type PushAnswer = { ok: true; reply?: object } | { ok: false; reason: SendError };

export type TopicHandler = {
  /** A queue of its own for a join that costs more than an access check; null for others. @throws HttpError `rate_limited` */
  inJoinTurn?<T>(
    joining: { viewer: Viewer; from: string },
    joinPayload: unknown,
    join: () => Promise<T>,
  ): Promise<T> | null;
  mayJoin(viewer: Viewer, id: string, joinPayload: unknown): Promise<TopicAccess>;
  /** After each granted `mayJoin`, with the new `grant` set. */
  granted?(id: string, member: TopicMember): void;
  /** Once when a member that had access is gone, for any reason. */
  left?(id: string, member: TopicMember): void;
  /** A topic without it accepts no pushes. During a check a push gets `unavailable`. */
  receive?(id: string, member: TopicMember, event: string, payload: unknown): PushAnswer;
  /** On every process, once nothing more is received from its sockets. */
  ended?(control: SessionControl): void;
};
