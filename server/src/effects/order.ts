import type { PublishOverride } from '#server/realtime/realtime.ts';

export type Message = {
  topic: string;
  event: string;
  payload: object;
  override?: PublishOverride;
};

export type Effect =
  | ({ kind: 'publish_before_recheck' } & Message)
  | { kind: 'end_user'; userId: string }
  /** `userIds` null: all members. */
  | { kind: 'recheck'; topic: string; userIds: ReadonlySet<string> | null }
  | { kind: 'recheck_people'; userIds: readonly string[]; kinds: readonly string[] | null }
  | { kind: 'stop_positions'; eventId: number; userIds: ReadonlySet<string> }
  | { kind: 'start_positions'; eventId: number; userIds: ReadonlySet<string> }
  | { kind: 'recheck_audience'; eventId: number; userIds: ReadonlySet<string> }
  | ({ kind: 'publish' } & Message)
  | { kind: 'publish_list_changed_throttled'; eventId: number; userIds: ReadonlySet<string> }
  | { kind: 'publish_chat_advanced'; eventId: number }
  | { kind: 'publish_unread_counts'; userIds: ReadonlySet<string> };

/** Access and positions are revoked before anything is published; only `live_ended` still reaches everybody. Effects with queries
 * come last, except the audience's recheck, which must precede the hint. */
const ORDER: Record<Effect['kind'], number> = {
  publish_before_recheck: 0,
  end_user: 1,
  recheck: 2,
  recheck_people: 2,
  stop_positions: 3,
  start_positions: 3,
  recheck_audience: 4,
  publish: 5,
  publish_list_changed_throttled: 5,
  publish_chat_advanced: 6,
  publish_unread_counts: 7,
};

export const inOrder = (effects: Iterable<Effect>): Effect[] =>
  [...effects].toSorted((one, other) => ORDER[one.kind] - ORDER[other.kind]);
