import type { JoinError, PushError } from '@hereabouts/contract/realtime';
import type { Viewer } from '#server/http/viewer.ts';

/**
 * `reply` answers the join. `grant` is what the topic has found out about the viewer's rights; it replaces the one of
 * the question before.
 */
export type TopicAccess = { ok: true; reply?: object; grant?: unknown } | { ok: false; reason: JoinError };

/** One socket in a topic, as the topic's feature sees it. */
export type TopicMember = {
  readonly viewer: Viewer;
  /** What `mayJoin` granted last; null while it is being asked: nothing may be said to the member then. */
  readonly grant: unknown;
  /** To this socket alone. Dropped unless the member is joined and not being asked for. */
  send(event: string, payload: object): void;
  /** The same as a kind-2 frame: the client gets an ArrayBuffer. */
  sendBinary(event: string, data: Uint8Array): void;
};

export type PushAnswer = { ok: true; reply?: object } | { ok: false; reason: PushError };

/** What a feature says of its topics, all of one kind. */
export type TopicHandler = {
  mayJoin(viewer: Viewer, id: string, joinPayload: unknown): Promise<TopicAccess>;
  /** Called after every yes of `mayJoin`: at the join and after each recheck, with the new `grant` in place. */
  granted?(id: string, member: TopicMember): void;
  /** Called once when a member that was granted access is gone, for whatever reason. */
  left?(id: string, member: TopicMember): void;
  /**
   * What a member pushes. A topic without it takes nothing. Called only while access is certain; a push that arrives
   * while it is being asked for is answered with `unavailable`.
   */
  receive?(id: string, member: TopicMember, event: string, payload: unknown): PushAnswer;
};
