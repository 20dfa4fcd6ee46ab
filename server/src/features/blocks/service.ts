import { BLOCK_TEXTS } from '@hereabouts/contract/blocks';
import { nowIso } from '#server/clock.ts';
import type { Context } from '#server/context.ts';
import type { Queryable } from '#server/db/database.ts';
import { isForeignKeyViolation } from '#server/db/errors.ts';
import type { Effects } from '#server/effects/effects.ts';
import { HttpError } from '#server/http/errors.ts';
import { cutPage, decodeCursor, nameKey, pageLimit, type Page } from '#server/http/page-cursor.ts';
import type { Viewer } from '#server/http/viewer.ts';
import * as repo from './repo.ts';

/** A deadlock with an answer or an invitation that came the other way round is run again. */
const RETRIES = 3;

/**
 * A page of the people the viewer has blocked, by name.
 * @throws HttpError `invalid` for a cursor that is none
 */
export async function listBlocked(
  ctx: Context,
  viewer: Viewer,
  query: { cursor?: string | undefined; limit?: number | undefined },
): Promise<Page<repo.BlockedRow>> {
  const limit = pageLimit(query.limit);
  const after = decodeCursor(nameKey, query.cursor);
  const rows = await repo.listBlocked(ctx.db, { userId: viewer.userId, after, limit: limit + 1 });
  return cutPage(rows, limit, (row) => [row.sort_name, row.id]);
}

/**
 * For whatever makes something between two people that a block must not leave behind: holds the pair until the
 * transaction ends, so that a block comes before or after it, and tells whether the other exists for the person. Call it
 * before the insert, as a statement of its own: what is read after the wait must not be older than it.
 */
export async function holdUnblocked(tx: Queryable, userId: string, otherId: string): Promise<boolean> {
  await repo.holdPair(tx, [userId, otherId]);
  return await repo.existsFor(tx, [userId, otherId]);
}

/**
 * Ends everything between two people, both ways, in one transaction (SAFE-01). Blocking again changes nothing. Blocking
 * nobody is kept and listed too: one who has blocked the viewer looks like that, and is blocked back. Never refused but
 * for oneself (LIVE-10).
 * @throws HttpError `invalid` for oneself
 */
export async function blockUser(ctx: Context, viewer: Viewer, otherId: string): Promise<void> {
  if (otherId === viewer.userId) throw new HttpError('invalid', BLOCK_TEXTS.self);
  const pair: repo.Pair = [viewer.userId, otherId];
  await ctx
    .change(
      async (tx, after) => {
        await repo.holdPair(tx, pair);
        if (await repo.isNamedBlock(tx, pair)) return;
        if (await repo.existsFor(tx, pair)) {
          await repo.insertBlock(tx, pair, nowIso(ctx));
          await endEverything(ctx, tx, after, pair);
        } else await repo.blockNobody(tx, pair, nowIso(ctx));
      },
      { retries: RETRIES },
    )
    .catch((error: unknown) => {
      // The account has just been deleted.
      if (!isForeignKeyViolation(error)) throw error;
    });
}

/**
 * Events first: whoever invites holds theirs before the friendship it rests on, and so never waits in a circle. The hints
 * say no more than any other end of a friendship or invitation does.
 */
async function endEverything(ctx: Context, tx: Queryable, after: Effects, pair: repo.Pair): Promise<void> {
  await repo.holdEventsBetween(tx, pair);
  const [userId, otherId] = pair;
  await ctx.announce(tx, after, 'person_blocked', { userId, otherId });
  after.recheckPeople(pair).friendshipChanged(userId, otherId);
}

/**
 * Takes the viewer's own block back; without one nothing happens. Nothing that it ended comes back, and where the other
 * blocks the viewer too the two still do not exist for each other (SAFE-01).
 */
export async function unblockUser(ctx: Context, viewer: Viewer, otherId: string): Promise<void> {
  const pair: repo.Pair = [viewer.userId, otherId];
  await ctx.change(async (tx, after) => {
    await repo.holdPair(tx, pair);
    if (!(await repo.deleteBlock(tx, pair)) || !(await repo.existsFor(tx, pair))) return;
    // Chats at which both are guests show them to each other again.
    after.recheckPeople(pair).friendshipChanged(...pair);
  });
}
