import { nowIso, type Clock } from '#server/clock.ts';
import type { Queryable } from '#server/db/database.ts';
import { hashToken, sameHash, type KeyedTokens } from '#server/auth/tokens/opaque-tokens.ts';
import type { Agent } from './agent.ts';
import { findSessionOfCookie, lockSession, rotateTo } from './session-repo.ts';

/** Newer tokens compared: ten days of use without a pause. A wrong token costs as many hashes. */
const AHEAD_MAX = 1_000;

/** A browser keeps fewer; each costs a query. */
const COOKIES_MAX = 8;

/** `idStart`: the first eight characters of the session's id. */
export type SessionCookie = { idStart: string; secret: string };

/** After a restore a guest's browser may hold a newer token than the database knows, and guests could not sign in again.
 * Tokens are derived, so that one is recognised, for the browser that holds the session's cookie, and stored as the
 * session's newest. True if so. Source: OPS-11 */
export async function adoptNewerToken(
  tx: Queryable,
  { tokens, clock }: { tokens: KeyedTokens; clock: Clock },
  token: string,
  { cookies, agent }: { cookies: readonly SessionCookie[]; agent: Agent },
): Promise<boolean> {
  for (const { idStart, secret } of cookies.slice(0, COOKIES_MAX)) {
    const id = await findSessionOfCookie(tx, idStart, hashToken(secret));
    const session = id === undefined ? undefined : await lockSession(tx, id);
    if (!session || session.ended_at !== null) continue;
    for (
      let counter = session.refresh_counter + 1;
      counter <= session.refresh_counter + AHEAD_MAX;
      counter += 1
    ) {
      if (!sameHash(tokens.refreshToken(session, counter), token)) continue;
      await rotateTo(tx, session, { counter, hash: hashToken(token), now: nowIso({ clock }), agent });
      return true;
    }
  }
  return false;
}
