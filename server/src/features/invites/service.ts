import { EVENT_TEXTS } from '@hereabouts/contract/event-texts';
import { EVENT_INVITES_MAX } from '@hereabouts/contract/limits';
import type { Person } from '@hereabouts/contract/person';
import { isGuest } from '#server/access/event-roles.ts';
import { canHost } from '#server/access/events.ts';
import type { DomainEvents, Subscriber } from '#server/domain-events.ts';
import { nowIso } from '#server/clock.ts';
import type { Context } from '#server/context.ts';
import type { Queryable } from '#server/db/database.ts';
import type { Effects } from '#server/effects/effects.ts';
import { holdGuestList, requireNotOver, requireOwnEvent } from '#server/event-holds.ts';
import { holdPair, holdPairs } from '#server/features/blocks/service.ts';
import { notify, notifyOfAnswer, takeBack, type Notifier } from '#server/features/notifications/service.ts';
import { HttpError, notFound } from '#server/http/errors.ts';
import { cutPage, decodeCursor, nameKey, pageLimit, type Page } from '#server/http/page-cursor.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { BY_OPERATOR, recordRevocations } from '#server/instance/removals.ts';
import { mayBring, NO_ANSWER, seatFor, type PlacesRow, type Seat, type Wish } from '#server/places.ts';
import * as repo from './repo.ts';

/** What a restore must not give back is recorded with it. */
type Recording = Pick<Context, 'jobs' | 'clock'>;

/** The host's own friends without an invite, by name (INV-01, INV-04). @throws HttpError `not_found`,
 * `forbidden` for others than a host (INV-07, HOST-01), `event_cancelled`, `event_ended` */
export async function listInvitable(
  ctx: Context,
  viewer: Viewer,
  eventId: number,
  query: { search?: string | undefined; cursor?: string | undefined; limit?: number | undefined },
): Promise<{ event: repo.InvitableEventRow; page: Page<repo.InvitableRow> }> {
  const limit = pageLimit(query.limit);
  const event = await repo.findInvitable(ctx.db, {
    eventId,
    viewerId: viewer.userId,
    search: query.search ?? '',
    after: decodeCursor(nameKey, query.cursor),
    limit: limit + 1,
  });
  if (event === undefined) throw notFound();
  if (!canHost('invite', viewer, event)) throw new HttpError('forbidden', EVENT_TEXTS.mayNotInvite);
  requireNotOver(ctx, event);
  return { event, page: cutPage(event.friends, limit, (row) => [row.sort_name, row.id]) };
}

/** Invites friends, atomically; existing invites keep their answer. Returns the number of new ones. @throws
 * HttpError `not_found`, `forbidden` for others than a host (INV-07, HOST-01) or for an invitee who is not a
 * friend (EVF-16), `event_cancelled`, `event_ended`, `invalid` over the limit of guests, `unauthenticated` for a session just
 * ended */
export async function inviteFriends(
  ctx: Context,
  viewer: Viewer,
  eventId: number,
  userIds: readonly string[],
): Promise<number> {
  return await ctx.change(async (tx, after) => {
    await ctx.auth.holdSession(tx, viewer);
    await holdPairsWithCreator(tx, viewer, eventId, userIds);
    const event = await requireOwnEvent(tx, viewer, eventId, 'invite');
    requireNotOver(ctx, event);
    const invited = new Set(await repo.listInvitedIds(tx, eventId));
    // Whom the viewer does not see on the list is answered like anybody who is not on it.
    const shown = invited.difference(await listHidden(tx, viewer, invited));
    const fresh = new Set(userIds).difference(shown);
    invited.delete(event.created_by);
    if (invited.size + fresh.size > EVENT_INVITES_MAX) {
      throw new HttpError('invalid', EVENT_TEXTS.tooManyInvites);
    }
    const friends = await holdFriends(tx, viewer, fresh, event.created_by);
    await inviteHeldFriends(ctx, tx, after, { eventId, viewer, userIds: fresh, now: nowIso(ctx) }, friends);
    if (fresh.size > 0) after.publishToEvent(eventId, 'event_changed').listChanged(eventId, fresh);
    return fresh.size;
  });
}

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
  return await ctx.change(async (tx, after) => {
    await holdGuestList(tx, eventId);
    const guest = await repo.findGuest(tx, eventId, userId);
    if (guest === undefined) throw notFound();
    if (!isGuest(viewer, guest)) throw new HttpError('forbidden', EVENT_TEXTS.mayNotRespond);
    requireNotOver(ctx, guest);
    const { brings, waiting_since: waitingSince } = guest;
    const before: Seat = { status: guest.my_status ?? 'pending', brings, waitingSince };
    if (wish.status === 'declined' && guest.my_status === 'declined') return before;
    const now = nowIso(ctx);
    const seat = requireSeat(wish, before, guest, now);
    await repo.saveAnswer(tx, { eventId, userId, seat, now });
    if (seat.status !== guest.my_status && seat.waitingSince === null) {
      await notifyOfAnswer(ctx, tx, after, { eventId, creatorId: guest.created_by, guestId: userId }, now);
    }
    const leaves = before.status === 'tentative' && seat.status === 'pending';
    if (seat.status === 'declined' || leaves) {
      await ctx.emit(tx, after, 'participation_ended', { eventId, userIds: [userId] });
    }
    after.participantsChanged(eventId, [userId]);
    after.publishToEvent(eventId, 'rsvp_changed').listChanged(eventId, [userId]);
    const isFreed = before.status === 'accepted' || before.waitingSince !== null;
    if (isFreed) await ctx.emit(tx, after, 'places_freed', { eventIds: [eventId], now });
    return seat;
  });
}

/** The caller holds the guest list. @throws HttpError `invalid`, `event_full` */
function requireSeat(wish: Wish, before: Seat, row: PlacesRow, now: string): Seat {
  if ((wish.brings ?? 0) > mayBring(row.bring_max, before))
    throw new HttpError('invalid', EVENT_TEXTS.bringsTooMany);
  const seat = seatFor(wish, before, row, now);
  if (seat === null) throw new HttpError('event_full', EVENT_TEXTS.full);
  return seat;
}

export const listGuests = (tx: Queryable, eventId: number): Promise<repo.ListedGuest[]> =>
  repo.listGuests(tx, eventId);

/** Of these people, those whom the viewer does not see because of a block. */
export async function listHidden(
  tx: Queryable,
  { userId }: Viewer,
  others: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const shown = await repo.listUnblocked(tx, userId, [...others]);
  return others.difference(new Set([...shown, userId]));
}

export type Candidate = repo.Candidate;

export const findCandidate = (
  tx: Queryable,
  eventId: number,
  userId: string,
): Promise<Candidate | undefined> => repo.findCandidate(tx, eventId, userId);

/** False where nothing changed. The caller holds the event. */
export async function setCoHost(
  ctx: Recording,
  tx: Queryable,
  { by, ...change }: { by: string; eventId: number; userId: string; isCoHost: boolean },
): Promise<boolean> {
  if (!(await repo.setCoHost(tx, change))) return false;
  const kind = change.isCoHost ? 'appointed' : 'cohost';
  await recordRevocations(ctx, tx, kind, { by, of: [[change.eventId, change.userId]] });
  return true;
}

/** Everywhere, when somebody is suspended (HOST-02). */
export async function endCoHosting(ctx: Recording, tx: Queryable, userId: string): Promise<void> {
  const eventIds = await repo.endCoHosting(tx, userId);
  await recordRevocations(ctx, tx, 'cohost', { by: BY_OPERATOR, of: eventIds.map((id) => [id, userId]) });
}

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

/** Before a co-host invites, and before the event is held, in the order of a block: locks the pairs of its creator and the
 * people who are to be invited. */
export async function holdPairsWithCreator(
  tx: Queryable,
  viewer: Viewer,
  eventId: number,
  userIds: readonly string[],
): Promise<void> {
  const creatorId = await repo.findCreator(tx, eventId, viewer.userId);
  if (creatorId === undefined || creatorId === viewer.userId) return;
  const invited = new Set(await repo.listInvitedIds(tx, eventId));
  const fresh = new Set(userIds).difference(invited);
  await holdPairs(tx, creatorId, [...fresh]);
}

/** Locks the friendships with `userIds` until the transaction ends; returns the friends whom the event's creator and they
 * have not blocked (EVF-16). */
export async function holdFriends(
  tx: Queryable,
  viewer: Viewer,
  userIds: ReadonlySet<string>,
  creatorId: string,
): Promise<ReadonlySet<string>> {
  if (userIds.size === 0) return new Set();
  const held = await repo.holdFriendships(tx, viewer.userId, [...userIds]);
  return new Set(creatorId === viewer.userId ? held : await repo.listUnblocked(tx, creatorId, held));
}

type Invitation = { eventId: number; viewer: Viewer; userIds: ReadonlySet<string>; now: string };

/** Invites and notifies people without an invite. `friends`: the result of `holdFriends`. @throws HttpError
 * `forbidden` alike for a person who is not a friend and an unknown id */
export async function inviteHeldFriends(
  ctx: Notifier,
  tx: Queryable,
  after: Effects,
  { eventId, viewer, userIds, now }: Invitation,
  friends: ReadonlySet<string>,
): Promise<void> {
  if (!userIds.isSubsetOf(friends)) throw new HttpError('forbidden', EVENT_TEXTS.onlyFriends);
  if (userIds.size === 0) return;
  await repo.insertInvites(tx, { eventId, userIds: [...userIds], now });
  await repo.forgetRemovals(tx, eventId, [...userIds]);
  await notify(ctx, tx, after, { kind: 'invited', userIds, eventId, actorId: viewer.userId }, now);
}

/** Adds somebody who is not on the list, by the event's link. Null when the list is full. The caller holds the guest list.
 * @throws HttpError as `requireSeat` */
export async function joinGuests(
  tx: Queryable,
  after: Effects,
  { eventId, userId, wish, now }: { eventId: number; userId: string; wish: Wish; now: string },
): Promise<Seat | null> {
  if ((await repo.countGuests(tx, eventId)) >= EVENT_INVITES_MAX) return null;
  const seat = requireSeat(wish, NO_ANSWER, await repo.findPlaces(tx, eventId), now);
  await repo.saveAnswer(tx, { eventId, userId, seat, now });
  after.participantsChanged(eventId, [userId]);
  after.publishToEvent(eventId, 'event_changed').listChanged(eventId, [userId]);
  return seat;
}

/** Newest first. */
export const listRemovals = (
  db: Queryable,
  eventId: number,
  { userId }: Viewer,
): Promise<{ user: Person; removed_at: string }[]> => repo.listRemovals(db, eventId, userId);

/** Puts somebody who was removed back on the list, pending, and tells them of it as of an invitation. False when it is full.
 * The caller holds the pair with the creator, then the event. @throws HttpError `not_found` */
export async function returnGuest(
  ctx: Notifier,
  tx: Queryable,
  after: Effects,
  { eventId, viewer, userId, now }: { eventId: number; viewer: Viewer; userId: string; now: string },
): Promise<boolean> {
  if ((await repo.listInvitedIds(tx, eventId)).includes(userId)) return true;
  if (!(await repo.isRemoved(tx, eventId, userId))) throw notFound();
  if ((await joinGuests(tx, after, { eventId, userId, wish: NO_ANSWER, now })) === null) return false;
  await repo.forgetRemovals(tx, eventId, [userId]);
  await notify(ctx, tx, after, { kind: 'invited', userIds: [userId], eventId, actorId: viewer.userId }, now);
  return true;
}

/** The pair of an event's creator and somebody, before the event, in the order of a block. */
export async function holdPairWithCreator(
  tx: Queryable,
  viewer: Viewer,
  eventId: number,
  userId: string,
): Promise<void> {
  const creatorId = await repo.findCreator(tx, eventId, viewer.userId);
  if (creatorId !== undefined) await holdPair(tx, creatorId, userId);
}

/** Removes guests, who cannot come back by the link until a host invites them. The caller holds the event, and then announces
 * the places that they have freed. */
export async function removeGuests(
  ctx: Recording & Pick<Context, 'emit'>,
  tx: Queryable,
  after: Effects,
  { eventId, by, userIds, now }: { eventId: number; by: string; userIds: readonly string[]; now: string },
): Promise<void> {
  if (userIds.length === 0) return;
  await repo.insertRemovals(tx, { eventId, userIds, now });
  const removed = await repo.deleteInvites(tx, eventId, userIds);
  await recordRevocations(ctx, tx, 'guest', { by, of: removed.map((userId) => [eventId, userId]) });
  for (const kind of ['invited', 'made_co_host', 'place_available'] as const)
    await takeBack(tx, after, { kind, userIds, eventId, actorId: null });
  if (removed.length > 0) await endParticipation(ctx, tx, after, { eventId, userIds: removed });
}

/** Takes all guests without an account off the list (GUEST-03). Returns how many. @throws HttpError `not_found`,
 * `forbidden` for others than a host */
export async function removeAnonymousGuests(ctx: Context, viewer: Viewer, eventId: number): Promise<number> {
  return await ctx.change(async (tx, after) => {
    await requireOwnEvent(tx, viewer, eventId, 'link');
    const userIds = await repo.listAnonymousGuests(tx, eventId);
    if (userIds.length === 0) return 0;
    const now = nowIso(ctx);
    await removeGuests(ctx, tx, after, { eventId, by: viewer.userId, userIds, now });
    after.publishToEvent(eventId, 'event_changed').listChanged(eventId, userIds);
    await ctx.emit(tx, after, 'places_freed', { eventIds: [eventId], now });
    return userIds.length;
  });
}

/** Resets answers, with who is brought along, and waits; returns those who had one (EVF-25). The caller holds the event. */
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

async function endParticipation(
  { emit }: Pick<Context, 'emit'>,
  tx: Queryable,
  after: Effects,
  news: DomainEvents['participation_ended'],
): Promise<void> {
  await emit(tx, after, 'participation_ended', news);
  after.recheckGuests(news.eventId, news.userIds).recheckLive(news.eventId);
}

export const endInvitesBetween: Subscriber<'person_blocked'> = async (tx, after, { userId, otherId }) => {
  for (const { event_id, user_id } of await repo.deleteInvitesBetween(tx, userId, otherId)) {
    after.publishToEvent(event_id, 'event_changed').listChanged(event_id, [user_id]);
  }
};
