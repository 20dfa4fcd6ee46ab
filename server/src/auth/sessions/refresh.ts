import type { Database, Queryable } from '#server/db/database.ts';
import type { SessionEndReason } from '#server/db/auth-schema.ts';
import { findUserById } from '#server/auth/accounts/user-repo.ts';
import { hashToken } from '#server/auth/tokens/opaque-tokens.ts';
import { WireError } from '#server/auth/wire-error.ts';
import type { Agent } from './agent.ts';
import { adoptNewerToken, type SessionCookie, type TokenSearches } from './newer-token.ts';
import { holdsCookie } from './own-browser.ts';
import { answerTo, isJustBelowFloor, type ChainParts } from './refresh-chain.ts';
import { findRefreshToken, type RefreshTokenRow } from './refresh-token-repo.ts';
import { lapseOf } from './session-lifetime.ts';
import { lockSession, type EndedSession, type SessionRow } from './session-repo.ts';
import type { Grant, Sessions } from './sessions.ts';

/** `from`: `turnKey` of the network address. */
export type Refresher = { cookies: readonly SessionCookie[]; agent: Agent; from: string };

type Parts = ChainParts & { db: Database; searches: TokenSearches } & Pick<Sessions, 'end' | 'publishEnded'>;

type Presented = { session: SessionRow; presented: RefreshTokenRow };
type Refusal = { refused: WireError; ended?: EndedSession[] };

/** @throws WireError */
export async function refresh(parts: Parts, token: string, client: Refresher): Promise<Grant> {
  // Returned, not thrown: ending the session must be committed.
  const outcome = await parts.db.transaction((tx) => refreshOrRefuse(parts, tx, token, client));
  if (!('refused' in outcome)) return outcome;
  if (outcome.ended) parts.publishEnded(outcome.ended);
  throw outcome.refused;
}

async function refreshOrRefuse(
  parts: Parts,
  tx: Queryable,
  token: string,
  client: Refresher,
): Promise<Grant | Refusal> {
  const held = await holdPresented(parts, tx, token, client);
  if (held === null) return { refused: tokenNotFound() };
  const { session } = held;
  const refused = refusalOf(session, client.cookies);
  if (refused !== null) return { refused };
  const end = async (reason: SessionEndReason, answer: WireError): Promise<Refusal> => ({
    refused: answer,
    ended: await parts.end(tx, { kind: 'one', sessionId: session.id }, reason),
  });
  const user = await findUserById(tx, session.user_id);
  const lapse = user?.is_anonymous ? null : lapseOf(parts.clock, session);
  if (lapse !== null) return await end(lapse, expired());
  if (isJustBelowFloor(parts.clock, held)) return { refused: alreadyUsed() };
  const refreshToken = user && (await answerTo(parts, tx, held, client.agent));
  if (!user || !refreshToken) return await end('token_reused', alreadyUsed());
  return { user, session, refreshToken, cookieSecret: null };
}

async function holdPresented(
  parts: Parts,
  tx: Queryable,
  token: string,
  client: Refresher,
): Promise<Presented | null> {
  const hash = hashToken(token);
  const find = () => findRefreshToken(tx, hash);
  const found =
    (await find()) ?? ((await adoptNewerToken(tx, parts, token, client)) ? await find() : undefined);
  const session = found && (await lockSession(tx, found.session_id));
  // Again under the lock: it may have been rotated.
  const presented = session && (await find());
  return session && presented ? { session, presented } : null;
}

function refusalOf(session: SessionRow, cookies: readonly SessionCookie[]): WireError | null {
  if (session.ended_at !== null) {
    return session.end_reason === 'token_reused' ? alreadyUsed() : tokenNotFound();
  }
  const secrets = cookies.map(({ secret }) => secret);
  return holdsCookie(session.cookie_hash, secrets) ? null : tokenNotFound();
}

/** The same for an unknown token, an ended session and a missing cookie. */
const tokenNotFound = () =>
  new WireError('refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found');
const alreadyUsed = () => new WireError('refresh_token_already_used', 'Invalid Refresh Token: Already Used');
const expired = () => new WireError('session_expired', 'Invalid Refresh Token: Session Expired');
