import { turnKey } from '#server/rate-limits/address-key.ts';
import type { IncomingHttpHeaders } from 'node:http';
import { DAY_MS, HOUR_MS } from '@hereabouts/contract/durations';
import { GUEST_MERGE_TEXTS } from '@hereabouts/contract/guest-merge';
import type { Move } from '#server/accounts/merged-guests.ts';
import { startInterval } from '#server/async/interval.ts';
import { coolDownSince } from '#server/async/cool-down.ts';
import { isoAgo, nowIso } from '#server/clock.ts';
import type { Context } from '#server/context.ts';
import { AFTER_DEADLOCK, type Queryable } from '#server/db/database.ts';
import { Effects } from '#server/effects/effects.ts';
import { holdGuestLists } from '#server/events/event-holds.ts';
import {
  eraseInTransaction,
  holdPerson,
  moveHiddenAuthors,
} from '#server/features/account-data/erasure-service.ts';
import { holdPairs, moveBlocks, moveBlocksBeforehand } from '#server/features/blocks/service.ts';
import { moveMutes } from '#server/features/notification-settings/service.ts';
import { HttpError } from '#server/http/errors.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { noteRemoval, noteRevocations } from '#server/instance/removals.ts';
import * as repo from './repo.ts';

const MESSAGES_PER_BATCH = 500;

/** Moves what an anonymous account has into the viewer's account (GUEST-04). `guestToken`: an access token of the anonymous
 * account, from its browser. @throws HttpError `invalid` for a token of nobody or of another account; `unauthenticated` once the
 * viewer's session has ended: whoever has stolen it brings nothing more along */
export async function mergeGuest(
  ctx: Context,
  viewer: Viewer,
  guestToken: string,
  { headers, ip }: { headers: IncomingHttpHeaders; ip: string },
): Promise<void> {
  const anonymous = (await ctx.auth.authenticate(guestToken, { headers, from: turnKey(ip) }))?.viewer;
  if (!anonymous?.isAnonymous) throw guestIsGone();
  const { userId } = viewer;
  await moveBlocksBeforehand(ctx, viewer, anonymous.userId);
  await moveMessagesBeforehand(ctx, viewer, anonymous.userId);
  const move = { anonymousId: anonymous.userId, userId };
  const merged = await ctx.auth.mergeGuest({ anonymous, userId }, async (tx) => {
    await ctx.auth.holdSession(tx, viewer);
    const after = new Effects();
    await moveEverything(ctx, tx, after, move);
    await noteRemoval(ctx, tx, 'user', move.anonymousId, move.anonymousId);
    await eraseInTransaction(ctx, tx, after, move.anonymousId);
    await repo.insertMerged(tx, move, nowIso(ctx));
    await ctx.keep(tx, after);
    return after;
  });
  if (merged === null) throw guestIsGone();
  await ctx.perform(merged.result);
}

/** Most messages move before the merge, whose transaction would take too long for tens of thousands. They stay moved if it fails.
 * Blocks go with each batch, so that nobody sees under the account's name what they did not see before (SAFE-01). */
async function moveMessagesBeforehand(ctx: Context, viewer: Viewer, anonymousId: string): Promise<void> {
  const eventIds = new Set<number>();
  try {
    let ids = await repo.listMessageIds(ctx.db, anonymousId, MESSAGES_PER_BATCH);
    while (ids.length === MESSAGES_PER_BATCH) {
      const startedMs = ctx.clock.now();
      for (const eventId of await moveBatch(ctx, viewer, anonymousId, ids)) eventIds.add(eventId);
      ids = await repo.listMessageIds(ctx.db, anonymousId, MESSAGES_PER_BATCH);
      await coolDownSince(ctx.clock, startedMs);
    }
  } finally {
    const after = new Effects();
    for (const eventId of eventIds) after.publishToChat(eventId, 'chat_changed', {});
    await ctx.perform(after);
  }
}

const moveBatch = (
  ctx: Context,
  viewer: Viewer,
  anonymousId: string,
  ids: readonly string[],
): Promise<number[]> =>
  ctx.change(async (tx, after) => {
    await ctx.auth.holdSession(tx, viewer);
    const move = { anonymousId, userId: viewer.userId };
    await moveBlocks(ctx, tx, after, move);
    return await repo.moveTheseMessages(tx, move, ids);
  }, AFTER_DEADLOCK);

/** The remaining blocks first: they decide which lists the account may be on. */
async function moveEverything(ctx: Context, tx: Queryable, after: Effects, move: Move): Promise<void> {
  // Holds off blocks between the account and the creators.
  await holdPairs(tx, move.userId, await repo.listCreators(tx, move));
  await holdGuestLists(tx, await repo.listEventIds(tx, move));
  await moveBlocks(ctx, tx, after, move);
  // After the events, in the common lock order. From here on other tabs of the anonymous account wait, and are refused.
  await holdPerson(tx, move.anonymousId);
  await moveHiddenAuthors(tx, move);
  const removedFrom = await repo.moveRemovals(tx, move);
  const of = removedFrom.map((eventId) => [eventId, move.userId] as const);
  await noteRevocations(ctx, tx, 'guest', { by: move.userId, of });
  for (const eventId of await repo.moveInvites(tx, move)) {
    // One query each after the commit; others get their turn in between.
    after.recheckParticipants(eventId, [move.userId]).publishToEvent(eventId, 'event_changed');
    after.publishListChanged(eventId, [move.userId]);
  }
  for (const eventId of await repo.moveMessages(tx, move)) after.publishToChat(eventId, 'chat_changed', {});
  after.publishUnreadCounts(await repo.moveNotifications(tx, move));
  await repo.moveReports(tx, move);
  await moveMutes(tx, move, nowIso(ctx));
}

/** An open page may go on showing a merged account. */
const KEPT_MS = DAY_MS;

/** Forgets which accounts the anonymous accounts of yesterday have become. */
export const startForgettingMerged = (ctx: Context): (() => Promise<void>) =>
  startInterval(ctx, {
    everyMs: HOUR_MS,
    failure: 'could not forget merged guests',
    work: () => repo.deleteMergedBefore(ctx.db, isoAgo(ctx, KEPT_MS)),
  });

const guestIsGone = () =>
  new HttpError('invalid', GUEST_MERGE_TEXTS.guestIsGone, { guest_token: GUEST_MERGE_TEXTS.guestIsGone });
