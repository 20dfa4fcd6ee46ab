import * as z from 'zod/mini';
import { HOME_PAGE_MAX } from '@hereabouts/contract/limits';
import { isoTimeInput } from '@hereabouts/contract/schemas/values';
import { nowIso } from '#server/clock.ts';
import type { Context } from '#server/context.ts';
import { cutPage, decodeCursor, pageLimit, type Page } from '#server/http/page-cursor.ts';
import type { Viewer } from '#server/http/viewer.ts';
import * as repo from './home-repo.ts';

/** `asOf` of the first page, then section, time and id of the last event. */
const homeKey = z.tuple([isoTimeInput, z.literal([0, 1]), isoTimeInput, z.int()]);

/** HOME-08 to HOME-11. @throws HttpError `invalid` for a malformed cursor */
export async function listHome(
  ctx: Context,
  viewer: Viewer,
  query: { cursor?: string | undefined; limit?: number | undefined },
): Promise<Page<repo.HomeRow> & { beside: repo.BesideEvents }> {
  const now = nowIso(ctx);
  const [asOf, ...after] = decodeCursor(homeKey, query.cursor) ?? [now];
  const limit = Math.min(pageLimit(query.limit), HOME_PAGE_MAX);
  const { rows, beside } = await repo.listHome(ctx.db, {
    userId: viewer.userId,
    now,
    asOf,
    after: after.length === 0 ? null : after,
    limit: limit + 1,
  });
  return { ...cutPage(rows, limit, (row) => [asOf, row.section, row.sort_time, row.id]), beside };
}
