import * as z from 'zod/mini';
import {
  EVENT_MESSAGES,
  firstEventProblem,
  type CompleteEventInput,
  type EventInput,
  type EventUpdate,
} from '@hereabouts/contract/events';
import { eventTopic } from '@hereabouts/contract/realtime';
import type { EventMessages } from '@hereabouts/contract/realtime-messages';
import { isoTimeInput } from '@hereabouts/contract/route';
import { nowIso, type Context } from '#server/context.ts';
import type { Queryable } from '#server/db/database.ts';
import { requireOwnImage, tellUser } from '#server/features/users/service.ts';
import { HttpError, notFound } from '#server/http/errors.ts';
import { cutPage, decodeCursor, pageLimit, type Page } from '#server/http/page-cursor.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { hasEnded } from './policy.ts';
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
export async function createEvent(ctx: Context, viewer: Viewer, input: EventInput): Promise<number> {
  const values = completeInput(input);
  const guests = new Set(values.invitee_ids);
  const now = nowIso(ctx);
  const eventId = await ctx.db.transaction(async (tx) => {
    if (values.image !== null) await requireOwnImage(tx, viewer, values.image);
    const id = await repo.insertEvent(tx, values, { creatorId: viewer.userId, now });
    await repo.insertCreatorInvite(tx, id, viewer.userId, now);
    await addFriends(tx, { eventId: id, viewer, userIds: guests, now });
    return id;
  });
  tellListsOf(ctx, [viewer.userId, ...guests], eventId);
  return eventId;
}

/**
 * Changes an event and who is invited. Answers of those who stay are reset unless they are to be kept (EVF-15); once
 * the event has ended they stay in any case, as nobody could answer again.
 * @throws HttpError `not_found`, `forbidden` for others than the creator (EVF-13) and for guests who are not friends
 * (EVF-16), `invalid` (EVF-11), `event_ended` for new times or guests after the end (EVF-18, INV-07)
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
    const now = nowIso(ctx);
    const invited = new Set(await repo.listGuestIds(tx, eventId));
    const wanted = new Set(values.invitee_ids);
    const added = wanted.difference(invited);
    const removed = [...invited.difference(wanted)];
    const kept = [...invited.intersection(wanted)];
    const ended = hasEnded(event, ctx.clock.now());
    if (ended && added.size > 0) throw new HttpError('event_ended', EVENT_MESSAGES.ended);
    if (values.image !== null && values.image !== event.image)
      await requireOwnImage(tx, viewer, values.image);
    await repo.updateEvent(tx, eventId, ended ? { ...values, ...endedTimes(values, event) } : values, now);
    if (removed.length > 0) await repo.deleteInvites(tx, eventId, removed);
    if (kept.length > 0 && !input.keep_answers && !ended) await repo.resetInvites(tx, eventId, kept, now);
    await addFriends(tx, { eventId, viewer, userIds: added, now });
    return { invited, added, removed, becamePrivate: values.is_private && !event.is_private };
  });
  if (change.becamePrivate) ctx.realtime.recheck(eventTopic(eventId));
  else if (change.removed.length > 0) ctx.realtime.recheck(eventTopic(eventId), change.removed);
  tellEvent(ctx, eventId, 'event_changed', { event_id: eventId });
  tellListsOf(ctx, [viewer.userId, ...change.invited, ...change.added], eventId);
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

/**
 * Invites people who have no invite yet.
 * @throws HttpError `forbidden` when one of them is no accepted friend, or no one at all: both look alike
 */
export async function addFriends(
  tx: Queryable,
  {
    eventId,
    viewer,
    userIds,
    now,
  }: { eventId: number; viewer: Viewer; userIds: ReadonlySet<string>; now: string },
): Promise<void> {
  if (userIds.size === 0) return;
  const invited = await repo.insertFriendInvites(tx, {
    eventId,
    creatorId: viewer.userId,
    userIds: [...userIds],
    now,
  });
  if (invited < userIds.size) throw new HttpError('forbidden', EVENT_MESSAGES.onlyFriends);
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

/** ISO text up to the minute: what the form shows and sends back of a time (EVF-02). */
const MINUTE_LENGTH = 'YYYY-MM-DDTHH:MM'.length;
const sameMinute = (a: string, b: string) => a.slice(0, MINUTE_LENGTH) === b.slice(0, MINUTE_LENGTH);

/** The times an ended event keeps, with the seconds that a form has cut off. @throws HttpError `event_ended` */
function endedTimes(values: Times, { start_time, end_time }: Times): Times {
  if (sameMinute(values.start_time, start_time) && sameMinute(values.end_time, end_time)) {
    return { start_time, end_time };
  }
  throw new HttpError('event_ended', EVENT_MESSAGES.endedTimes);
}
