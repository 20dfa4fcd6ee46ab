import type { Person } from '@hereabouts/contract/person';
import { nowIso } from '#server/clock.ts';
import type { Context } from '#server/context.ts';
import { REVOCATION, type Queryable } from '#server/db/database.ts';
import { together } from '#server/db/together.ts';
import type { Effects } from '#server/effects/effects.ts';
import { lockEventForHost } from '#server/events/event-holds.ts';
import { holdPair } from '#server/features/blocks/service.ts';
import {
  NOTIFICATIONS_OF_GUESTS,
  notify,
  withdrawNotifications,
  type Notifier,
} from '#server/features/notifications/service.ts';
import { notFound } from '#server/http/errors.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { noteRevocations } from '#server/instance/removals.ts';
import { NO_ANSWER } from '#server/events/places.ts';
import * as removals from './removal-repo.ts';
import * as repo from './repo.ts';
import { endParticipation, joinGuests } from './service.ts';

/** Returns those who were on the list. The caller holds the event, and emits `places_freed` afterwards. */
export async function removeGuests(
  ctx: Pick<Context, 'jobs' | 'clock' | 'emit'>,
  tx: Queryable,
  after: Effects,
  { eventId, by, userIds, now }: { eventId: number; by: string; userIds: readonly string[]; now: string },
): Promise<string[]> {
  if (userIds.length === 0) return [];
  const [, removed] = await together(
    removals.insertRemovals(tx, { eventId, userIds, now }),
    repo.deleteInvites(tx, eventId, userIds),
  );
  // People who were not on the list are not told: a host may send any id.
  if (removed.length === 0) return [];
  const ofRemoved = { userIds: removed, eventId, actorId: null };
  await together(
    noteRevocations(ctx, tx, 'guest', { by, of: removed.map((userId) => [eventId, userId]) }),
    ...NOTIFICATIONS_OF_GUESTS.map((kind) => withdrawNotifications(tx, after, { kind, ...ofRemoved })),
    endParticipation(ctx, tx, after, { eventId, userIds: removed }),
  );
  return removed;
}

/** The same for those whom their host had already deselected: as if they had never been invited, they may be invited again, or
 * join by a link. */
export async function withdrawInvitations(...given: Parameters<typeof removeGuests>): Promise<string[]> {
  const [, tx, , { eventId, userIds }] = given;
  const removed = await removeGuests(...given);
  if (userIds.length > 0) await removals.forgetRemovals(tx, eventId, userIds);
  return removed;
}

/** Removes all guests without an account (GUEST-03) but those hidden from the viewer. Returns how many. @throws HttpError
 * `not_found`, `forbidden` for others than a host */
export async function removeAnonymousGuests(ctx: Context, viewer: Viewer, eventId: number): Promise<number> {
  return await ctx.change(async (tx, after) => {
    await lockEventForHost(tx, viewer, eventId, 'link');
    const userIds = await repo.listAnonymousGuests(tx, eventId, viewer.userId);
    if (userIds.length === 0) return 0;
    const now = nowIso(ctx);
    await removeGuests(ctx, tx, after, { eventId, by: viewer.userId, userIds, now });
    after.publishToEvent(eventId, 'event_changed').publishListChanged(eventId, userIds);
    await ctx.emit(tx, after, 'places_freed', { eventIds: [eventId], now });
    return userIds.length;
  }, REVOCATION);
}

/** Also removed people whom the viewer may not see. */
export const listRemovedOf = (
  tx: Queryable,
  eventId: number,
  userIds: readonly string[],
): Promise<string[]> => removals.listRemovedOf(tx, eventId, userIds);

/** The removed guests whom the viewer may see, newest first. */
export const listRemovals = (
  db: Queryable,
  eventId: number,
  { userId }: Viewer,
): Promise<{ user: Person; removed_at: string }[]> => removals.listRemovals(db, eventId, userId);

/** Puts somebody back on the list, pending, with the notification of an invitation. False when the list is full. The caller holds
 * the pair with the creator, then the event. @throws HttpError `not_found` */
export async function returnGuest(
  ctx: Notifier,
  tx: Queryable,
  after: Effects,
  { eventId, viewer, userId, now }: { eventId: number; viewer: Viewer; userId: string; now: string },
): Promise<boolean> {
  if ((await repo.listInvitedIds(tx, eventId)).includes(userId)) return true;
  if (!(await removals.isRemoved(tx, eventId, userId))) throw notFound();
  const invited = { eventId, userId, wish: NO_ANSWER, now, invitedBy: viewer.userId };
  if ((await joinGuests(tx, after, invited)) === null) return false;
  await removals.forgetRemovals(tx, eventId, [userId]);
  await notify(ctx, tx, after, { kind: 'invited', userIds: [userId], eventId, actorId: viewer.userId }, now);
  return true;
}

/** For `returnGuest`, before the event is held, in the lock order of a block. */
export async function holdPairWithCreator(
  tx: Queryable,
  viewer: Viewer,
  eventId: number,
  userId: string,
): Promise<void> {
  const creatorId = await repo.findCreator(tx, eventId, viewer.userId);
  if (creatorId !== undefined) await holdPair(tx, creatorId, userId);
}
