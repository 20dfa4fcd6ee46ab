import type { InviteStatus, RsvpAnswer } from '@hereabouts/contract/invite-status';
import { freePlaces, type Capacity } from '@hereabouts/contract/waiting-list';
import { notBlockedSql } from '#server/access/blocked.ts';
import { notSuspendedSql } from '#server/access/suspended.ts';
import { isoOf } from '#server/clock.ts';
import { GOING_COUNT_SQL } from './guest-counts.ts';

/** The only place that decides who gets a place and who waits (HOST-03, HOST-04, HOST-08). */

/** `last_wait`: start of the latest wait; `least_wait`: size of the smallest waiting party. */
export type PlacesRow = Capacity & { bring_max: number; last_wait: string | null; least_wait: number | null };

/** Of the event `e`. Not counted without a limit. */
export const PLACES_COLUMNS = `e.places, e.bring_max, case when e.places is null then 0 else ${GOING_COUNT_SQL} end as going,
    (select max(w.waiting_since) from event_invites w where w.event_id = e.id and w.waiting_since is not null) as last_wait,
    (select min(1 + w.brings) from event_invites w
      where w.event_id = e.id and w.waiting_since is not null and ${notSuspendedSql('w.user_id')}) as least_wait`;

export type Seat = { status: InviteStatus; brings: number; waitingSince: string | null };
export const NO_ANSWER: Seat = { status: 'pending', brings: 0, waitingSince: null };

/** `brings`: default as before. `wait`: join the waiting list if the party does not fit. */
export type Wish = {
  status: RsvpAnswer | 'pending';
  brings?: number | undefined;
  wait?: boolean | undefined;
};

/** A lower limit takes back nothing that was granted (HOST-03). */
export const mayBring = (bringMax: number, { brings }: Seat): number => Math.max(bringMax, brings);

/** Null if the party does not fit. A guest who is going keeps the place and never waits for a larger party; a waiting guest keeps
 * the place in the queue unless they bring more. */
export function seatFor(wish: Wish, before: Seat, capacity: PlacesRow, now: string): Seat | null {
  if (wish.status !== 'accepted') return { ...NO_ANSWER, status: wish.status };
  const brings = wish.brings ?? before.brings;
  const isGoing = before.status === 'accepted';
  const more = isGoing ? brings - before.brings : 1 + brings;
  if (more <= 0 || more <= unclaimedPlaces(capacity))
    return { status: 'accepted', brings, waitingSince: null };
  if (isGoing || !wish.wait) return null;
  const keepsPlace = before.waitingSince !== null && brings <= before.brings;
  return {
    status: 'pending',
    brings,
    waitingSince: keepsPlace ? before.waitingSince : afterLast(capacity, now),
  };
}

/** Free places that somebody waits for are theirs: `fillPlaces` may move them up a little later. */
function unclaimedPlaces(capacity: PlacesRow): number {
  const free = freePlaces(capacity);
  return capacity.least_wait !== null && capacity.least_wait <= free ? 0 : free;
}

/** Even if this process's clock is behind, nobody is put before those who wait already. */
const afterLast = ({ last_wait }: PlacesRow, now: string): string =>
  last_wait !== null && last_wait >= now ? isoOf(Date.parse(last_wait) + 1) : now;

type Waiting = { user_id: string; brings: number };

/** In the order of the queue, everybody whose whole party still fits. */
export function whoMovesUp(capacity: Capacity, queue: readonly Waiting[]): string[] {
  let free = freePlaces(capacity);
  const moved: string[] = [];
  for (const { user_id, brings } of queue) {
    if (1 + brings > free) continue;
    free -= 1 + brings;
    moved.push(user_id);
  }
  return moved;
}

/** In the order of the wait, without the suspended, whose answers stay as they are (OPS-13). */
export const QUEUE_SQL = `(select coalesce(json_agg(json_build_object('user_id', w.user_id, 'brings', w.brings)
      order by w.waiting_since, w.user_id), '[]'::json)
    from event_invites w
    where w.event_id = e.id and w.waiting_since is not null and ${notSuspendedSql('w.user_id')})`;

/** 1 for who is next, null for who does not wait. Counts neither the suspended nor people hidden from the person, whose answers
 * it would reveal. Expects the person's invite as `mine`. */
export const PLACE_IN_QUEUE_SQL = `case when mine.waiting_since is not null then (
    select count(*)::int from event_invites w
    where w.event_id = e.id and (w.waiting_since, w.user_id) <= (mine.waiting_since, mine.user_id)
      and ${notSuspendedSql('w.user_id')} and ${notBlockedSql('mine.user_id', 'w.user_id')}) end`;
