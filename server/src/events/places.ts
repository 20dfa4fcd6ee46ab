import type { InviteStatus, RsvpAnswer } from '@hereabouts/contract/invite-status';
import { freePlaces, type Room } from '@hereabouts/contract/waiting-list';
import { notBlockedSql } from '#server/access/blocked.ts';
import { notSuspendedSql } from '#server/access/suspended.ts';
import { isoOf } from '#server/clock.ts';
import { GOING_COUNT_SQL } from './guest-counts.ts';

/** Who gets a place of an event, and who waits for one: the only place that decides it (HOST-03, HOST-04, HOST-08). */

/** `last_wait`: when the wait of who is last in the queue began; `least_wait`: how many the smallest party in it is. */
export type PlacesRow = Room & { bring_max: number; last_wait: string | null; least_wait: number | null };

/** Of the event `e`. Nothing is counted where there is no limit. */
export const PLACES_COLUMNS = `e.places, e.bring_max, case when e.places is null then 0 else ${GOING_COUNT_SQL} end as going,
    (select max(w.waiting_since) from event_invites w where w.event_id = e.id and w.waiting_since is not null) as last_wait,
    (select min(1 + w.brings) from event_invites w
      where w.event_id = e.id and w.waiting_since is not null and ${notSuspendedSql('w.user_id')}) as least_wait`;

/** What somebody has on the guest list. Waiting is a pending answer with the time the wait began. */
export type Seat = { status: InviteStatus; brings: number; waitingSince: string | null };
export const NO_ANSWER: Seat = { status: 'pending', brings: 0, waitingSince: null };

/** `brings` without a number: as many as before. `wait`: for a place, where there is none. */
export type Wish = {
  status: RsvpAnswer | 'pending';
  brings?: number | undefined;
  wait?: boolean | undefined;
};

/** How many somebody may bring: what was granted is not taken back by a lower limit (HOST-03). */
export const mayBring = (bringMax: number, { brings }: Seat): number => Math.max(bringMax, brings);

/** What a wish becomes; null where the party does not fit. Who is going already keeps the place, and no wait for a larger
 * party gives it up; who waits keeps the place in the queue, unless they bring more. */
export function seatFor(wish: Wish, before: Seat, room: PlacesRow, now: string): Seat | null {
  if (wish.status !== 'accepted') return { ...NO_ANSWER, status: wish.status };
  const brings = wish.brings ?? before.brings;
  const isGoing = before.status === 'accepted';
  const more = isGoing ? brings - before.brings : 1 + brings;
  if (more <= 0 || more <= unclaimedPlaces(room)) return { status: 'accepted', brings, waitingSince: null };
  if (isGoing || !wish.wait) return null;
  const keepsPlace = before.waitingSince !== null && brings <= before.brings;
  return { status: 'pending', brings, waitingSince: keepsPlace ? before.waitingSince : afterLast(room, now) };
}

/** Places that somebody waits for are theirs, also before they have moved up (`fillPlaces` may do that a little later). */
function unclaimedPlaces(room: PlacesRow): number {
  const free = freePlaces(room);
  return room.least_wait !== null && room.least_wait <= free ? 0 : free;
}

/** A clock that is behind, or two answers in a millisecond, put nobody before who was here first. */
const afterLast = ({ last_wait }: PlacesRow, now: string): string =>
  last_wait !== null && last_wait >= now ? isoOf(Date.parse(last_wait) + 1) : now;

type Waiting = { user_id: string; brings: number };

/** Who becomes Going: who has waited longest among those whose whole party fits, as long as there is one. */
export function whoMovesUp(room: Room, queue: readonly Waiting[]): string[] {
  let free = freePlaces(room);
  const moved: string[] = [];
  for (const { user_id, brings } of queue) {
    if (1 + brings > free) continue;
    free -= 1 + brings;
    moved.push(user_id);
  }
  return moved;
}

/** Who can move up on the waiting list of the event `e`, in the order of the wait: not the suspended, whose answers stay as
 * they are (OPS-13). */
export const QUEUE_SQL = `(select coalesce(json_agg(json_build_object('user_id', w.user_id, 'brings', w.brings)
      order by w.waiting_since, w.user_id), '[]'::json)
    from event_invites w
    where w.event_id = e.id and w.waiting_since is not null and ${notSuspendedSql('w.user_id')})`;

/** 1 for who is next; null for who does not wait. It counts neither the suspended, who do not move up, nor people hidden from the
 * person, whose answer a changed place would reveal. Expects the person's invite as `mine`. */
export const PLACE_IN_QUEUE_SQL = `case when mine.waiting_since is not null then (
    select count(*)::int from event_invites w
    where w.event_id = e.id and (w.waiting_since, w.user_id) <= (mine.waiting_since, mine.user_id)
      and ${notSuspendedSql('w.user_id')} and ${notBlockedSql('mine.user_id', 'w.user_id')}) end`;
