import type { Times } from '#server/access/event-times.ts';
import type { Queryable } from './db/database.ts';
import type { Effects } from './effects/effects.ts';

type Moment = Pick<Times, 'start_time' | 'end_time'>;

/** Emitted inside the causing transaction: features that own other tables change them and collect effects.
 * `subscribers.ts` lists the subscribers in order. */
export type DomainEvents = {
  /** They were un-invited, have to answer again, or declined. */
  participation_ended: { eventId: number; userIds: readonly string[] };
  event_moved: { eventId: number; from: Moment; to: Moment; nowMs: number };
  /** Emitted before an event is deleted, too. */
  event_cancelled: { eventId: number };
  /** Nobody can choose it any more. Emitted in one transaction per batch of events until no event shows the picture. */
  picture_removed: { path: string; now: string };
  /** `byId` unfriended `otherId`, or declined their request. */
  friendship_refused: { byId: string; otherId: string; wereFriends: boolean };
  /** The caller holds the events with invites between the two. */
  person_blocked: { userId: string; otherId: string };
  /** Places may be free: somebody left, the limit rose, or a waiting party got smaller. The caller holds the events. */
  places_freed: { eventIds: readonly number[]; now: string };
};

export type Subscriber<Name extends keyof DomainEvents> = (
  tx: Queryable,
  after: Effects,
  change: DomainEvents[Name],
) => Promise<void>;

export type Subscribers = { readonly [Name in keyof DomainEvents]: readonly Subscriber<Name>[] };

/** In the caller's transaction; an error rolls it back. */
export type Emit = <Name extends keyof DomainEvents>(
  tx: Queryable,
  after: Effects,
  name: Name,
  change: DomainEvents[Name],
) => Promise<void>;

export const createEmit =
  (subscribers: Subscribers): Emit =>
  async (tx, after, name, change) => {
    for (const subscriber of subscribers[name]) await subscriber(tx, after, change);
  };
