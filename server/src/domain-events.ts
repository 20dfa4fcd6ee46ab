import type { Times } from '#server/access/event-times.ts';
import type { Queryable } from './db/database.ts';
import { together } from '#server/db/together.ts';
import type { Effects } from './effects/effects.ts';

type Moment = Pick<Times, 'start_time' | 'end_time'>;

/** Emitted in the causing transaction to the features that own other tables; see `subscribers.ts`. */
export type DomainEvents = {
  /** Un-invited, declined, or to answer again. */
  participation_ended: { eventId: number; userIds: readonly string[] };
  event_moved: { eventId: number; from: Moment; to: Moment; nowMs: number };
  /** Also before a deletion. */
  event_cancelled: { eventId: number };
  /** Nobody can choose it any more. One transaction per batch, until no event shows it. */
  picture_removed: { path: string; now: string };
  /** `byId` unfriended `otherId`, or declined their request. */
  friendship_refused: { byId: string; otherId: string; wereFriends: boolean };
  /** The caller holds the events with invites between the two. */
  person_blocked: { userId: string; otherId: string };
  /** The quiet hours in which somebody is end at `toMs` instead of `fromMs`, earlier or later. */
  quiet_hours_moved: { userId: string; fromMs: number; toMs: number };
  /** Somebody left, the limit rose, or a waiting party got smaller. The caller holds the events. */
  places_freed: { eventIds: readonly number[]; now: string };
};

export type Subscriber<Name extends keyof DomainEvents> = (
  tx: Queryable,
  after: Effects,
  change: DomainEvents[Name],
) => Promise<void>;

export type Subscribers = { readonly [Name in keyof DomainEvents]: readonly Subscriber<Name>[] };

/** In the caller's transaction; an error rolls it back. The subscribers do not wait for each other's statements, only send them in
 * order. */
export type Emit = <Name extends keyof DomainEvents>(
  tx: Queryable,
  after: Effects,
  name: Name,
  change: DomainEvents[Name],
) => Promise<void>;

export const createEmit =
  (subscribers: Subscribers): Emit =>
  async (tx, after, name, change) => {
    await together(...subscribers[name].map((subscriber) => subscriber(tx, after, change)));
  };
