import * as z from 'zod/mini';
import { nowIso } from '#server/clock.ts';
import type { Context } from '#server/context.ts';
import { Effects } from '#server/effects/effects.ts';
import { cutPage, decodeCursor, pageLimit, type Page } from '#server/http/page-cursor.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { inBatches } from '#server/async/cool-down.ts';
import * as repo from './list-repo.ts';

const listKey = z.tuple([z.int()]);

/** Unread counts for the hint. */
export const countUnread = (
  { db }: Pick<Context, 'db'>,
  userIds: readonly string[],
): Promise<{ user_id: string; unread_count: number }[]> => repo.countUnread(db, userIds);

/** Newest first. @throws HttpError `invalid` for a malformed cursor */
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

const READ_PER_BATCH = 500;

/** Returns the unread count. */
export async function markRead(ctx: Context, viewer: Viewer, upToId: number): Promise<number> {
  const { userId } = viewer;
  const asked = { userId, upToId, now: nowIso(ctx), limit: READ_PER_BATCH };
  const hasChanged = (await inBatches(ctx.clock, READ_PER_BATCH, () => repo.markRead(ctx.db, asked))) > 0;
  const [count] = await repo.countUnread(ctx.db, [userId]);
  if (hasChanged) await ctx.perform(new Effects().publishUnreadCounts([userId]));
  return count?.unread_count ?? 0;
}
