import { BLOCK_TEXTS } from '@hereabouts/contract/blocks';
import { coolDownSince } from '#server/async/cool-down.ts';
import { nowIso } from '#server/clock.ts';
import type { Context } from '#server/context.ts';
import { REVOCATION, type Queryable } from '#server/db/database.ts';
import { isForeignKeyViolation } from '#server/db/errors.ts';
import { together } from '#server/db/together.ts';
import type { Effects } from '#server/effects/effects.ts';
import { HttpError } from '#server/http/errors.ts';
import { cutPage, decodeCursor, nameKey, pageLimit, type Page } from '#server/http/page-cursor.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { noteRevocations } from '#server/instance/removals.ts';
import { holdAccountsOf, type Move } from '#server/accounts/merged-guests.ts';
import * as repo from './repo.ts';

const MOVED_PER_MERGE = 10;
/** More than one pass, because the anonymous account may add blocks meanwhile. */
const PASSES = 3;

/** By name. @throws HttpError `invalid` for a malformed cursor */
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

/** Before every insert of a relation that a block must end: locks the pair for the transaction; false for a missing or suspended
 * other. Its own statement: the insert must see what was committed during the wait. */
export async function holdUnblocked(tx: Queryable, userId: string, otherId: string): Promise<boolean> {
  const pair = [userId, otherId] as const;
  const [, canRelate] = await together(repo.holdPair(tx, pair), repo.canRelate(tx, pair));
  return canRelate;
}

/** False for an id of nobody, and where one of the two has blocked the other. */
export const existsFor = (tx: Queryable, { userId }: Viewer, otherId: string): Promise<boolean> =>
  repo.existsFor(tx, [userId, otherId]);

/** Until the transaction ends no block of the pair begins or ends. */
export const holdPair = (tx: Queryable, userId: string, otherId: string): Promise<void> =>
  repo.holdPair(tx, [userId, otherId]);

export const holdPairs = repo.holdPairs;

/** Ends every relation between two people, both ways (SAFE-01). Idempotent. Works for unknown ids too, and for people who have
 * blocked the viewer. @throws HttpError `invalid` for the viewer's own id, nothing else (LIVE-10) */
export async function blockUser(
  ctx: Context,
  viewer: Pick<Viewer, 'userId'>,
  otherId: string,
  holdFirst?: (tx: Queryable) => Promise<void>,
): Promise<void> {
  if (otherId === viewer.userId) throw new HttpError('invalid', BLOCK_TEXTS.self);
  const change = async (tx: Queryable, after: Effects) => {
    await holdFirst?.(tx);
    // In the transaction: otherwise a block of an anonymous account would be lost if that is merged meanwhile.
    const pair = await holdAccountsOf(tx, [viewer.userId, otherId]);
    if (pair[0] !== pair[1]) await blockWithin(ctx, tx, after, pair);
  };
  try {
    await ctx.change(change, REVOCATION);
  } catch (error) {
    // The other has just been deleted.
    if (!isForeignKeyViolation(error)) throw error;
  }
}

async function blockWithin(ctx: Context, tx: Queryable, after: Effects, pair: repo.Pair): Promise<void> {
  const [, relation] = await together(repo.holdPair(tx, pair), repo.findRelation(tx, pair));
  if (relation.is_named) return;
  if (relation.exists) {
    await endEverything(ctx, tx, after, pair);
    // Last, because it locks the two people, as the deletion of an account does.
    await repo.insertBlock(tx, pair, nowIso(ctx));
  } else if (!(await repo.blockNobody(tx, pair, nowIso(ctx)))) return;
  await noteRevocations(ctx, tx, 'blocked', { by: pair[0], of: [pair] });
}

/** Moves blocks by and of the anonymous account to the account. */
export async function moveBlocks(ctx: Context, tx: Queryable, after: Effects, move: Move): Promise<void> {
  for (const pair of await repo.listBlocksToMove(tx, move)) await blockWithin(ctx, tx, after, pair);
}

/** Moves most blocks before the merge, whose transaction would take too long: blocks are unlimited, and each takes some fifteen
 * statements. They stay moved if the merge fails. @throws HttpError `unauthenticated` once the viewer's session has ended */
export async function moveBlocksBeforehand(ctx: Context, viewer: Viewer, anonymousId: string): Promise<void> {
  const move = { anonymousId, userId: viewer.userId };
  for (let pass = 0; pass < PASSES; pass += 1) {
    const pairs = await repo.listBlocksToMove(ctx.db, move);
    if (pairs.length <= MOVED_PER_MERGE) return;
    for (const [userId, otherId] of pairs) {
      const startedMs = ctx.clock.now();
      await blockUser(ctx, { userId }, otherId, (tx) => ctx.auth.holdSession(tx, viewer));
      await coolDownSince(ctx.clock, startedMs);
    }
  }
}

/** Events first: an invitation locks the event before the friendship, so the order avoids deadlocks. */
async function endEverything(ctx: Context, tx: Queryable, after: Effects, pair: repo.Pair): Promise<void> {
  const [userId, otherId] = pair;
  const [eventIds] = await together(
    repo.holdEventsBetween(tx, pair),
    ctx.emit(tx, after, 'person_blocked', { userId, otherId }),
    publishChanged(ctx, tx, after, pair),
  );
  if (eventIds.length > 0) await ctx.emit(tx, after, 'places_freed', { eventIds, now: nowIso(ctx) });
}

/** Only the viewer, who blocks or unblocks, is told about the other; the other gets only `event_list_changed`. */
async function publishChanged(
  ctx: Pick<Context, 'clock'>,
  tx: Queryable,
  after: Effects,
  pair: repo.Pair,
): Promise<void> {
  const [userId, otherId] = pair;
  after.recheckPeople(pair).publishToUser(userId, 'friendship_changed', { user_id: otherId });
  for (const eventId of await repo.listEventsInCommon(tx, pair, nowIso(ctx)))
    after.publishListChanged(eventId, [otherId]);
}

/** Deletes the viewer's block; idempotent. Restores nothing; a block by the other still hides both (SAFE-01). */
export async function unblockUser(ctx: Context, viewer: Viewer, otherId: string): Promise<void> {
  await ctx.change(async (tx, after) => {
    // First, in the order in which a merge locks the two accounts.
    const [pair] = await together(
      holdAccountsOf(tx, [viewer.userId, otherId]),
      ctx.auth.holdSession(tx, viewer),
    );
    // An anonymous account may be listed as nobody once it is gone.
    if (pair[1] !== otherId) await repo.deleteBlock(tx, [viewer.userId, otherId]);
    const [, wasBlocked] = await together(repo.holdPair(tx, pair), repo.deleteBlock(tx, pair));
    if (!wasBlocked) return;
    const [, exists] = await together(
      noteRevocations(ctx, tx, 'unblocked', { by: viewer.userId, of: [pair] }),
      repo.existsFor(tx, pair),
    );
    if (exists) await publishChanged(ctx, tx, after, pair);
  }, REVOCATION);
}
