import type { Queryable } from '#server/db/database.ts';
import { FRIEND_LINK_LIFETIME_MS, FRIEND_LINK_TEXTS } from '@hereabouts/contract/friend-links';
import { isOwnFriendLink } from '#server/access/friend-links.ts';
import type { Subscriber } from '#server/domain-events.ts';
import { isoIn, nowIso } from '#server/clock.ts';
import type { Context } from '#server/context.ts';
import { Effects } from '#server/effects/effects.ts';
import { holdUnblocked } from '#server/features/blocks/service.ts';
import { befriend } from '#server/features/friendships/service.ts';
import { HttpError, rateLimited } from '#server/http/errors.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { deriveLinkToken, hashLinkToken, newSalt } from '#server/lib/link-token.ts';
import { createRateLimit, type RateLimit } from '#server/rate-limits/memory-limit.ts';
import * as repo from './repo.ts';

const WRONG_TOKENS_MAX = 30;
const WRONG_TOKENS_WINDOW_MS = 10 * 60_000;

export type OwnLink = { token: string; expires_at: string };

/** Per person, because guests share a network address; signed out, 128 bits cannot be guessed. */
export const createGuessLimit = ({ clock }: Pick<Context, 'clock'>): RateLimit =>
  createRateLimit({ max: WRONG_TOKENS_MAX, windowMs: WRONG_TOKENS_WINDOW_MS }, clock);

const deriveToken = ({ auth }: Context, ownerId: string, salt: string): string =>
  deriveLinkToken(auth.deriveKey('friend links'), ownerId, salt);

/** Null also if the key has changed. */
export async function getFriendLink(ctx: Context, viewer: Viewer): Promise<OwnLink | null> {
  const link = await repo.findOwnLink(ctx.db, viewer.userId, nowIso(ctx));
  if (link === undefined) return null;
  const token = deriveToken(ctx, link.owner_id, link.salt);
  return hashLinkToken(token) === link.token_hash ? { token, expires_at: link.expires_at } : null;
}

/** Ends the previous link. @throws HttpError `unauthenticated` for a session just ended */
export async function createFriendLink(ctx: Context, viewer: Viewer): Promise<OwnLink> {
  const salt = newSalt();
  const token = deriveToken(ctx, viewer.userId, salt);
  const expiresAt = isoIn(ctx, FRIEND_LINK_LIFETIME_MS);
  const link = { owner_id: viewer.userId, salt, token_hash: hashLinkToken(token), expires_at: expiresAt };
  await ctx.change(async (tx, after) => {
    await ctx.auth.holdSession(tx, viewer);
    await repo.insertOrReplaceLink(tx, link, nowIso(ctx));
    after.publishToUser(viewer.userId, 'account_changed', {});
  });
  return { token, expires_at: expiresAt };
}

/** In the caller's transaction; idempotent. */
export async function endFriendLink(tx: Queryable, userId: string): Promise<void> {
  await repo.deleteLink(tx, userId);
}

async function endShownLink(tx: Queryable, after: Effects, userId: string): Promise<void> {
  if (await repo.deleteLink(tx, userId)) after.publishToUser(userId, 'account_changed', {});
}

/** Ends the link of whoever refuses or ends a friendship: the other may have it and could be a friend again. Whoever unfriends a
 * link's owner can no longer use that link: otherwise they could come back as often as they are removed. */
export const endLinkOfRefuser: Subscriber<'friendship_refused'> = async (
  tx,
  after,
  { byId, otherId, wereFriends },
) => {
  await endShownLink(tx, after, byId);
  if (wereFriends) await repo.leaveLink(tx, otherId, byId);
};

/** In the transaction that deletes the account, before it locks people. */
export const forgetWhoLeft = (tx: Queryable, userId: string): Promise<void> => repo.forgetWhoLeft(tx, userId);

/** The blocked person may have the blocker's link (SAFE-01). */
export const endLinkOfBlocker: Subscriber<'person_blocked'> = (tx, after, { userId }) =>
  endShownLink(tx, after, userId);

/** Idempotent. */
export async function revokeFriendLink(ctx: Context, viewer: Viewer): Promise<void> {
  if (!(await repo.deleteLink(ctx.db, viewer.userId))) return;
  await ctx.perform(new Effects().publishToUser(viewer.userId, 'account_changed', {}));
}

/** The link's owner and their relationship to the viewer, who may be signed out. @throws HttpError `not_found`, alike for any
 * link that does not work; `rate_limited` */
export function openFriendLink(
  ctx: Context,
  guesses: RateLimit,
  viewer: Viewer | null,
  token: string,
): Promise<repo.OfferRow> {
  return lookUp(guesses, viewer, () =>
    repo.findOffer(ctx.db, hashLinkToken(token), viewer?.userId ?? null, nowIso(ctx)),
  );
}

/** The owner agreed by showing the link, the viewer by this request. @throws HttpError as `openFriendLink`, also for whoever
 * ended that friendship since; `invalid` for the viewer's own link; `unauthenticated` for a session just ended */
export async function befriendByLink(
  ctx: Context,
  guesses: RateLimit,
  viewer: Viewer,
  token: string,
): Promise<{ ownerId: string; wereFriends: boolean }> {
  return await lookUp(guesses, viewer, () =>
    ctx.change(async (tx, after) => {
      await ctx.auth.holdSession(tx, viewer);
      const now = nowIso(ctx);
      const use = { tokenHash: hashLinkToken(token), viewerId: viewer.userId, now };
      const link = await repo.findLink(tx, use);
      if (link === undefined) return undefined;
      if (isOwnFriendLink(viewer, link)) throw new HttpError('invalid', FRIEND_LINK_TEXTS.own);
      if (!(await holdUnblocked(tx, viewer.userId, link.owner_id))) return undefined;
      const people = { requesterId: viewer.userId, addresseeId: link.owner_id, now };
      const wereFriends = !(await befriend(ctx, tx, after, people));
      // Checked last, in the lock order of ending a friendship: the link may have ended meanwhile.
      if (!(await repo.holdLink(tx, use))) throw linkGone();
      return { ownerId: link.owner_id, wereFriends };
    }),
  );
}

async function lookUp<T>(
  guesses: RateLimit,
  viewer: Viewer | null,
  find: () => Promise<T | undefined>,
): Promise<T> {
  const waitMs = viewer === null ? 0 : guesses.take(viewer.userId);
  if (waitMs > 0) throw rateLimited(waitMs);
  let isWrong = false;
  try {
    const found = await find();
    if (found !== undefined) return found;
    isWrong = true;
  } finally {
    if (!isWrong && viewer !== null) guesses.refund(viewer.userId);
  }
  throw linkGone();
}

const linkGone = () => new HttpError('not_found', FRIEND_LINK_TEXTS.gone);
