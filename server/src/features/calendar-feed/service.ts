import { DAY_MS } from '@hereabouts/contract/durations';
import { turnKey } from '#server/rate-limits/address-key.ts';
import { isoAgo, nowIso } from '#server/clock.ts';
import type { Context } from '#server/context.ts';
import type { Queryable } from '#server/db/database.ts';
import { notFound } from '#server/http/errors.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { deriveLinkToken, hashLinkToken, newSalt, shownToken } from '#server/lib/link-token.ts';
import type { FeedLimits } from './policy.ts';
import * as repo from './repo.ts';

const PAST_MS = 90 * DAY_MS;

const deriveToken = ({ auth }: Context, userId: string, salt: string): string =>
  deriveLinkToken(auth.deriveKey('calendar feeds'), userId, salt);

/** Without a token if the key has changed. */
export async function getFeed(ctx: Context, { userId }: Viewer): Promise<{ token: string | null } | null> {
  const feed = await repo.findFeed(ctx.db, userId);
  if (feed === undefined) return null;
  return { token: shownToken(deriveToken(ctx, userId, feed.salt), feed.token_hash) };
}

/** Ends the previous address. @throws HttpError `unauthenticated` for a session just ended */
export async function createFeed(ctx: Context, viewer: Viewer): Promise<{ token: string }> {
  const { userId } = viewer;
  const salt = newSalt();
  const token = deriveToken(ctx, userId, salt);
  const feed = { userId, salt, tokenHash: hashLinkToken(token), now: nowIso(ctx) };
  await ctx.db.transaction(async (tx) => {
    await ctx.auth.holdSession(tx, viewer);
    await repo.insertOrReplaceFeed(tx, feed);
  });
  return { token };
}

/** In the caller's transaction. */
export const endFeed = (tx: Queryable, userId: string): Promise<void> => repo.deleteFeed(tx, userId);

export type FeedState = { userId: string; version: string; tokenHash: string; now: string; since: string };

/** @throws HttpError `not_found` for an address that does not work, and of somebody who is suspended */
export async function getFeedState(
  ctx: Context,
  limits: FeedLimits,
  { token, ip }: { token: string; ip: string },
): Promise<FeedState> {
  const tokenHash = hashLinkToken(token);
  limits.countRequest(tokenHash, ip);
  const now = nowIso(ctx);
  const since = isoAgo(ctx, PAST_MS);
  const found = await limits.looks(turnKey(ip), () => repo.findVersion(ctx.db, tokenHash, { since, now }));
  if (found === undefined) throw notFound();
  return { userId: found.user_id, version: found.version, tokenHash, now, since };
}

/** Events of the feed's owner that were not declined. @throws HttpError `not_found` as above */
export async function listEntries(
  ctx: Context,
  { tokenHash, since, now }: FeedState,
): Promise<repo.EntryRow[]> {
  const events = await repo.findEntries(ctx.db, tokenHash, { since, now });
  if (events === undefined) throw notFound();
  return events;
}
