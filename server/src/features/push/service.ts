import { DAY_MS, SECOND_MS } from '@hereabouts/contract/durations';
import { PUSH_SUBSCRIPTIONS_MAX, PUSH_TEXTS, type OwnPush, type ShownNews } from '@hereabouts/contract/push';
import { isoAgo, nowIso } from '#server/clock.ts';
import type { Context } from '#server/context.ts';
import { REVOCATION, type Queryable } from '#server/db/database.ts';
import { isUniqueViolation } from '#server/db/errors.ts';
import { planNewsMails } from '#server/features/news-mails/service.ts';
import { getSettings } from '#server/features/notification-settings/service.ts';
import { HttpError } from '#server/http/errors.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { canonicalEndpoint } from '#server/push/endpoint.ts';
import { shownNews, type Shown } from '#server/push/message.ts';
import { areBrowserKeys, unreadOf } from './policy.ts';
import * as repo from './repo.ts';
import { listShown as listShownRows } from './shown-repo.ts';

const SHOWN_MAX = 60;
/** As long as a transaction may take. */
const COMMITTED_AFTER_MS = 10 * SECOND_MS;
/** How many of a person's newest chats are looked at, and how long ago these may have been pushed. */
type ReadChats = { chats: number; pushedWithinMs: number | null };
/** `own`: for a person's own request; `push`: in a batch for many people. */
export const READ_CHATS = {
  own: { chats: 1_000, pushedWithinMs: null },
  push: { chats: 100, pushedWithinMs: DAY_MS },
} satisfies Record<string, ReadChats>;

/** What a page needs to subscribe, and the settings. */
export async function getPush(ctx: Context, viewer: Viewer): Promise<OwnPush> {
  const [endpoint, settings] = await Promise.all([
    repo.findEndpoint(ctx.db, viewer.sessionId),
    getSettings(ctx, viewer.userId),
  ]);
  const has_mail = ctx.config.smtpUrl !== null && ctx.config.publicUrl !== null;
  return { public_key: ctx.pusher.publicKey, endpoint, has_mail, settings };
}

/** For the session's browser; replaces an earlier subscription of either. @throws HttpError `invalid` for an endpoint
 * that is none of a push service (PUSH-07) or keys that no browser has, `unauthenticated` for a session just ended */
export async function subscribe(
  ctx: Context,
  viewer: Viewer,
  { endpoint, keys }: { endpoint: string; keys: { p256dh: string; auth: string } },
): Promise<void> {
  if (!ctx.pusher.accepts(endpoint) || !areBrowserKeys(keys)) {
    throw new HttpError('invalid', PUSH_TEXTS.unknownEndpoint);
  }
  const { userId, sessionId } = viewer;
  const row = { user_id: userId, session_id: sessionId, endpoint: canonicalEndpoint(endpoint), ...keys };
  const save = () =>
    ctx.db.transaction(async (tx) => {
      await ctx.auth.holdSession(tx, viewer);
      const saved = { ...row, now: nowIso(ctx), max: PUSH_SUBSCRIPTIONS_MAX };
      const losing = new Set((await repo.saveSubscription(tx, saved)).toSorted());
      for (const loser of losing) await planMailsInstead(ctx, tx, loser);
      return losing;
    });
  const losers = await save().catch(async (error: unknown) => {
    // Two sessions of one browser: the later one has it.
    if (!isUniqueViolation(error)) throw error;
    return await save().catch((again: unknown) => {
      // Another account has the endpoint with the same secret and another key: those are no browser's.
      throw isUniqueViolation(again) ? new HttpError('invalid', PUSH_TEXTS.unknownEndpoint) : again;
    });
  });
  await forgetQueued(ctx, losers);
}

/** Idempotent. */
export async function unsubscribe(
  ctx: Context,
  { userId, sessionId }: Pick<Viewer, 'userId' | 'sessionId'>,
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await repo.deleteOfSession(tx, sessionId);
    await planMailsInstead(ctx, tx, userId);
  }, REVOCATION);
  await forgetQueued(ctx, [userId]);
}

/** For a session that has ended. Most have no subscription: one statement finds that out. */
export async function unsubscribeEnded(
  ctx: Context,
  session: Pick<Viewer, 'userId' | 'sessionId'>,
): Promise<void> {
  if ((await repo.findEndpoint(ctx.db, session.sessionId)) !== null) await unsubscribe(ctx, session);
}

/** In the transaction that deletes devices: without one left, the news that waits for one comes by e-mail. Returns those left. */
export async function planMailsInstead(ctx: Context, tx: Queryable, userId: string): Promise<repo.Device[]> {
  const devices = await repo.listDevicesOf(tx, [userId]);
  if (devices.length > 0) return devices;
  for (const { kind, since } of await repo.listQueuedNews(tx, userId)) {
    await planNewsMails(ctx, tx, { kind, userIds: [userId], now: since });
  }
  return devices;
}

/** Deletes what waits for devices that these people have no more, after the transaction of `planMailsInstead`. */
export async function forgetQueued(ctx: Context, userIds: Iterable<string>): Promise<void> {
  for (const userId of userIds) {
    // Again: another process may have deleted the other device at the same time.
    const devices = await planMailsInstead(ctx, ctx.db, userId);
    await ctx.jobs.forget({ userId, kept: devices.map(({ id }) => id) });
  }
}

/** What a device may go on showing (PUSH-05). */
export async function listShown(ctx: Context, { userId }: Viewer): Promise<ShownNews> {
  const shown = (await shownBy(ctx, [userId], READ_CHATS.own)).get(userId);
  return shown === undefined ? { keep: [], read_chats: [] } : shownNews(shown);
}

/** News that is older than `asOf` has been committed. */
export async function shownBy(
  ctx: Context,
  userIds: readonly string[],
  { chats, pushedWithinMs }: ReadChats,
): Promise<Map<string, Shown>> {
  const since = pushedWithinMs === null ? null : isoAgo(ctx, pushedWithinMs);
  const asOf = isoAgo(ctx, COMMITTED_AFTER_MS);
  const rows = await listShownRows(ctx.db, userIds, { since, limit: SHOWN_MAX, chats });
  return new Map(
    rows.map(({ user_id, unread, read_chats }) => {
      const isWhole = unread.length < SHOWN_MAX;
      return [user_id, { unread: unread.map(unreadOf), isWhole, read_chats, asOf }];
    }),
  );
}
