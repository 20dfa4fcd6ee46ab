import type { Subscriber } from '#server/domain-events.ts';
import { nowIso } from '#server/clock.ts';
import type { Context } from '#server/context.ts';
import type { Queryable } from '#server/db/database.ts';
import { together } from '#server/db/together.ts';
import type { NotificationKind } from '@hereabouts/contract/notifications';
import type { Effects } from '#server/effects/effects.ts';
import { planNewsMails } from '#server/features/news-mails/service.ts';
import { planPushes, type Cause } from '#server/features/push/plan-service.ts';
import { rateLimited } from '#server/http/errors.ts';
import { isNewAccount } from '#server/accounts/new-accounts.ts';
import { insertDeletedEvents, insertRemovedEvent } from './deleted-event-repo.ts';
import * as repo from './repo.ts';

export type Outgoing = Pick<Context, 'jobs' | 'clock' | 'config'>;
export type Notifier = Outgoing & Pick<Context, 'notificationBudget'>;

/** Withdrawn from whoever is no guest any more. */
export const NOTIFICATIONS_OF_GUESTS = [
  'invited',
  'made_co_host',
  'place_available',
] as const satisfies readonly NotificationKind[];

type ActorNewsKind = Extract<
  NotificationKind,
  | 'request_received'
  | 'request_accepted'
  | 'invited'
  | 'event_changed'
  | 'event_cancelled'
  | 'meeting_point_set'
  | 'announcement'
  | 'made_co_host'
  | 'place_available'
>;
export type News = {
  kind: ActorNewsKind;
  userIds: Iterable<string>;
  eventId?: number;
  /** The actor is never notified. */
  actorId: string;
};

const rowsOf = <A extends string | null>({
  kind,
  userIds,
  eventId,
  actorId,
}: Omit<News, 'actorId'> & { actorId: A }) => ({
  kind,
  userIds: [...new Set(userIds)].filter((userId) => userId !== actorId),
  eventId: eventId ?? null,
  actorId,
});

/** Adds notifications in the transaction that causes them. Unread ones of the same kind, event and actor are merged and move to
 * the top. @throws HttpError `rate_limited`, never for a cancellation, which is a revocation */
export async function notify(
  ctx: Notifier,
  tx: Queryable,
  after: Effects,
  news: News,
  now: string,
): Promise<void> {
  const rows = rowsOf(news);
  if (rows.userIds.length === 0) return;
  const waitMs =
    news.kind === 'event_cancelled'
      ? 0
      : takeFromBudget(ctx, after, { by: news.actorId, count: rows.userIds.length });
  if (waitMs > 0) throw rateLimited(waitMs);
  await insertAndDeliver(ctx, tx, after, { ...rows, now });
}

function takeFromBudget(
  { notificationBudget }: Notifier,
  after: Effects,
  { by, count }: { by: string; count: number },
): number {
  const waitMs = notificationBudget.take(by, count);
  if (waitMs === 0) after.ifRolledBack(() => void notificationBudget.refund(by, count));
  return waitMs;
}

async function insertAndDeliver(
  ctx: Outgoing,
  tx: Queryable,
  after: Effects,
  { cause, ...rows }: repo.NewRows & { cause?: Cause },
): Promise<void> {
  await together(
    repo.insertNotifications(tx, rows),
    deliver(ctx, tx, after, { ...rows, ...(cause && { cause }) }),
  );
}

async function deliver(
  ctx: Outgoing,
  tx: Queryable,
  after: Effects,
  { cause, ...rows }: repo.NewRows & { cause?: Cause },
): Promise<void> {
  await planDelivery(ctx, tx, rows, cause);
  after.publishUnreadCounts(rows.userIds);
}

/** In the transaction that stores the notifications. Mails go to people without a device. */
export async function planDelivery(
  ctx: Outgoing,
  tx: Queryable,
  rows: repo.NewRows,
  cause?: Cause,
): Promise<void> {
  const { kind, userIds, eventId, actorId, now } = rows;
  const subject = { kind, event_id: eventId, actor_id: actorId };
  const withoutDevice = await planPushes(ctx, tx, { userIds, ...subject }, cause);
  await planNewsMails(ctx, tx, { kind, userIds: withoutDevice, now });
}

/** One notification to the creator for all unread answers (NOTE-01); none for somebody who answers over and over. */
export async function notifyOfAnswer(
  ctx: Notifier,
  tx: Queryable,
  after: Effects,
  { eventId, creatorId, guestId }: { eventId: number; creatorId: string; guestId: string },
  now: string,
): Promise<void> {
  if (creatorId === guestId || takeFromBudget(ctx, after, { by: guestId, count: 1 }) > 0) return;
  const rows = { kind: 'rsvp_received' as const, userIds: [creatorId], eventId, actorId: null, now };
  // Not paced: its push also covers answers of others, which must not wait because of this guest.
  await insertAndDeliver(ctx, tx, after, { ...rows, cause: { userId: guestId, isPaced: false } });
}

/** For news without an actor, such as reminders and places that became free. */
export async function notifyWithoutActor(
  ctx: Outgoing,
  tx: Queryable,
  after: Effects,
  news: { kind: NotificationKind; userIds: readonly string[]; eventId: number; cause?: Cause },
  now: string,
): Promise<void> {
  if (news.userIds.length === 0) return;
  await insertAndDeliver(ctx, tx, after, { ...news, actorId: null, now });
}

/** To friends who take part, once per event (PUSH-02). */
export async function notifyOfSharing(
  ctx: Notifier,
  tx: Queryable,
  after: Effects,
  { eventId, userIds, actorId }: { eventId: number; userIds: readonly string[]; actorId: string },
  now: string,
): Promise<void> {
  if (userIds.length === 0 || takeFromBudget(ctx, after, { by: actorId, count: userIds.length }) > 0) return;
  const told = await repo.insertSharingNotifications(tx, { eventId, userIds, actorId, now });
  await deliver(ctx, tx, after, { kind: 'friend_sharing', userIds: told, eventId, actorId, now });
}

/** In the transaction that deletes an event; names neither it nor the operator (OPS-12). */
export async function notifyOfRemoval(
  ctx: Outgoing,
  tx: Queryable,
  after: Effects,
  { creatorId, guestIds }: { creatorId: string; guestIds: readonly string[] },
  now: string,
): Promise<void> {
  for (const [kind, userIds] of [
    ['event_removed', guestIds],
    ['own_event_removed', [creatorId]],
  ] as const) {
    await insertRemovedEvent(tx, { kind, userIds, now });
    await deliver(ctx, tx, after, { kind, userIds, eventId: null, actorId: null, now });
  }
}

type DeletedBy = { creatorId: string; byOperator: boolean; guestIds?: readonly string[] };

/** In the transaction that deletes an account, before its events; notifies their guests as of a cancellation (SAFE-03). Names
 * nobody, and no event that the operator deletes (OPS-12). */
export async function notifyOfDeletedEvents(
  ctx: Outgoing,
  tx: Queryable,
  after: Effects,
  { creatorId, byOperator, guestIds }: DeletedBy,
): Promise<void> {
  const now = nowIso(ctx);
  const kind = byOperator ? 'event_removed' : 'event_deleted';
  const isNew = await isNewAccount({ db: tx, clock: ctx.clock }, creatorId);
  const userIds = await insertDeletedEvents(tx, { creatorId, isNew, kind, now }, guestIds ?? null);
  if (userIds.length === 0) return;
  await deliver(ctx, tx, after, { kind, userIds, eventId: null, actorId: null, now });
}

/** Deletes outdated notifications, read or not. Without an actor: whoever caused them. */
export async function withdrawNotifications(
  tx: Queryable,
  after: Effects,
  news: Omit<News, 'actorId'> & { actorId: string | null },
): Promise<void> {
  const rows = rowsOf(news);
  if (rows.userIds.length === 0) return;
  await repo.deleteNotifications(tx, rows);
  after.publishUnreadCounts(rows.userIds);
}

/** Deletes outdated notifications about an event, whosever they are; what was read stays. `kinds` null: all. */
export async function withdrawUnread(
  tx: Queryable,
  after: Effects,
  about: { eventId: number; kinds: readonly NotificationKind[] | null },
): Promise<void> {
  if (about.kinds?.length !== 0) after.publishUnreadCounts(await repo.deleteUnread(tx, about));
}

/** Between the two, and about each other's events (SAFE-01). */
export const removeNotificationsBetween: Subscriber<'person_blocked'> = async (
  tx,
  after,
  { userId, otherId },
) => {
  after.publishUnreadCounts(await repo.deleteNotificationsBetween(tx, userId, otherId));
};
