import { EVENT_MESSAGES } from '@hereabouts/contract/event-problems';
import type { RsvpAnswer } from '@hereabouts/contract/invite-status';
import { EVENT_INVITES_MAX } from '@hereabouts/contract/limits';
import { nowIso, type Context } from '#server/context.ts';
import { isCreator, isGuest } from '#server/features/events/policy.ts';
import {
  addFriends,
  endSharing,
  holdEvent,
  recheckGuests,
  requireNotOver,
  requireOwnEvent,
  tellEvent,
  tellListsOf,
  tellUnshared,
} from '#server/features/events/service.ts';
import { tellOfAnswer } from '#server/features/live/service.ts';
import { tellNotified } from '#server/features/notifications/service.ts';
import { HttpError, notFound } from '#server/http/errors.ts';
import { cutPage, decodeCursor, nameKey, pageLimit, type Page } from '#server/http/page-cursor.ts';
import type { Viewer } from '#server/http/viewer.ts';
import * as repo from './repo.ts';

/**
 * The creator's friends who have no invite yet, by name (INV-01, INV-04).
 * @throws HttpError `not_found`, `forbidden` for others than the creator (INV-07), `event_cancelled`, `event_ended`
 */
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
  if (!isCreator(viewer, event)) throw new HttpError('forbidden', EVENT_MESSAGES.mayNotInvite);
  requireNotOver(ctx, event);
  return { event, page: cutPage(event.friends, limit, (row) => [row.sort_name, row.id]) };
}

/**
 * Invites friends; whoever has an invite keeps it with its answer. Returns how many were new.
 * @throws HttpError `not_found`, `forbidden` for others than the creator (INV-07) or when somebody is neither a friend
 * nor invited already (EVF-16), `event_cancelled`, `event_ended`, `invalid` over the limit of guests; nobody is invited then
 */
export async function inviteFriends(
  ctx: Context,
  viewer: Viewer,
  eventId: number,
  userIds: readonly string[],
): Promise<number> {
  const added = await ctx.db.transaction(async (tx) => {
    const event = await requireOwnEvent(tx, viewer, eventId, EVENT_MESSAGES.mayNotInvite);
    requireNotOver(ctx, event);
    const invited = new Set(await repo.listInvitedIds(tx, eventId));
    const fresh = new Set(userIds).difference(invited);
    // The creator's own invite is not counted.
    invited.delete(viewer.userId);
    if (invited.size + fresh.size > EVENT_INVITES_MAX) {
      throw new HttpError('invalid', EVENT_MESSAGES.tooManyInvites);
    }
    await addFriends(tx, { eventId, viewer, userIds: fresh, now: nowIso(ctx) });
    return fresh;
  });
  if (added.size > 0) {
    tellEvent(ctx, eventId, 'event_changed', { event_id: eventId });
    tellListsOf(ctx, added, eventId);
    await tellNotified(ctx, added);
  }
  return added.size;
}

/**
 * Gives or changes the viewer's own answer; a creator without an invite gets one by it (RSVP-01).
 * @throws HttpError `not_found`, `forbidden` for whoever is not invited to a public event, `event_cancelled`, `event_ended` (RSVP-03)
 */
export async function respondToInvite(
  ctx: Context,
  viewer: Viewer,
  eventId: number,
  status: RsvpAnswer,
): Promise<void> {
  const { userId } = viewer;
  const unshared = await ctx.db.transaction(async (tx) => {
    await holdEvent(tx, eventId);
    const guest = await repo.findGuest(tx, eventId, userId);
    if (guest === undefined) throw notFound();
    if (!isGuest(viewer, guest)) throw new HttpError('forbidden', EVENT_MESSAGES.mayNotRespond);
    requireNotOver(ctx, guest);
    await repo.saveAnswer(tx, { eventId, userId, status, now: nowIso(ctx) });
    return status === 'declined' ? await endSharing(tx, eventId, [userId]) : [];
  });
  recheckGuests(ctx, eventId, [userId]);
  tellUnshared(ctx, eventId, unshared);
  await tellOfAnswer(ctx, eventId, userId);
  tellEvent(ctx, eventId, 'rsvp_changed', { event_id: eventId });
  tellListsOf(ctx, [userId], eventId);
}
