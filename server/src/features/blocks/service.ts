import { BLOCK_MESSAGES } from '@hereabouts/contract/blocks';
import { nowIso, type Context } from '#server/context.ts';
import type { Queryable } from '#server/db/database.ts';
import { isForeignKeyViolation } from '#server/db/errors.ts';
import { tellEvent, tellListsOf, tellUnshared } from '#server/features/events/service.ts';
import { tellNotified } from '#server/features/notifications/service.ts';
import { tellUser } from '#server/features/users/service.ts';
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
 * nobody is kept and listed too: one who has blocked the viewer looks like that, and is blocked back.
 * @throws HttpError `invalid` for oneself, and for too many who are nobody
 */
export async function blockUser(ctx: Context, viewer: Viewer, otherId: string): Promise<void> {
  if (otherId === viewer.userId) throw new HttpError('invalid', BLOCK_MESSAGES.self);
  const pair: repo.Pair = [viewer.userId, otherId];
  const ended = await ctx.db
    .transaction(
      async (tx) => {
        await repo.holdPair(tx, pair);
        if (await repo.isBlocker(tx, pair)) return null;
        if (await repo.existsFor(tx, pair)) {
          await repo.insertBlock(tx, pair, nowIso(ctx));
          return await endEverything(tx, pair);
        }
        if (await repo.blockNobody(tx, pair, nowIso(ctx))) return null;
        throw new HttpError('invalid', BLOCK_MESSAGES.tooMany);
      },
      { retries: RETRIES },
    )
    .catch((error: unknown) => {
      // The account has just been deleted.
      if (isForeignKeyViolation(error)) return null;
      throw error;
    });
  if (ended === null) return;
  tellOfBlock(ctx, pair, ended);
  await tellNotified(ctx, pair);
}

type Ended = { invites: readonly repo.Lost[]; sharing: readonly repo.Lost[] };

/** Events first: whoever invites holds theirs before the friendship it rests on, and so never waits in a circle. */
async function endEverything(tx: Queryable, pair: repo.Pair): Promise<Ended> {
  await repo.holdEventsBetween(tx, pair);
  await repo.deleteFriendshipBetween(tx, pair);
  const invites = await repo.deleteInvitesBetween(tx, pair);
  const sharing = await repo.deleteSharingBetween(tx, pair);
  await repo.deleteNotificationsBetween(tx, pair);
  return { invites, sharing };
}

/** Hints that say no more than any other end of a friendship or invitation does. */
function tellOfBlock(ctx: Context, [userId, otherId]: repo.Pair, { invites, sharing }: Ended): void {
  ctx.realtime.recheckPeople([userId, otherId]);
  for (const lost of sharing) tellUnshared(ctx, lost.event_id, [lost.user_id]);
  tellPair(ctx, [userId, otherId]);
  for (const { event_id: eventId, user_id: guestId } of invites) {
    tellEvent(ctx, eventId, 'event_changed', { event_id: eventId });
    tellListsOf(ctx, [guestId], eventId);
  }
}

function tellPair(ctx: Context, [userId, otherId]: repo.Pair): void {
  tellUser(ctx, userId, 'friendship_changed', { user_id: otherId });
  tellUser(ctx, otherId, 'friendship_changed', { user_id: userId });
}

/**
 * Takes the viewer's own block back; without one nothing happens. Nothing that it ended comes back, and where the other
 * blocks the viewer too the two still do not exist for each other (SAFE-01).
 */
export async function unblockUser(ctx: Context, viewer: Viewer, otherId: string): Promise<void> {
  const pair: repo.Pair = [viewer.userId, otherId];
  const isOver = await ctx.db.transaction(async (tx) => {
    await repo.holdPair(tx, pair);
    return (await repo.deleteBlock(tx, pair)) && (await repo.existsFor(tx, pair));
  });
  if (!isOver) return;
  // Chats at which both are guests show them to each other again.
  ctx.realtime.recheckPeople(pair);
  tellPair(ctx, pair);
}
