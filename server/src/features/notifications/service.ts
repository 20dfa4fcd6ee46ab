import * as z from 'zod/mini';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@hereabouts/contract/durations';
import type { Subscriber } from '#server/domain-events.ts';
import { isoAgo, nowIso } from '#server/clock.ts';
import type { Context } from '#server/context.ts';
import type { Queryable } from '#server/db/database.ts';
import type { NotificationKind } from '#server/db/schema.ts';
import { Effects } from '#server/effects/effects.ts';
import { planNewsMails } from '#server/features/news-mails/service.ts';
import { planPushes, type Cause } from '#server/features/push/service.ts';
import { cutPage, decodeCursor, pageLimit, type Page } from '#server/http/page-cursor.ts';
import { rateLimited } from '#server/http/errors.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { startInterval } from '#server/async/interval.ts';
import { inParts, restSince } from '#server/async/rest.ts';
import { isNewAccount } from '#server/new-accounts.ts';
import { partsOf } from '#server/parts-of.ts';
import * as repo from './repo.ts';

const LOOK_FOR_STARTS_EVERY_MS = 15_000;
/** Starts missed for longer, by a restart say, are not notified. */
const START_IS_NEWS_FOR_MS = HOUR_MS;
/** In one part of a run: events looked at and people told of their start; people trimmed and rows deleted; rows of one person
 * marked as read. */
const AT_ONCE = { starts: 20, told: 500, trimmed: 20, deleted: 1_000, read: 500 };
const SWEEP_EVERY_MS = HOUR_MS;
const SWEEP_MAX = 10_000;
const TRIM_EVERY_MS = MINUTE_MS;
/** Of each person, the newest. One other person cannot displace what others caused. */
const KEPT_MAX = 300;
const KEPT_OF_ACTOR_MAX = 100;
const READ_KEPT_MS = 30 * DAY_MS;
const KEPT_MS = 90 * DAY_MS;

/** What sends news to devices and addresses. */
export type Outgoing = Pick<Context, 'jobs' | 'clock' | 'config'>;
export type Notifier = Outgoing & Pick<Context, 'notificationBudget'>;

const listKey = z.tuple([z.int()]);

export type News = {
  /** The others have functions of their own. */
  kind: Exclude<
    NotificationKind,
    | 'event_live'
    | 'event_removed'
    | 'own_event_removed'
    | 'event_deleted'
    | 'rsvp_received'
    | 'friend_sharing'
    | 'reminder'
    | 'answer_reminder'
  >;
  userIds: Iterable<string>;
  eventId?: number;
  /** Never notified themselves. */
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

/** Adds notifications in the transaction that causes them. Unread ones of the same kind, event and actor are
 * merged and move to the top. @throws HttpError `rate_limited` when the actor has caused too many; never for a
 * cancellation, which is a revocation */
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
  await tell(ctx, tx, after, { ...rows, now });
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

async function tell(
  ctx: Outgoing,
  tx: Queryable,
  after: Effects,
  { cause, ...rows }: repo.NewRows & { cause?: Cause },
): Promise<void> {
  await repo.insertNotifications(tx, rows);
  await plan(ctx, tx, rows, cause);
  after.notified(rows.userIds);
}

async function plan(ctx: Outgoing, tx: Queryable, rows: repo.NewRows, cause?: Cause): Promise<void> {
  const { kind, userIds, eventId, actorId, now } = rows;
  const subject = { kind, event_id: eventId, actor_id: actorId };
  const withoutDevice = await planPushes(ctx, tx, { userIds, ...subject }, cause);
  await planNewsMails(ctx, tx, { kind, userIds: withoutDevice, now });
}

/** To the creator of an event, in one notification for all answers that have not been read (NOTE-01). Somebody who answers
 * over and over is not told of any more; the answer counts all the same. */
export async function notifyOfAnswer(
  ctx: Notifier,
  tx: Queryable,
  after: Effects,
  { eventId, creatorId, guestId }: { eventId: number; creatorId: string; guestId: string },
  now: string,
): Promise<void> {
  if (creatorId === guestId || takeFromBudget(ctx, after, { by: guestId, count: 1 }) > 0) return;
  const rows = { kind: 'rsvp_received' as const, userIds: [creatorId], eventId, actorId: null, now };
  // Its push stands for the answers of others too, which must not wait in the turns of one guest.
  await tell(ctx, tx, after, { ...rows, cause: { userId: guestId, isPaced: false } });
}

/** For reminders of the times that somebody has set, and for places, which nobody causes. */
export async function notifyOfItself(
  ctx: Outgoing,
  tx: Queryable,
  after: Effects,
  news: { kind: NotificationKind; userIds: readonly string[]; eventId: number; cause?: Cause },
  now: string,
): Promise<void> {
  if (news.userIds.length === 0) return;
  await tell(ctx, tx, after, { ...news, actorId: null, now });
}

/** To friends who take part, once an event (PUSH-02). */
export async function notifyOfSharing(
  ctx: Notifier,
  tx: Queryable,
  after: Effects,
  { eventId, userIds, actorId }: { eventId: number; userIds: readonly string[]; actorId: string },
  now: string,
): Promise<void> {
  if (userIds.length === 0 || takeFromBudget(ctx, after, { by: actorId, count: userIds.length }) > 0) return;
  const told = await repo.insertSharingNotifications(tx, { eventId, userIds, actorId, now });
  await plan(ctx, tx, { kind: 'friend_sharing', userIds: told, eventId, actorId, now });
  after.notified(told);
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
    await tell(ctx, tx, after, { kind, userIds, eventId: null, actorId: null, now });
  }
}

type DeletedBy = { creatorId: string; byOperator: boolean; guestIds?: readonly string[] };

/** In the transaction that deletes an account, before its events: tells their guests which ones are off, as of a
 * cancellation (SAFE-03). It names nobody, and lasts without the events. What the operator deletes is not named (OPS-12). */
export async function notifyOfDeletedEvents(
  ctx: Outgoing,
  tx: Queryable,
  after: Effects,
  { creatorId, byOperator, guestIds }: DeletedBy,
): Promise<void> {
  const now = nowIso(ctx);
  const kind = byOperator ? 'event_removed' : 'event_deleted';
  const isNew = await isNewAccount({ db: tx, clock: ctx.clock }, creatorId);
  const userIds = await repo.insertDeletedEvents(tx, { creatorId, isNew, kind, now }, guestIds ?? null);
  if (userIds.length === 0) return;
  await plan(ctx, tx, { kind, userIds, eventId: null, actorId: null, now });
  after.notified(userIds);
}

/** Deletes outdated notifications, read or not; without an actor, whoever caused them. */
export async function takeBack(
  tx: Queryable,
  after: Effects,
  news: Omit<News, 'actorId'> & { actorId: string | null },
): Promise<void> {
  const rows = rowsOf(news);
  if (rows.userIds.length === 0) return;
  await repo.deleteNotifications(tx, rows);
  after.notified(rows.userIds);
}

export const removeNotificationsBetween: Subscriber<'person_blocked'> = async (
  tx,
  after,
  { userId, otherId },
) => {
  await repo.deleteNotificationsBetween(tx, userId, otherId);
  after.notified([userId, otherId]);
};

/** Unread counts for the hint. */
export const countUnread = (
  { db }: Pick<Context, 'db'>,
  userIds: readonly string[],
): Promise<{ user_id: string; unread_count: number }[]> => repo.countUnread(db, userIds);

/** A page, newest first, and the unread count. @throws HttpError `invalid` for a malformed cursor */
export async function listNotifications(
  ctx: Context,
  viewer: Viewer,
  query: { cursor?: string | undefined; limit?: number | undefined },
): Promise<Page<repo.NotificationRow> & { unreadCount: number }> {
  const limit = pageLimit(query.limit);
  const [before = null] = decodeCursor(listKey, query.cursor) ?? [];
  const { notifications, unread_count } = await repo.listNotifications(ctx.db, {
    userId: viewer.userId,
    before,
    limit: limit + 1,
    now: nowIso(ctx),
  });
  return { ...cutPage(notifications, limit, (row) => [row.id]), unreadCount: unread_count };
}

/** Marks everything up to an id as read; returns the unread count. */
export async function markRead(ctx: Context, viewer: Viewer, upToId: number): Promise<number> {
  const { userId } = viewer;
  const asked = { userId, upToId, now: nowIso(ctx), limit: AT_ONCE.read };
  const hasChanged = (await inParts(ctx.clock, AT_ONCE.read, () => repo.markRead(ctx.db, asked))) > 0;
  const [count] = await repo.countUnread(ctx.db, [userId]);
  const payload = { unread_count: count?.unread_count ?? 0 };
  if (hasChanged) await ctx.perform(new Effects().publishToUser(userId, 'notifications_changed', payload));
  return payload.unread_count;
}

/** Notifies participants that an event has started; not for an event created after its start. In parts: thousands may
 * start in one minute. Safe with several processes: a constraint allows one notification per person and event. */
export async function notifyOfStarts(ctx: Context, isStopping = () => false): Promise<void> {
  let after: repo.Started = { start_time: isoAgo(ctx, START_IS_NEWS_FOR_MS), id: 0 };
  let startedMs = ctx.clock.now();
  let events = await listStarted(ctx, after);
  while (events.length > 0 && !isStopping()) {
    const { isAll } = await notifyOfStartsOf(ctx, events);
    if (isAll && events.length < AT_ONCE.starts) return;
    await restSince(ctx.clock, startedMs);
    startedMs = ctx.clock.now();
    after = events.at(-1) ?? after;
    if (isAll) events = await listStarted(ctx, after);
  }
}

const listStarted = (ctx: Context, after: repo.Started) =>
  repo.listStarted(ctx.db, { after, now: nowIso(ctx), limit: AT_ONCE.starts });

async function notifyOfStartsOf(ctx: Context, events: readonly repo.Started[]): Promise<{ isAll: boolean }> {
  const eventIds = events.map(({ id }) => id);
  return await ctx.change(async (tx, after) => {
    const now = nowIso(ctx);
    const told = await repo.insertLiveNotifications(tx, { eventIds, now, limit: AT_ONCE.told });
    for (const [eventId, people] of Map.groupBy(told, (row) => row.event_id)) {
      const userIds = people.map((row) => row.user_id);
      await plan(ctx, tx, { kind: 'event_live', userIds, eventId, actorId: null, now });
      after.notified(userIds);
    }
    return { isAll: told.length < AT_ONCE.told };
  });
}

export const sweepNotifications = (ctx: Pick<Context, 'clock' | 'db'>): Promise<number> =>
  repo.deleteOld(ctx.db, {
    readBefore: isoAgo(ctx, READ_KEPT_MS),
    before: isoAgo(ctx, KEPT_MS),
    limit: SWEEP_MAX,
  });

/** Deletes what people who were told of something lately have beyond the newest. */
export async function trimNotifications(ctx: Context, isStopping = () => false): Promise<void> {
  const people = await repo.listNotified(ctx.db, isoAgo(ctx, 2 * TRIM_EVERY_MS));
  const limits = { kept: KEPT_MAX, keptOfActor: KEPT_OF_ACTOR_MAX, limit: AT_ONCE.deleted };
  for (const userIds of partsOf(people, AT_ONCE.trimmed)) {
    if (isStopping()) return;
    const startedMs = ctx.clock.now();
    await inParts(ctx.clock, AT_ONCE.deleted, () => repo.deleteSurplus(ctx.db, userIds, limits));
    if (people.length > AT_ONCE.trimmed) await restSince(ctx.clock, startedMs);
  }
}

/** Runs the checks for starts and for what is too old or too much; the result stops them and waits for running work. */
export function startNotifications(ctx: Context): () => Promise<void> {
  const stops = [
    startInterval(ctx, {
      everyMs: LOOK_FOR_STARTS_EVERY_MS,
      failure: 'could not tell of started events',
      work: (isStopping) => notifyOfStarts(ctx, isStopping),
    }),
    startInterval(ctx, {
      everyMs: SWEEP_EVERY_MS,
      failure: 'could not sweep the notifications',
      work: () => sweepNotifications(ctx),
    }),
    startInterval(ctx, {
      everyMs: TRIM_EVERY_MS,
      failure: 'could not trim the notifications',
      work: (isStopping) => trimNotifications(ctx, isStopping),
    }),
  ];
  return async () => {
    for (const stop of stops) await stop();
  };
}
