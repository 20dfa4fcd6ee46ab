import { CO_HOST_TEXTS } from '@hereabouts/contract/co-hosts';
import { EVENT_LINK_TEXTS } from '@hereabouts/contract/event-links';
import { GUEST_REMOVAL_TEXTS, type RemovedGuest } from '@hereabouts/contract/guest-removals';
import { isCreator } from '#server/access/event-roles.ts';
import { nowIso } from '#server/clock.ts';
import type { Context } from '#server/context.ts';
import { requireHost, requireNotOver } from '#server/events/event-access.ts';
import { lockEventForHost, lockForHostAndRead } from '#server/events/event-holds.ts';
import { findCandidate } from '#server/features/invites/co-host-service.ts';
import {
  holdPairWithCreator,
  listRemovals,
  removeGuests,
  returnGuest,
} from '#server/features/invites/removal-service.ts';
import { existsFor } from '#server/features/blocks/service.ts';
import { REVOCATION } from '#server/db/database.ts';
import { together } from '#server/db/together.ts';
import { HttpError, notFound } from '#server/http/errors.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { accountOf } from '#server/accounts/merged-guests.ts';

/** Without a notification (HOST-06); also after the end. Idempotent; ignores people hidden from the viewer. @throws HttpError
 * `not_found`, `forbidden` for others than a host, for the creator, and for a co-host as a co-host's guest (HOST-02) */
export async function removeGuest(
  ctx: Context,
  viewer: Viewer,
  eventId: number,
  guestId: string,
): Promise<void> {
  await ctx.change(async (tx, after) => {
    const asHost = { eventId, action: 'remove_guests' } as const;
    const [event, userId] = await lockForHostAndRead(tx, viewer, asHost, () => accountOf(tx, guestId));
    if (guestId === event.created_by) throw new HttpError('forbidden', GUEST_REMOVAL_TEXTS.notTheCreator);
    if (userId === event.created_by) return;
    const [exists, guest] = await together(existsFor(tx, viewer, userId), findCandidate(tx, eventId, userId));
    if (!exists) return;
    if (guest?.is_co_host && !isCreator(viewer, event))
      throw new HttpError('forbidden', CO_HOST_TEXTS.mayNotRemove);
    const now = nowIso(ctx);
    const removed = await removeGuests(ctx, tx, after, {
      eventId,
      by: viewer.userId,
      userIds: [userId],
      now,
    });
    if (removed.length === 0) return;
    after.publishToEvent(eventId, 'event_changed').publishListChanged(eventId, [userId]);
    await ctx.emit(tx, after, 'places_freed', { eventIds: [eventId], now });
  }, REVOCATION);
}

/** Without people hidden from viewer or creator. @throws HttpError `not_found`, `forbidden` for others than a host */
export async function listRemoved(ctx: Context, viewer: Viewer, eventId: number): Promise<RemovedGuest[]> {
  await requireHost(ctx.db, viewer, eventId, 'remove_guests');
  return await listRemovals(ctx.db, eventId, viewer);
}

/** Without an answer. @throws HttpError `not_found`, also for who was not removed or is in a block with creator or viewer,
 * `forbidden` for others than a host, `conflict` when the list is full, `event_cancelled`, `event_ended` */
export async function letBackIn(
  ctx: Context,
  viewer: Viewer,
  eventId: number,
  userId: string,
): Promise<void> {
  await ctx.change(async (tx, after) => {
    await together(ctx.auth.holdSession(tx, viewer), holdPairWithCreator(tx, viewer, eventId, userId));
    const event = await lockEventForHost(tx, viewer, eventId, 'remove_guests');
    requireNotOver(ctx, event);
    if (!(await existsFor(tx, viewer, userId))) throw notFound();
    if (!(await returnGuest(ctx, tx, after, { eventId, viewer, userId, now: nowIso(ctx) })))
      throw new HttpError('conflict', EVENT_LINK_TEXTS.full);
  });
}
