import { nowIso } from '#server/clock.ts';
import type { Context } from '#server/context.ts';
import type { Queryable } from '#server/db/database.ts';
import type { Effects } from '#server/effects/effects.ts';
import { deleteMessages } from '#server/features/chat/removal-service.ts';
import { listGuests } from '#server/features/invites/service.ts';
import { notifyOfRemoval } from '#server/features/notifications/service.ts';
import * as repo from './repo.ts';

/** For the operator (OPS-12); notifies creator and guests who have not declined. Null for a missing event. */
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
    const guests = await deleteLocked(ctx, tx, after, event);
    const others = guests.filter(({ user_id }) => user_id !== event.created_by);
    const guestIds = others.filter(({ status }) => status !== 'declined').map(({ user_id }) => user_id);
    await notifyOfRemoval(ctx, tx, after, { creatorId: event.created_by, guestIds }, nowIso(ctx));
    return event;
  });
}

/** For the deletion of the creator's account; the guests have been notified. */
export const deleteOwnEvent = (ctx: Context, eventId: number): Promise<void> =>
  ctx.change(async (tx, after) => {
    const event = await repo.lockEvent(tx, eventId);
    if (event !== undefined) await deleteLocked(ctx, tx, after, event);
  });

/** Returns the guests that the event had, without the creator. */
async function deleteLocked(ctx: Context, tx: Queryable, after: Effects, event: repo.RemovedEvent) {
  await ctx.emit(tx, after, 'event_cancelled', { eventId: event.id });
  const guests = await listGuests(tx, event.id);
  await repo.deleteEvent(tx, event.id);
  after
    .recheckGuests(event.id)
    .publishListChanged(event.id, [event.created_by, ...guests.map((one) => one.user_id)]);
  return guests;
}
