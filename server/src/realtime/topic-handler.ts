import type { JoinError, SendError } from '@hereabouts/contract/realtime';
import type { Viewer } from '#server/http/viewer.ts';

/** `reply` answers the join. `grant` describes the viewer's rights and replaces the previous one. */
export type TopicAccess = { ok: true; reply?: object; grant?: unknown } | { ok: false; reason: JoinError };

export type TopicMember = {
  readonly viewer: Viewer;
  /** The last grant of `mayJoin`; null during a check, when nothing may be sent. */
  readonly grant: unknown;
  /** To this socket only. Dropped unless joined and not being checked. */
  send(event: string, payload: object): void;
  /** As `send`, with a kind-2 frame: an ArrayBuffer in the client. */
  sendBinary(event: string, data: Uint8Array): void;
};

export type PushAnswer = { ok: true; reply?: object } | { ok: false; reason: SendError };

export type TopicHandler = {
  /** Runs a join that costs more than the check of access, in a queue of its own instead of among the checks; null for others.
   * @throws HttpError `rate_limited` */
  inJoinTurn?<T>(
    joining: { viewer: Viewer; from: string },
    joinPayload: unknown,
    join: () => Promise<T>,
  ): Promise<T> | null;
  mayJoin(viewer: Viewer, id: string, joinPayload: unknown): Promise<TopicAccess>;
  /** After each granted `mayJoin`, at the join and at rechecks, with the new `grant` set. */
  granted?(id: string, member: TopicMember): void;
  /** Once when a member that had access is gone, for any reason. */
  left?(id: string, member: TopicMember): void;
  /** A member's push; a topic without it accepts none. Not called during a check: the push gets `unavailable`. */
  receive?(id: string, member: TopicMember, event: string, payload: unknown): PushAnswer;
};
