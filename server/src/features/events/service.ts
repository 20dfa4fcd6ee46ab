import * as z from 'zod/mini';
import { EVENT_MESSAGES, firstEventProblem } from '@hereabouts/contract/event-problems';
import type { CompleteEventInput, EventInput, EventUpdate, NewEvent } from '@hereabouts/contract/events';
import { chatTopic, eventTopic, liveTopic } from '@hereabouts/contract/realtime';
import type { ChatMessages, EventMessages, LiveMessages } from '@hereabouts/contract/realtime-messages';
import { isoTimeInput } from '@hereabouts/contract/route';
import { nowIso, type Context } from '#server/context.ts';
import type { Queryable } from '#server/db/database.ts';
import { notify, takeBack, tellNotified } from '#server/features/notifications/service.ts';
import { requireOwnImage, tellUser } from '#server/features/users/service.ts';
import { HttpError, notFound } from '#server/http/errors.ts';
import { cutPage, decodeCursor, pageLimit, type Page } from '#server/http/page-cursor.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { hasEnded, isNewsToGuests, isWithinTimes, sameMinute } from './policy.ts';
import * as repo from './repo.ts';

/** What runs is judged at the moment the first page was read; then section, time and id of the last event. */
const homeKey = z.tuple([isoTimeInput, z.literal([0, 1]), isoTimeInput, z.int()]);

/** Tells everyone who has the event open. Call it after the commit. */
export function tellEvent<E extends keyof EventMessages>(
  { realtime }: Pick<Context, 'realtime'>,
  eventId: number,
  event: E,
  payload: EventMessages[E],
): void {
  realtime.publish(eventTopic(eventId), event, payload);
}

/**
 * What these people, or all, may do at the event has changed: whoever has lost the right to one of its topics is dropped
 * from it. Call it after the commit and before anything is told.
 */
export function recheckGuests(
  { realtime }: Pick<Context, 'realtime'>,
  eventId: number,
  userIds?: readonly string[],
): void {
  if (userIds?.length === 0) return;
  for (const topic of [eventTopic(eventId), chatTopic(eventId), liveTopic(eventId)]) {
    realtime.recheck(topic, userIds);
  }
}

/**
 * For a transaction about one event: waits for a change of it that is under way, and keeps further ones out until the
 * transaction ends. A statement of its own: what is read after the wait must not be older than it.
 */
export const holdEvent = (tx: Queryable, eventId: number): Promise<void> => repo.holdEvent(tx, eventId);

/**
 * Takes back the consent of these people, or of all, to share where they are: they want it so, take part no longer, or
 * the event runs no longer (then in the transaction that causes it). Returns who had given it; call `tellUnshared` with
 * them after the commit.
 */
export const endSharing = (
  db: Queryable,
  eventId: number,
  userIds: readonly string[] | null,
): Promise<string[]> => repo.deleteSharing(db, eventId, userIds);

/** Takes the positions of people whose consent has gone away everywhere. Recheck before, so that no new one gets in. */
export function tellUnshared(ctx: Context, eventId: number, userIds: readonly string[]): void {
  ctx.live.stopped(eventId, userIds);
  for (const userId of userIds) tellUser(ctx, userId, 'sharing_changed', { event_id: eventId });
}

/** Tells people, on every device, that this event in their own lists is new, changed or gone. Call it after the commit. */
export function tellListsOf(ctx: Context, userIds: Iterable<string>, eventId: number): void {
  for (const userId of new Set(userIds)) tellUser(ctx, userId, 'event_list_changed', { event_id: eventId });
}

/**
 * A page of the viewer's own events: created or invited to, each once, none that has ended (HOME-08 to HOME-11).
 * @throws HttpError `invalid` for a cursor that is none
 */
export async function listHome(
  ctx: Context,
  viewer: Viewer,
  query: { cursor?: string | undefined; limit?: number | undefined },
): Promise<Page<repo.HomeRow>> {
  const now = nowIso(ctx);
  const [asOf, ...after] = decodeCursor(homeKey, query.cursor) ?? [now];
  const limit = pageLimit(query.limit);
  const rows = await repo.listHome(ctx.db, {
    userId: viewer.userId,
    now,
    asOf,
    after: after.length === 0 ? null : after,
    limit: limit + 1,
  });
  return cutPage(rows, limit, (row) => [asOf, row.section, row.sort_time, row.id]);
}

/** @throws HttpError `not_found`, also for a private event of which the viewer is no guest */
export async function getEvent(ctx: Context, viewer: Viewer, eventId: number): Promise<repo.EventDetailRow> {
  const event = await repo.findEventDetail(ctx.db, eventId, viewer.userId);
  if (event === undefined) throw notFound();
  return event;
}

/** Whether the event exists for the viewer. */
export const maySeeEvent = (ctx: Context, viewer: Viewer, eventId: number): Promise<boolean> =>
  repo.isVisible(ctx.db, eventId, viewer.userId);

/**
 * Creates an event with its creator as a guest who comes and the chosen friends as guests asked, all or nothing
 * (EVF-14).
 * @throws HttpError `invalid` with the first problem of the form (EVF-11) or another's picture, `forbidden` when
 * somebody invited is not a friend (EVF-16)
 */
export async function createEvent(ctx: Context, viewer: Viewer, input: NewEvent): Promise<number> {
  const { key = null, ...event } = input;
  const values = completeInput(event);
  const guests = new Set(values.invitee_ids);
  const now = nowIso(ctx);
  const eventId = await ctx.db.transaction(async (tx) => {
    if (values.image !== null) await requireOwnImage(tx, viewer, values.image);
    // Before anything that names the creator: a deletion of their account takes friendships first, and the person last.
    await holdFriendships(tx, viewer, guests);
    const id = await repo.insertEvent(tx, values, { creatorId: viewer.userId, key, now });
    if (id === null) return null;
    await repo.insertCreatorInvite(tx, id, viewer.userId, now);
    await inviteHeldFriends(tx, { eventId: id, viewer, userIds: guests, now });
    return id;
  });
  if (eventId === null) return changeCreated(ctx, viewer, key, event);
  tellListsOf(ctx, [viewer.userId, ...guests], eventId);
  await tellNotified(ctx, guests);
  return eventId;
}

/** The form may have been changed between the save whose answer was lost and the one that was sent again. */
async function changeCreated(
  ctx: Context,
  viewer: Viewer,
  key: string | null,
  input: EventInput,
): Promise<number> {
  const eventId =
    key === null ? null : await repo.findCreatedEvent(ctx.db, { creatorId: viewer.userId, key });
  if (eventId === null) throw notFound();
  await updateEvent(ctx, viewer, eventId, { ...input, keep_answers: true });
  return eventId;
}

/**
 * Changes an event and who is invited. Answers of those who stay are reset unless they are to be kept (EVF-15); once
 * the event has ended they stay in any case, as nobody could answer again.
 * @throws HttpError `not_found`, `forbidden` for others than the creator (EVF-13) and for guests who are not friends
 * (EVF-16), `invalid` (EVF-11), `event_ended` for new times or guests after the end (EVF-18, INV-07), `event_cancelled`
 */
export async function updateEvent(
  ctx: Context,
  viewer: Viewer,
  eventId: number,
  input: EventUpdate,
): Promise<void> {
  const change = await ctx.db.transaction(async (tx) => {
    const event = await requireOwnEvent(tx, viewer, eventId, EVENT_MESSAGES.mayNotEdit);
    const values = completeInput(input);
    if (event.cancelled_at !== null) throw cancelled();
    const now = nowIso(ctx);
    const guests = await repo.listGuests(tx, eventId);
    const invited = new Set(guests.map((guest) => guest.user_id));
    const wanted = new Set(values.invitee_ids);
    const added = wanted.difference(invited);
    const removed = [...invited.difference(wanted)];
    const kept = [...invited.intersection(wanted)];
    const isEnded = hasEnded(event, ctx.clock.now());
    if (isEnded && added.size > 0) throw ended();
    if (values.image !== null && values.image !== event.image)
      await requireOwnImage(tx, viewer, values.image);
    await repo.updateEvent(tx, eventId, isEnded ? { ...values, ...endedTimes(values, event) } : values, now);
    if (removed.length > 0) await repo.deleteInvites(tx, eventId, removed);
    const reset =
      kept.length > 0 && !input.keep_answers && !isEnded
        ? await repo.resetInvites(tx, eventId, kept, now)
        : [];
    await addFriends(tx, { eventId, viewer, userIds: added, now });
    const runs = isWithinTimes(values, ctx.clock.now());
    const unshared = await endSharing(tx, eventId, runs ? [...removed, ...reset] : null);
    const stopsRunning = isWithinTimes(event, ctx.clock.now()) && !runs;

    const about = { eventId, actorId: viewer.userId };
    await takeBack(tx, { ...about, kind: 'invited', userIds: removed });
    const declined = guests.filter(({ status }) => status === 'declined').map(({ user_id }) => user_id);
    // Whoever has to answer again is told in any case.
    const concerned = new Set(isNewsToGuests(event, values) ? kept : []).difference(new Set(declined));
    const told = isEnded ? [] : [...concerned, ...reset];
    await notify(tx, { ...about, kind: 'event_changed', userIds: told }, now);
    const becamePrivate = values.is_private && !event.is_private;
    const isMoved = values.start_time !== event.start_time || values.end_time !== event.end_time;
    return { invited, added, removed, reset, told, becamePrivate, unshared, isMoved, stopsRunning };
  });
  if (change.stopsRunning) tellLiveEnded(ctx, eventId);
  const lost = [...change.removed, ...change.reset];
  if (change.becamePrivate) recheckGuests(ctx, eventId);
  else recheckGuests(ctx, eventId, lost);
  // Times count for everybody there; whoever has gone is seen by their friends no more.
  if (change.isMoved || lost.length > 0) ctx.realtime.recheck(liveTopic(eventId));
  tellUnshared(ctx, eventId, change.unshared);
  tellEvent(ctx, eventId, 'event_changed', { event_id: eventId });
  tellListsOf(ctx, [viewer.userId, ...change.invited, ...change.added], eventId);
  await tellNotified(ctx, [...change.told, ...change.added, ...change.removed]);
}

/**
 * Cancels an event for good (SAFE-04): answers, invitations and changes are refused from now on, sharing and the meeting
 * point end with it; guests who have not declined are told. Again changes nothing and tells nobody, so that a lost answer
 * can be asked for twice.
 * @throws HttpError `not_found`, `forbidden` for others than the creator, `event_ended`
 */
export async function cancelEvent(ctx: Context, viewer: Viewer, eventId: number): Promise<void> {
  const change = await ctx.db.transaction(async (tx) => {
    const event = await requireOwnEvent(tx, viewer, eventId, EVENT_MESSAGES.mayNotCancel);
    if (event.cancelled_at !== null) return null;
    if (hasEnded(event, ctx.clock.now())) throw ended();
    const now = nowIso(ctx);
    const sharers = await repo.cancelEvent(tx, eventId, now);
    const guests = await repo.listGuests(tx, eventId);
    const told = guests.filter(({ status }) => status !== 'declined').map(({ user_id }) => user_id);
    await notify(tx, { kind: 'event_cancelled', userIds: told, eventId, actorId: viewer.userId }, now);
    return { sharers, told, guests: guests.map(({ user_id }) => user_id) };
  });
  if (change === null) return;
  tellLiveEnded(ctx, eventId);
  ctx.realtime.recheck(liveTopic(eventId));
  tellUnshared(ctx, eventId, change.sharers);
  tellEvent(ctx, eventId, 'event_changed', { event_id: eventId });
  const nothing: ChatMessages['chat_changed'] = {};
  ctx.realtime.publish(chatTopic(eventId), 'chat_changed', nothing);
  tellListsOf(ctx, [viewer.userId, ...change.guests], eventId);
  await tellNotified(ctx, change.told);
}

/** Says no more than that the event runs no longer: everybody who takes part may hear it. */
function tellLiveEnded(ctx: Context, eventId: number): void {
  const nothing: LiveMessages['live_ended'] = {};
  ctx.realtime.publish(liveTopic(eventId), 'live_ended', nothing);
}

const ended = () => new HttpError('event_ended', EVENT_MESSAGES.ended);
const cancelled = () => new HttpError('event_cancelled', EVENT_MESSAGES.cancelled);

/** Answers, invitations and live sharing end with the event. @throws HttpError `event_cancelled`, `event_ended` */
export function requireNotOver(
  ctx: Pick<Context, 'clock'>,
  event: Pick<repo.EventRow, 'end_time' | 'cancelled_at'>,
): void {
  if (event.cancelled_at !== null) throw cancelled();
  if (hasEnded(event, ctx.clock.now())) throw ended();
}

/**
 * The event, held for its creator until the transaction ends.
 * @throws HttpError `forbidden` with `refusal` for whoever else can see it, `not_found` for everyone else
 */
export async function requireOwnEvent(
  tx: Queryable,
  viewer: Viewer,
  eventId: number,
  refusal: string,
): Promise<repo.OwnEventRow> {
  const event = await repo.lockOwnEvent(tx, eventId, viewer.userId);
  if (event !== undefined) return event;
  if (await repo.isVisible(tx, eventId, viewer.userId)) throw new HttpError('forbidden', refusal);
  throw notFound();
}

type Invitation = { eventId: number; viewer: Viewer; userIds: ReadonlySet<string>; now: string };

/**
 * Invites people who have no invite yet, and notifies them; call `tellNotified` after the commit.
 * @throws HttpError `forbidden` when one of them is no accepted friend, or no one at all: both look alike
 */
export async function addFriends(tx: Queryable, invitation: Invitation): Promise<void> {
  await holdFriendships(tx, invitation.viewer, invitation.userIds);
  await inviteHeldFriends(tx, invitation);
}

/** Keeps those who are friends friends until the end of the transaction. */
async function holdFriendships(tx: Queryable, viewer: Viewer, userIds: ReadonlySet<string>): Promise<void> {
  if (userIds.size > 0) await repo.holdFriendships(tx, viewer.userId, [...userIds]);
}

async function inviteHeldFriends(
  tx: Queryable,
  { eventId, viewer, userIds, now }: Invitation,
): Promise<void> {
  if (userIds.size === 0) return;
  const invited = await repo.insertFriendInvites(tx, {
    eventId,
    creatorId: viewer.userId,
    userIds: [...userIds],
    now,
  });
  if (invited < userIds.size) throw new HttpError('forbidden', EVENT_MESSAGES.onlyFriends);
  await notify(tx, { kind: 'invited', userIds, eventId, actorId: viewer.userId }, now);
}

function completeInput<I extends EventInput>(input: I): I & CompleteEventInput {
  const problem = firstEventProblem(input);
  if (problem !== null) throw new HttpError('invalid', problem);
  const complete = input as I & CompleteEventInput;
  return {
    ...complete,
    start_time: new Date(complete.start_time).toISOString(),
    end_time: new Date(complete.end_time).toISOString(),
  };
}

type Times = { start_time: string; end_time: string };

/** The times an ended event keeps, with the seconds that a form has cut off. @throws HttpError `event_ended` */
function endedTimes(values: Times, { start_time, end_time }: Times): Times {
  if (sameMinute(values.start_time, start_time) && sameMinute(values.end_time, end_time)) {
    return { start_time, end_time };
  }
  throw new HttpError('event_ended', EVENT_MESSAGES.endedTimes);
}
