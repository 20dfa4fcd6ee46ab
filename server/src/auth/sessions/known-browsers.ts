import { DAY_MS } from '@hereabouts/contract/durations';
import { isoAgo, nowIso, type Clock } from '#server/clock.ts';
import type { Queryable } from '#server/db/database.ts';
import { deleteBrowsers, findBrowser, keepNewestBrowsers, upsertBrowser } from './known-browser-repo.ts';
import { hashToken } from '#server/auth/tokens/opaque-tokens.ts';
import type { Client } from '#server/auth/parts.ts';

/** The longest time that browsers keep a cookie (RFC 6265bis). */
export const COOKIE_KEPT_MS = 400 * DAY_MS;
const BROWSERS_MAX = 20;

/** Bound to the account: hashes of two accounts are unrelated. */
const hashFor = (userId: string, token: string) => hashToken(`${userId}:${token}`);

/** The cookie has 256 random bits and cannot be read by scripts; a password reset clears it. */
export async function isKnownBrowser(
  { db, clock }: { db: Queryable; clock: Clock },
  { browserToken }: Pick<Client, 'browserToken'>,
  userId: string,
): Promise<boolean> {
  if (browserToken === undefined) return false;
  return await findBrowser(db, userId, hashFor(userId, browserToken), isoAgo({ clock }, COOKIE_KEPT_MS));
}

export async function rememberBrowser(
  tx: Queryable,
  clock: Clock,
  userId: string,
  token: string,
): Promise<boolean> {
  const hash = hashFor(userId, token);
  const wasKnown = await findBrowser(tx, userId, hash, isoAgo({ clock }, COOKIE_KEPT_MS));
  await upsertBrowser(tx, userId, hash, nowIso({ clock }));
  if (!wasKnown) await keepNewestBrowsers(tx, userId, BROWSERS_MAX);
  return wasKnown;
}

export const forgetBrowsers = (tx: Queryable, userId: string): Promise<void> => deleteBrowsers(tx, userId);
