import * as z from 'zod/mini';
import { CO_HOST_TEXTS } from '@hereabouts/contract/co-hosts';
import { EVENT_TEXTS } from '@hereabouts/contract/event-texts';
import { DAY_MS } from '@hereabouts/contract/durations';
import type { EventInput, EventUpdate, NewEvent, RecentPlace } from '@hereabouts/contract/events';
import { EVENT_INVITES_MAX, HOME_PAGE_MAX } from '@hereabouts/contract/limits';
import type { RequestLimit } from '@hereabouts/contract/route';
import { isoTimeInput } from '@hereabouts/contract/schemas/values';
import type { Subscriber } from '#server/domain-events.ts';
import { isCreator } from '#server/access/event-roles.ts';
import { hasEnded, isCancelled } from '#server/access/event-times.ts';
import { nowIso } from '#server/clock.ts';
import type { Context } from '#server/context.ts';
import type { Queryable } from '#server/db/database.ts';
import type { Effects } from '#server/effects/effects.ts';
import type { InviteStatus } from '#server/db/schema.ts';
import { cancelled, ended, isVisible, requireOwnEvent } from '#server/event-holds.ts';
import { deleteMessages } from '#server/features/chat/removal-service.ts';
import {
  holdFriends,
  holdPairsWithCreator,
  inviteHeldFriends,
} from '#server/features/invites/invite-service.ts';
import { removeGuests } from '#server/features/invites/removal-service.ts';
import { inviteCreator, listGuests, listHidden, resetAnswers } from '#server/features/invites/service.ts';
import { notify, notifyOfItself, notifyOfRemoval } from '#server/features/notifications/service.ts';
import { requireImageForEvent } from '#server/features/uploads/service.ts';
import { HttpError, notFound, rateLimited } from '#server/http/errors.ts';
import { cutPage, decodeCursor, pageLimit, type Page } from '#server/http/page-cursor.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { recordRevocations } from '#server/instance/removals.ts';
import { requireFewerRows } from '#server/rate-limits/stored-rows.ts';
import { knownTimeZone } from '#server/time-zone.ts';
import {
  coHostRefusal,
  completeInput,
  guestChanges,
  isNewsToGuests,
  isSameEvent,
  keptTimes,
  mergedWith,
  storedChars,
} from './policy.ts';
import * as repo from './repo.ts';

const RECENT_PLACES_MAX = 5;
const CLEARED_AT_ONCE = 20;

/** `asOf` of the first page, then section, time and id of the last event. */
const homeKey = z.tuple([isoTimeInput, z.literal([0, 1]), isoTimeInput, z.int()]);

/** A page of the viewer's own events (HOME-08 to HOME-11). @throws HttpError `invalid` for a malformed cursor */
export async function listHome(
  ctx: Context,
  viewer: Viewer,
  query: { cursor?: string | undefined; limit?: number | undefined },
): Promise<Page<repo.HomeRow> & { beside: repo.BesideEvents }> {
  const now = nowIso(ctx);
  const [asOf, ...after] = decodeCursor(homeKey, query.cursor) ?? [now];
  const limit = Math.min(pageLimit(query.limit), HOME_PAGE_MAX);
  const { rows, beside } = await repo.listHome(ctx.db, {
    userId: viewer.userId,
    now,
    asOf,
    after: after.length === 0 ? null : after,
    limit: limit + 1,
  });
  return { ...cutPage(rows, limit, (row) => [asOf, row.section, row.sort_time, row.id]), beside };
}

/** @throws HttpError `not_found`, also for a private event without an invite */
export async function getEvent(ctx: Context, viewer: Viewer, eventId: number): Promise<repo.EventDetailRow> {
  const event = await repo.findEventDetail(ctx.db, eventId, viewer.userId);
  if (event === undefined) throw notFound();
  return event;
}

/** Source: LOC-09. */
export const listRecentPlaces = (ctx: Context, viewer: Viewer): Promise<RecentPlace[]> =>
  repo.listRecentPlaces(ctx.db, viewer.userId, RECENT_PLACES_MAX);

export const canSeeEvent = (ctx: Context, viewer: Viewer, eventId: number): Promise<boolean> =>
  isVisible(ctx.db, eventId, viewer.userId);

/** Creates an event with its creator as a guest who is going and the chosen friends as pending guests,
 * atomically (EVF-14). @throws HttpError `invalid` with the form's first problem (EVF-11) or for another
 * person's picture, `forbidden` when an invitee is not a friend (EVF-16), `rate_limited`, `unauthenticated` for a session just
 * ended */
export async function createEvent(
  ctx: Context,
  viewer: Viewer,
  input: NewEvent,
  ip: string,
): Promise<number> {
  const { key = null, time_zone: timeZone = null, ...event } = input;
  const text = { userId: viewer.userId, ip, chars: storedChars(event) };
  const refusal = await ctx.newAccountsText.take(text);
  // A retry of what is stored is never refused.
  if (
    refusal !== null &&
    key !== null &&
    (await repo.findCreatedEvent(ctx.db, { creatorId: viewer.userId, key }))
  )
    return await changeCreated(ctx, viewer, key, event);
  if (refusal !== null) throw rateLimited(refusal.waitMs);
  const created = await insertNew(ctx, viewer, { key, timeZone, event }).catch((error: unknown) => {
    ctx.newAccountsText.giveBack(text);
    throw error;
  });
  if (created !== null) return created;
  ctx.newAccountsText.giveBack(text);
  return await changeCreated(ctx, viewer, key, event);
}

/** Null if the event of the key is stored already. */
async function insertNew(
  ctx: Context,
  viewer: Viewer,
  { key, timeZone, event }: { key: string | null; timeZone: string | null; event: EventInput },
): Promise<number | null> {
  const values = completeInput(event);
  const guests = new Set(values.invitee_ids);
  const now = nowIso(ctx);
  return await ctx.change(async (tx, after) => {
    await ctx.auth.holdSession(tx, viewer);
    if (values.image !== null) await requireImageForEvent(tx, viewer, values.image);
    // Lock order: a deletion of the creator's account takes friendships first and the person last.
    const friends = await holdFriends(tx, viewer, guests, viewer.userId);
    const id = await repo.insertEvent(tx, values, {
      creatorId: viewer.userId,
      key,
      timeZone: knownTimeZone(timeZone),
      now,
    });
    if (id === null) return null;
    const withThisOne = ctx.config.eventsPerDay + 1;
    const perDay = { ownerId: viewer.userId, max: withThisOne, periodMs: DAY_MS };
    await requireFewerRows(ctx, tx, repo.CREATED_BY, perDay);
    await inviteCreator(tx, { eventId: id, creatorId: viewer.userId, now });
    await inviteHeldFriends(ctx, tx, after, { eventId: id, viewer, userIds: guests, now }, friends);
    after.listChanged(id, [viewer.userId, ...guests]);
    return id;
  });
}

/** The form may have changed between a save whose response was lost and its retry. */
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

/** Changes an event and its guest list. Answers are reset unless `keep_answers` (EVF-15) or the event has
 * ended. With `base`, concurrent changes are merged (EVF-23). An edit that only un-invites is a revocation.
 * @throws HttpError `conflict` where both changed the same, `not_found`, `forbidden` for others than a
 * host (EVF-13), for guests who are not friends (EVF-16) and for a co-host who removes one (HOST-02), `invalid`
 * (EVF-11), `event_ended` for new times or guests after the end (EVF-18, INV-07), `event_cancelled`, `unauthenticated` for a
 * session just ended; errors of `countAs` */
export async function updateEvent(
  ctx: Context,
  viewer: Viewer,
  eventId: number,
  input: EventUpdate,
  countAs: (limit: RequestLimit) => void = () => {},
): Promise<void> {
  await ctx.change(async (tx, after) => {
    await ctx.auth.holdSession(tx, viewer);
    await holdPairsWithCreator(tx, viewer, eventId, input.invitee_ids);
    const event = await requireOwnEvent(tx, viewer, eventId, 'edit');
    const complete = completeInput(input);
    if (isCancelled(event)) throw cancelled();
    const now = nowIso(ctx);
    const guests = await listGuests(tx, eventId);
    const invited = new Set(guests.map((guest) => guest.user_id));
    const values = completeInput(mergedWith(event, complete, input.base));
    const hidden = await listHidden(tx, viewer, invited);
    const list = { invited, hidden, base: input.base?.invitee_ids, chosen: values.invitee_ids };
    const { wanted, added, removed, kept } = guestChanges(list);
    if (added.size > 0 && wanted.size > EVENT_INVITES_MAX) {
      throw new HttpError('invalid', EVENT_TEXTS.tooManyInvites);
    }
    const losesHost = guests.some((guest) => guest.is_co_host && !wanted.has(guest.user_id));
    if (losesHost && !isCreator(viewer, event)) throw new HttpError('forbidden', CO_HOST_TEXTS.mayNotRemove);
    const isEnded = hasEnded(event, ctx.clock.now());
    if (isEnded && added.size > 0) throw ended();
    const asks = !input.keep_answers && !isEnded;
    const askedAgain = asks && guests.some((guest) => wanted.has(guest.user_id) && hasAnswered(guest));
    const onlyRemoves = added.size === 0 && !askedAgain && isSameEvent(event, values);
    countAs(onlyRemoves ? 'revocation' : 'write');
    if (onlyRemoves && removed.length === 0) return;
    if (values.image !== null && values.image !== event.image)
      await requireImageForEvent(tx, viewer, values.image);
    const times = isEnded ? keptTimes(values, event) : values;
    if (times === null) throw new HttpError('event_ended', EVENT_TEXTS.endedTimes);
    const refusal =
      isEnded || isCreator(viewer, event)
        ? null
        : coHostRefusal(event, times, { askedAgain, removes: removed.length > 0, nowMs: ctx.clock.now() });
    if (refusal !== null) throw new HttpError('forbidden', refusal);
    await repo.updateEvent(tx, eventId, { ...values, ...times }, now);
    if (values.is_private !== event.is_private) {
      const kind = values.is_private ? 'private' : 'public';
      await recordRevocations(ctx, tx, kind, { by: viewer.userId, of: [[eventId]] });
    }
    const friends = await holdFriends(tx, viewer, added, event.created_by);
    await removeGuests(ctx, tx, after, { eventId, by: viewer.userId, userIds: removed, now });
    const reset = await resetAnswers(ctx, tx, after, { eventId, userIds: asks ? kept : [], now });
    await inviteHeldFriends(ctx, tx, after, { eventId, viewer, userIds: added, now }, friends);

    const declined = guests.filter(({ status }) => status === 'declined').map(({ user_id }) => user_id);
    // Guests whose answer was reset are always notified.
    const concerned = new Set(isNewsToGuests(event, values) ? [event.created_by, ...kept] : []).difference(
      new Set(declined),
    );
    const told = new Set(isEnded ? [] : [...concerned, ...reset]);
    await notifyOfEdit(ctx, tx, after, { eventId, viewer, told, hidden, now });
    if (values.is_private && !event.is_private) after.recheckGuests(eventId);
    if (values.start_time !== event.start_time || values.end_time !== event.end_time) {
      const nowMs = ctx.clock.now();
      await ctx.emit(tx, after, 'event_moved', { eventId, from: event, to: values, nowMs });
    }
    after.publishToEvent(eventId, 'event_changed');
    after.listChanged(eventId, [...removed, ...added]);
    after.listedEventChanged(eventId, [event.created_by, ...kept]);
    await ctx.emit(tx, after, 'places_freed', { eventIds: [eventId], now });
  });
}

/** Those in a block with the co-host who edits are told by nobody: a change of where and when must reach them too. */
async function notifyOfEdit(
  ctx: Context,
  tx: Queryable,
  after: Effects,
  edit: {
    eventId: number;
    viewer: Viewer;
    told: ReadonlySet<string>;
    hidden: ReadonlySet<string>;
    now: string;
  },
): Promise<void> {
  const { eventId, viewer, told, hidden, now } = edit;
  const about = { kind: 'event_changed', eventId } as const;
  const named = { ...about, actorId: viewer.userId, userIds: told.difference(hidden) };
  await notify(ctx, tx, after, named, now);
  const cause = { userId: viewer.userId, isPaced: true };
  await notifyOfItself(ctx, tx, after, { ...about, cause, userIds: [...told.intersection(hidden)] }, now);
}

/** Who waits for a place has asked for one. */
const hasAnswered = ({ status, is_waiting }: { status: InviteStatus; is_waiting: boolean }): boolean =>
  status !== 'pending' || is_waiting;

/** Cancels an event irreversibly (SAFE-04): answers, invitations and edits are refused from now on; sharing
 * and the meeting point end; guests who have not declined are notified. Idempotent, so that a lost response
 * can be retried. @throws HttpError `not_found`, `forbidden` for others than the creator, `event_ended` */
export async function cancelEvent(ctx: Context, viewer: Viewer, eventId: number): Promise<void> {
  await ctx.change(async (tx, after) => {
    const event = await requireOwnEvent(tx, viewer, eventId, 'cancel');
    if (isCancelled(event)) return;
    if (hasEnded(event, ctx.clock.now())) throw ended();
    const now = nowIso(ctx);
    await repo.cancelEvent(tx, eventId, now);
    await ctx.emit(tx, after, 'event_cancelled', { eventId });
    const guests = await listGuests(tx, eventId);
    const userIds = guests.filter(({ status }) => status !== 'declined').map(({ user_id }) => user_id);
    await notify(ctx, tx, after, { kind: 'event_cancelled', userIds, eventId, actorId: viewer.userId }, now);
    after.publishToEvent(eventId, 'event_changed').publishToChat(eventId, 'chat_changed', {});
    after.listChanged(eventId, [viewer.userId, ...guests.map(({ user_id }) => user_id)]);
  });
}

/** For the operator (OPS-12): deletes an event with its chat and answers; its creator and guests who have not
 * declined are told that one was removed. `within` runs in the same transaction. Null for a missing event. */
export async function removeEvent(
  ctx: Context,
  eventId: number,
  within: (tx: Queryable, event: repo.RemovedEvent) => Promise<void>,
): Promise<repo.RemovedEvent | null> {
  await deleteMessages(ctx, eventId);
  return await ctx.change(async (tx, after) => {
    const event = await repo.lockEvent(tx, eventId);
    if (event === undefined) return null;
    await within(tx, event);
    const guests = await deleteHeld(ctx, tx, after, event);
    const others = guests.filter(({ user_id }) => user_id !== event.created_by);
    const guestIds = others.filter(({ status }) => status !== 'declined').map(({ user_id }) => user_id);
    await notifyOfRemoval(ctx, tx, after, { creatorId: event.created_by, guestIds }, nowIso(ctx));
    return event;
  });
}

/** With the account of its creator, after its guests were told. */
export const deleteOwnEvent = (ctx: Context, eventId: number): Promise<void> =>
  ctx.change(async (tx, after) => {
    const event = await repo.lockEvent(tx, eventId);
    if (event !== undefined) await deleteHeld(ctx, tx, after, event);
  });

async function deleteHeld(ctx: Context, tx: Queryable, after: Effects, event: repo.RemovedEvent) {
  await ctx.emit(tx, after, 'event_cancelled', { eventId: event.id });
  const guests = await listGuests(tx, event.id);
  await repo.deleteEvent(tx, event.id);
  after
    .recheckGuests(event.id)
    .listChanged(event.id, [event.created_by, ...guests.map((one) => one.user_id)]);
  return guests;
}

/** Events show a default picture instead: some of them, the announcer asks for more. */
export const takeImageFromEvents: Subscriber<'picture_removed'> = async (tx, after, { path, now }) => {
  const cleared = await repo.clearImage(tx, { path, now, limit: CLEARED_AT_ONCE });
  for (const { id, guest_ids } of cleared)
    after.publishToEvent(id, 'event_changed').listChanged(id, guest_ids);
};
