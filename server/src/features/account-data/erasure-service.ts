import { randomUUID } from 'node:crypto';
import { findNotifiedUpTo, lockNotifiedUpTo, setNotifiedUpTo } from '#server/accounts/account-deletions.ts';
import { nowIso } from '#server/clock.ts';
import type { Context } from '#server/context.ts';
import type { Queryable } from '#server/db/database.ts';
import { together } from '#server/db/together.ts';
import { Effects } from '#server/effects/effects.ts';
import { forgetWhoLeft } from '#server/features/friend-links/service.ts';
import { deleteOwnEvent } from '#server/features/events/removal-service.ts';
import { notifyOfDeletedEvents } from '#server/features/notifications/service.ts';
import { removeUploads } from '#server/features/uploads/removal-service.ts';
import { untilDone } from '#server/jobs/until-done.ts';
import { hasManyAnswers, listGuestsOf, listOwnEventIds } from '#server/events/own-guests.ts';
import * as repo from './repo.ts';

const MESSAGES_PER_BATCH = 1_000;
/** Up to this many answers to own events are deleted with the account; with more, events are deleted beforehand, one by one. */
const FEW_ANSWERS = 500;
const GUESTS_PER_BATCH = 20;

/** In batches: many messages would block the embedded database for seconds. Later ones follow with the account. @throws
 * JobLaterError at `untilMs` (epoch) with some left */
export async function eraseMessages(ctx: Context, userId: string, untilMs: number): Promise<void> {
  const eventIds = await repo.listChatEventIds(ctx.db, userId);
  if (eventIds.length > 0) {
    const batch = { limit: MESSAGES_PER_BATCH, authorKey: randomUUID() };
    try {
      await untilDone(ctx, untilMs, async () => ({
        isLast: (await repo.anonymiseMessages(ctx.db, userId, batch)) < MESSAGES_PER_BATCH,
      }));
    } finally {
      const after = new Effects();
      for (const eventId of eventIds) after.publishToChat(eventId, 'chat_changed', {});
      await ctx.perform(after);
    }
  }
  await untilDone(ctx, untilMs, async () => ({
    isLast: (await repo.deleteOwnChatMessages(ctx.db, userId, MESSAGES_PER_BATCH)) < MESSAGES_PER_BATCH,
  }));
}

type OfCreator = { creatorId: string; byOperator: boolean };

/** One event at a time: a transaction with a hundred thousand answers would time out. First all guests are notified, as if all
 * events were deleted at once. Events made since are deleted with the account. @throws JobLaterError as `eraseMessages` */
export async function eraseManyEvents(ctx: Context, of: OfCreator, untilMs: number): Promise<void> {
  const { creatorId } = of;
  if (!(await isNotifiedInBatches(ctx, creatorId))) return;
  await untilDone(ctx, untilMs, () => notifySomeGuests(ctx, of));
  const left = await listOwnEventIds(ctx.db, creatorId);
  await untilDone(ctx, untilMs, async () => {
    const eventId = left.shift();
    if (eventId !== undefined) await deleteOwnEvent(ctx, eventId);
    return { isLast: left.length === 0 };
  });
}

/** Stays true after the first guests have been notified, even if few answers are left. */
const isNotifiedInBatches = async ({ db }: Pick<Context, 'db'>, creatorId: string): Promise<boolean> =>
  (await hasManyAnswers(db, creatorId, FEW_ANSWERS)) || (await findNotifiedUpTo(db, creatorId)) !== null;

/** In the order of their ids, each guest once, however often the work is restarted. */
const notifySomeGuests = (ctx: Context, { creatorId, byOperator }: OfCreator): Promise<{ isLast: boolean }> =>
  ctx.change(async (tx, after) => {
    const notifiedUpTo = await lockNotifiedUpTo(tx, creatorId);
    const guestIds = await listGuestsOf(tx, creatorId, { after: notifiedUpTo, limit: GUESTS_PER_BATCH });
    const lastId = guestIds.at(-1);
    if (lastId !== undefined) {
      await notifyOfDeletedEvents(ctx, tx, after, { creatorId, byOperator, guestIds });
      await setNotifiedUpTo(tx, creatorId, lastId);
    }
    return { isLast: guestIds.length < GUESTS_PER_BATCH };
  });

export { holdPerson, moveHiddenAuthors } from './repo.ts';

/** In the transaction that deletes the account: erases the rest, and collects the effects. Returns others' events in whose chat
 * the person wrote. */
export async function eraseInTransaction(
  ctx: Context,
  tx: Queryable,
  after: Effects,
  userId: string,
  { byOperator = false } = {},
): Promise<readonly number[]> {
  await forgetWhoLeft(tx, userId);
  await repo.holdPerson(tx, userId);
  const [left, guests] = await together(repo.findTraces(tx, userId), repo.listOwnGuests(tx, userId));
  await notifyOfDeletedEvents(ctx, tx, after, { creatorId: userId, byOperator });
  await repo.anonymiseAll(tx, userId);
  await repo.deleteUserRow(tx, userId);
  await ctx.emit(tx, after, 'places_freed', { eventIds: left.guest_event_ids, now: nowIso(ctx) });
  after.endUser(userId);
  for (const eventId of left.own_event_ids) after.recheckGuests(eventId);
  for (const guest of guests) after.publishListChanged(guest.event_id, [guest.user_id]);
  for (const eventId of left.guest_event_ids) {
    after.publishToEvent(eventId, 'event_changed');
    after.removePositions(eventId, [userId]);
  }
  for (const contactId of left.contact_ids) {
    after.publishToUser(contactId, 'friendship_changed', { user_id: userId });
  }
  after.publishUnreadCounts(left.notified_ids);
  await removeUploads(ctx, tx, left.upload_paths);
  return left.chat_event_ids;
}
