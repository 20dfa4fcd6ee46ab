import { EVENT_TEXTS } from '@hereabouts/contract/event-texts';
import { EVENT_INVITES_MAX } from '@hereabouts/contract/limits';
import { isGuest } from '#server/access/event-roles.ts';
import { nowIso } from '#server/clock.ts';
import type { Context } from '#server/context.ts';
import { REVOCATION, type Queryable } from '#server/db/database.ts';
import { together } from '#server/db/together.ts';
import type { DomainEvents } from '#server/domain-events.ts';
import type { Effects } from '#server/effects/effects.ts';
import { requireNotOver } from '#server/events/event-access.ts';
import { holdGuestList } from '#server/events/event-holds.ts';
import { notifyOfAnswer } from '#server/features/notifications/service.ts';
import { HttpError, notFound } from '#server/http/errors.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { mayBring, NO_ANSWER, seatFor, type PlacesRow, type Seat, type Wish } from '#server/events/places.ts';
import * as repo from './repo.ts';

/** Sets the viewer's answer, a creator's too (RSVP-01), and returns what it became. Not Going again changes nothing (LIVE-10).
 * @throws HttpError `not_found`, `forbidden` without an invite to a public event, `event_cancelled`, `event_ended` (RSVP-03),
 * `event_full` (HOST-04), `invalid` for bringing too many (HOST-03) */
export async function respondToInvite(
  ctx: Context,
  viewer: Viewer,
  eventId: number,
  wish: Wish,
): Promise<Seat> {
  const { userId } = viewer;
  return await ctx.change(
    async (tx, after) => {
      const [, guest] = await together(holdGuestList(tx, eventId), requireGuest(tx, viewer, eventId));
      requireNotOver(ctx, guest);
      const { brings, waiting_since: waitingSince } = guest;
      const before: Seat = { status: guest.my_status ?? 'pending', brings, waitingSince };
      if (wish.status === 'declined' && guest.my_status === 'declined') return before;
      const now = nowIso(ctx);
      const seat = requireSeat(wish, before, guest, now);
      after.recheckParticipants(eventId, [userId]);
      after.publishToEvent(eventId, 'rsvp_changed').publishListChanged(eventId, [userId]);
      const isNews = seat.status !== guest.my_status && seat.waitingSince === null;
      const answered = { eventId, creatorId: guest.created_by, guestId: userId };
      const leaves = before.status === 'tentative' && seat.status === 'pending';
      const isOut = seat.status === 'declined' || leaves;
      await together(
        repo.saveAnswer(tx, { eventId, userId, seat, now }),
        isNews ? notifyOfAnswer(ctx, tx, after, answered, now) : null,
        isOut ? ctx.emit(tx, after, 'participation_ended', { eventId, userIds: [userId] }) : null,
      );
      const isFreed = before.status === 'accepted' || before.waitingSince !== null;
      if (isFreed) await ctx.emit(tx, after, 'places_freed', { eventIds: [eventId], now });
      return seat;
    },
    wish.status === 'declined' ? REVOCATION : {},
  );
}

/** @throws HttpError `not_found`, `forbidden` without an invite to a public event */
export async function requireGuest(db: Queryable, viewer: Viewer, eventId: number): Promise<repo.GuestRow> {
  const guest = await repo.findGuest(db, eventId, viewer.userId);
  if (guest === undefined) throw notFound();
  if (!isGuest(viewer, guest)) throw new HttpError('forbidden', EVENT_TEXTS.mayNotRespond);
  return guest;
}

/** As `seatFor`. The caller holds the guest list. @throws HttpError `invalid`, `event_full` */
function requireSeat(wish: Wish, before: Seat, row: PlacesRow, now: string): Seat {
  if ((wish.brings ?? 0) > mayBring(row.bring_max, before))
    throw new HttpError('invalid', EVENT_TEXTS.bringsTooMany);
  const seat = seatFor(wish, before, row, now);
  if (seat === null) throw new HttpError('event_full', EVENT_TEXTS.full);
  return seat;
}

/** Without the creator. Not filtered by blocks. */
export const listGuests = (tx: Queryable, eventId: number): Promise<repo.ListedGuest[]> =>
  repo.listGuests(tx, eventId);

/** The guests whom a block hides from the viewer. */
export const listHidden = async (
  tx: Queryable,
  { userId }: Viewer,
  eventId: number,
): Promise<ReadonlySet<string>> => new Set(await repo.listHidden(tx, eventId, userId));

/** Call it in the transaction that creates the event. */
export const inviteCreator = (
  tx: Queryable,
  creator: { eventId: number; creatorId: string; now: string },
): Promise<void> =>
  repo.saveAnswer(tx, {
    eventId: creator.eventId,
    userId: creator.creatorId,
    seat: { ...NO_ANSWER, status: 'accepted' },
    now: creator.now,
  });

/** By the event's link or after a removal. Null when the list is full. The caller holds it. @throws HttpError as `requireSeat` */
export async function joinGuests(
  tx: Queryable,
  after: Effects,
  {
    eventId,
    userId,
    wish,
    now,
    invitedBy = null,
  }: { eventId: number; userId: string; wish: Wish; now: string; invitedBy?: string | null },
): Promise<Seat | null> {
  if ((await repo.countGuests(tx, eventId)) >= EVENT_INVITES_MAX) return null;
  const seat = requireSeat(wish, NO_ANSWER, await repo.findPlaces(tx, eventId), now);
  await repo.saveAnswer(tx, { eventId, userId, seat, now, invitedBy });
  after.recheckParticipants(eventId, [userId]);
  after.publishToEvent(eventId, 'event_changed').publishListChanged(eventId, [userId]);
  return seat;
}

/** Also ends parties and waits. Returns those who had answered or waited (EVF-25). The caller holds the event. */
export async function resetAnswers(
  ctx: Pick<Context, 'emit'>,
  tx: Queryable,
  after: Effects,
  { eventId, userIds, now }: { eventId: number; userIds: readonly string[]; now: string },
): Promise<string[]> {
  if (userIds.length === 0) return [];
  const reset = await repo.resetInvites(tx, eventId, userIds, now);
  if (reset.length > 0) await endParticipation(ctx, tx, after, { eventId, userIds: reset });
  return reset;
}

/** Emits that people participate no longer, and rechecks their access to the event's topics. */
export async function endParticipation(
  { emit }: Pick<Context, 'emit'>,
  tx: Queryable,
  after: Effects,
  payload: DomainEvents['participation_ended'],
): Promise<void> {
  await emit(tx, after, 'participation_ended', payload);
  after.recheckGuests(payload.eventId, payload.userIds).recheckLive(payload.eventId);
}

/** On `person_blocked`: deletes the invites of each of the two to events of the other. */
export async function endInvitesBetween(
  ctx: Pick<Context, 'clock'>,
  tx: Queryable,
  after: Effects,
  { userId, otherId }: DomainEvents['person_blocked'],
): Promise<void> {
  const ended = await repo.deleteInvitesBetween(tx, [userId, otherId], nowIso(ctx));
  for (const { event_id, user_id, is_over } of ended) {
    after.publishToEvent(event_id, 'event_changed').publishListChanged(event_id, [user_id]);
    // Friends at the event see that the guest is gone; the two themselves are rechecked by the block.
    if (!is_over) after.recheckAudience(event_id, [user_id]);
  }
}
