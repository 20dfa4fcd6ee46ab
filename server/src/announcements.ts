import type { Times } from '#server/access/event-times.ts';
import type { Queryable } from './db/database.ts';
import type { Effects } from './effects/effects.ts';

type Moment = Pick<Times, 'start_time' | 'end_time'>;

/**
 * What a feature announces inside the transaction that causes it, so that others change their own tables and collect
 * their own effects with it. Who subscribes, and in which order, is in `subscribers.ts`.
 */
export type Announcements = {
  /** These people do not take part any more: they are invited no longer, have to answer again, or do not go. */
  participation_ended: { eventId: number; userIds: readonly string[] };
  event_moved: { eventId: number; from: Moment; to: Moment; nowMs: number };
  event_cancelled: { eventId: number };
  /** Everything between the two ends. The events of one to which the other is invited are held. */
  person_blocked: { userId: string; otherId: string };
};

export type Subscriber<Name extends keyof Announcements> = (
  tx: Queryable,
  after: Effects,
  news: Announcements[Name],
) => Promise<void>;

export type Subscribers = { readonly [Name in keyof Announcements]: readonly Subscriber<Name>[] };

/** Runs the subscribers one after the other in the caller's transaction; one that throws rolls it back. */
export type Announce = <Name extends keyof Announcements>(
  tx: Queryable,
  after: Effects,
  name: Name,
  news: Announcements[Name],
) => Promise<void>;

export const createAnnounce =
  (subscribers: Subscribers): Announce =>
  async (tx, after, name, news) => {
    for (const subscriber of subscribers[name]) await subscriber(tx, after, news);
  };
