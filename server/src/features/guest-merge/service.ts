import { turnKey } from '#server/rate-limits/address-key.ts';
import type { IncomingHttpHeaders } from 'node:http';
import { DAY_MS, HOUR_MS } from '@hereabouts/contract/durations';
import { GUEST_MERGE_TEXTS } from '@hereabouts/contract/guest-merge';
import { startInterval } from '#server/async/interval.ts';
import { isoAgo, nowIso } from '#server/clock.ts';
import type { Context } from '#server/context.ts';
import type { Queryable } from '#server/db/database.ts';
import { Effects } from '#server/effects/effects.ts';
import { holdGuestListsOf } from '#server/event-holds.ts';
import { eraseWithin } from '#server/features/account-data/service.ts';
import { moveBlocks, moveBlocksBeforehand } from '#server/features/blocks/service.ts';
import { HttpError } from '#server/http/errors.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { recordRevocations } from '#server/instance/removals.ts';
import * as repo from './repo.ts';

/** Moves what a guest without an account has into the viewer's account, and deletes the guest (GUEST-04). `guestToken`
 * is an access token of the guest, whose browser asks. @throws HttpError `invalid` if it is of nobody, or of an account */
export async function mergeGuest(
  ctx: Context,
  viewer: Viewer,
  guestToken: string,
  { headers, ip }: { headers: IncomingHttpHeaders; ip: string },
): Promise<void> {
  const guest = (await ctx.auth.authenticate(guestToken, { headers, from: turnKey(ip) }))?.viewer;
  if (!guest?.isAnonymous) throw guestIsGone();
  const { userId } = viewer;
  await moveBlocksBeforehand(ctx, { guestId: guest.userId, userId });
  const merged = await ctx.auth.mergeGuest({ guest, userId }, async (tx) => {
    const after = new Effects();
    await moveEverything(ctx, tx, after, { guestId: guest.userId, userId });
    await eraseWithin(ctx, tx, after, guest.userId);
    await repo.insertMerged(tx, { guestId: guest.userId, userId }, nowIso(ctx));
    await ctx.keep(tx, after);
    return after;
  });
  if (merged === null) throw guestIsGone();
  await ctx.perform(merged.result);
}

/** Blocks first, as far as they have not moved beforehand, because they decide which lists the account may be on. */
async function moveEverything(ctx: Context, tx: Queryable, after: Effects, move: repo.Move): Promise<void> {
  await holdGuestListsOf(tx, move.guestId);
  await moveBlocks(ctx, tx, after, move);
  const removedFrom = await repo.moveRemovals(tx, move);
  const of = removedFrom.map((eventId) => [eventId, move.userId] as const);
  await recordRevocations(ctx, tx, 'guest', { by: move.userId, of });
  for (const eventId of await repo.moveInvites(tx, move)) {
    after.participantsChanged(eventId, [move.userId]).publishToEvent(eventId, 'event_changed');
    after.listChanged(eventId, [move.userId]);
  }
  for (const eventId of await repo.moveMessages(tx, move)) after.publishToChat(eventId, 'chat_changed', {});
  after.notified(await repo.moveNotifications(tx, move));
  await repo.moveReports(tx, move);
}

/** How long an open page may go on showing the guest. */
const KEPT_MS = DAY_MS;

/** Forgets what the guests of yesterday have become. */
export const startForgettingMerged = (ctx: Context): (() => Promise<void>) =>
  startInterval(ctx, {
    everyMs: HOUR_MS,
    failure: 'could not forget merged guests',
    work: () => repo.deleteMergedBefore(ctx.db, isoAgo(ctx, KEPT_MS)),
  });

const guestIsGone = () =>
  new HttpError('invalid', GUEST_MERGE_TEXTS.guestIsGone, { guest_token: GUEST_MERGE_TEXTS.guestIsGone });
