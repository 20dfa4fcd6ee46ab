import { DAY_MS, SECOND_MS } from '@hereabouts/contract/durations';
import { nowIso } from '#server/clock.ts';
import type { Context } from '#server/context.ts';
import type { Queryable } from '#server/db/database.ts';
import type { Effects } from '#server/effects/effects.ts';
import { deleteMessages } from '#server/features/chat/removal-service.ts';
import { listGuests } from '#server/features/invites/service.ts';
import { notifyOfRemoval, withdrawUnread } from '#server/features/notifications/service.ts';
import { jobKind } from '#server/jobs/jobs.ts';
import * as repo from './repo.ts';

const removedEvent = jobKind<{ event_id: number }>('removed_event');
/** The operator was told that it is removed. */
const REMOVAL_TRIED_MS = 365 * DAY_MS;
/** For the messages. The transaction after them ends before the job is tried again. */
const SLICE_MS = 5 * SECOND_MS;

/** For the operator (OPS-12); `within` runs in the same transaction. The event goes right after it, or as soon as
 * a server runs again. Null for a missing event. */
export const removeEvent = (
  ctx: Context,
  eventId: number,
  within: (tx: Queryable, event: repo.RemovedEvent) => Promise<void>,
): Promise<repo.RemovedEvent | null> =>
  ctx.change(async (tx) => {
    const event = await repo.lockEvent(tx, eventId);
    if (event === undefined) return null;
    await within(tx, event);
    const expiresAtMs = ctx.clock.now() + REMOVAL_TRIED_MS;
    await ctx.jobs.enqueue(tx, removedEvent, { event_id: eventId }, { key: String(eventId), expiresAtMs });
    return event;
  });

/** Call once for each process. */
export const handleRemovedEvents = (ctx: Context): void =>
  ctx.jobs.handle(removedEvent, ({ event_id: eventId }) => deleteRemoved(ctx, eventId), {
    waitMs: SLICE_MS,
    runsInCommands: true,
  });

async function deleteRemoved(ctx: Context, eventId: number): Promise<void> {
  await deleteMessages(ctx, eventId, ctx.clock.now() + SLICE_MS);
  await ctx.change(async (tx, after) => {
    const event = await repo.lockEvent(tx, eventId);
    if (event === undefined) return;
    const guests = await deleteLocked(ctx, tx, after, event);
    const others = guests.filter(({ user_id }) => user_id !== event.created_by);
    const guestIds = others.filter(({ status }) => status !== 'declined').map(({ user_id }) => user_id);
    await notifyOfRemoval(ctx, tx, after, { creatorId: event.created_by, guestIds }, nowIso(ctx));
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
  // Deleting the event would delete them without changing the unread counts.
  await withdrawUnread(tx, after, { eventId: event.id, kinds: null });
  await repo.deleteEvent(tx, event.id);
  after
    .recheckGuests(event.id)
    .publishListChanged(event.id, [event.created_by, ...guests.map((one) => one.user_id)]);
  return guests;
}
