import { HOUR_MS } from '@hereabouts/contract/durations';
import { nowIso, type Clock } from '#server/clock.ts';
import type { Queryable } from '#server/db/database.ts';
import { hashToken, sameHash, type KeyedTokens } from '#server/auth/tokens/opaque-tokens.ts';
import type { Agent } from './agent.ts';
import { busy } from '#server/auth/wire-error.ts';
import { createRateLimit, type RateLimit } from '#server/rate-limits/memory-limit.ts';
import { rotateTo } from './refresh-token-repo.ts';
import { findSessionOfCookie, lockSession, type SessionRow } from './session-repo.ts';

/** Ten days of use without a pause. A wrong token costs as many hashes. */
const AHEAD_MAX = 1_000;

/** A browser keeps fewer; each costs a query. */
const COOKIES_MAX = 8;

/** Searches that find nothing, an hour; each takes milliseconds. A crowd behind one address finds theirs. */
const FAILED_MAX = { ofSession: 3, ofAddress: 300 };

export type TokenSearches = { ofSession: RateLimit; ofAddress: RateLimit };

export const createTokenSearches = (clock: Clock): TokenSearches => ({
  ofSession: createRateLimit({ max: FAILED_MAX.ofSession, windowMs: HOUR_MS }, clock),
  ofAddress: createRateLimit({ max: FAILED_MAX.ofAddress, windowMs: HOUR_MS }, clock),
});

/** `idStart`: the first eight characters of the session's id. */
export type SessionCookie = { idStart: string; secret: string };

/** After a restore a guest's browser may hold a newer token than the database, and a guest cannot sign in again. Tokens are
 * derived: one is recognised for the holder of the session's cookie, and stored as the newest. @throws WireError 503 while others
 * of the network address have searched too much. Source: OPS-11 */
export async function adoptNewerToken(
  tx: Queryable,
  { tokens, clock, searches }: { tokens: KeyedTokens; clock: Clock; searches: TokenSearches },
  token: string,
  { cookies, agent, from }: { cookies: readonly SessionCookie[]; agent: Agent; from: string },
): Promise<boolean> {
  const searched = new Set<string>();
  for (const { idStart, secret } of cookies.slice(0, COOKIES_MAX)) {
    const id = await findSessionOfCookie(tx, idStart, hashToken(secret));
    if (id === undefined || searched.has(id)) continue;
    searched.add(id);
    const session = await lockSession(tx, id);
    if (!session || session.ended_at !== null) continue;
    if (searches.ofSession.take(id) > 0) continue;
    if (searches.ofAddress.take(from) > 0) {
      searches.ofSession.refund(id);
      // On any other answer the client would end its session.
      throw busy();
    }
    const counter = counterOf(tokens, session, token);
    if (counter === null) continue;
    searches.ofSession.refund(id);
    searches.ofAddress.refund(from);
    await rotateTo(tx, session, { counter, hash: hashToken(token), now: nowIso({ clock }), agent });
    return true;
  }
  return false;
}

function counterOf(tokens: KeyedTokens, session: SessionRow, token: string): number | null {
  const newest = session.refresh_counter;
  for (let counter = newest + 1; counter <= newest + AHEAD_MAX; counter += 1) {
    if (sameHash(tokens.refreshToken(session, counter), token)) return counter;
  }
  return null;
}
