import { setRequester } from '#server/async/requester.ts';
import { turnKey } from '#server/rate-limits/address-key.ts';
import type { FastifyRequest } from 'fastify';
import type { AuthenticatorLevel } from '#server/db/auth-schema.ts';
import type { Queryable } from '#server/db/database.ts';
import { hasSecondStep, isRestricted, levelOf } from '#server/auth/factors/assurance.ts';
import { sessionNotFound, userNotFound } from '#server/auth/factors/factor-errors.ts';
import { listFactors, type FactorRow } from '#server/auth/factors/factor-repo.ts';
import type { AuthParts } from '#server/auth/parts.ts';
import type { AccessClaims } from '#server/auth/tokens/access-tokens.ts';
import { findSession, isSessionAlive, type SessionRow } from '#server/auth/sessions/session-repo.ts';
import { findUserById, lockUser, type AuthUserRow } from '#server/auth/accounts/user-repo.ts';
import { WireError } from '#server/auth/wire-error.ts';
import { hasSessionCookie } from './browser-cookie.ts';

const BEARER = /^Bearer +(\S+)$/i;

export type SignedIn = {
  user: AuthUserRow;
  session: SessionRow;
  factors: FactorRow[];
  /** The lower level of token and session. */
  aal: AuthenticatorLevel;
};

/** @throws WireError */
export async function requireClaims(
  { accessTokens }: Pick<AuthParts, 'accessTokens'>,
  request: Pick<FastifyRequest, 'headers' | 'ip'>,
): Promise<AccessClaims> {
  const token = BEARER.exec(request.headers.authorization ?? '')?.[1];
  if (token === undefined) throw new WireError('no_authorization', 'This needs an access token');
  const claims = await accessTokens.verify(token, turnKey(request.ip));
  if (claims === null) throw new WireError('bad_jwt', 'The access token is not valid or has expired');
  return claims;
}

/** Requires a live session with its second step (MFA-03), unless `restricted`, and with its browser's cookie, unless it is only
 * to be ended (`byTokenAlone`): a copied token opens nothing. @throws WireError */
export async function authenticateRequest(
  { accessTokens, db, signedInTurn }: AuthParts,
  request: Pick<FastifyRequest, 'headers' | 'ip' | 'raw'>,
  { restricted = false, byTokenAlone = false } = {},
): Promise<SignedIn> {
  const claims = await requireClaims({ accessTokens }, request);
  const { sessionId, userId } = claims;
  setRequester(userId);
  const find = () =>
    Promise.all([findSession(db, sessionId), findUserById(db, userId), listFactors(db, userId)]);
  const asker = {
    sessionId,
    userId,
    from: turnKey(request.ip),
    isRevocation: byTokenAlone,
    isGone: () => request.raw.socket.destroyed,
  };
  const [session, user, factors] = await signedInTurn(asker, find);
  if (!user) throw userNotFound();
  if (!session || session.ended_at !== null || session.user_id !== user.id) {
    throw sessionNotFound();
  }
  const bound = { sessionId, cookieHash: session.cookie_hash };
  if (!byTokenAlone && !hasSessionCookie(bound, request.headers)) throw sessionNotFound();
  const aal = levelOf(claims.aal, session.aal);
  if (!restricted && isRestricted(aal, hasSecondStep(factors))) throw secondStepNeeded();
  return { user, session, factors, aal };
}

/** Null without a valid access token. */
export async function bearerOf(
  { accessTokens }: AuthParts,
  request: Pick<FastifyRequest, 'headers' | 'ip'>,
): Promise<string | null> {
  const token = BEARER.exec(request.headers.authorization ?? '')?.[1];
  const claims = token === undefined ? null : await accessTokens.verify(token, turnKey(request.ip));
  return claims?.userId ?? null;
}

/** Refuses a session that ended meanwhile. @throws WireError */
export async function lockOwner(
  tx: Queryable,
  { user, session }: Pick<SignedIn, 'user' | 'session'>,
): Promise<AuthUserRow> {
  const locked = await lockUser(tx, user.id);
  if (!locked) throw userNotFound();
  if (!(await isSessionAlive(tx, { sessionId: session.id, userId: user.id }))) throw sessionNotFound();
  return locked;
}

const secondStepNeeded = () =>
  new WireError(
    'insufficient_aal',
    'AAL2 session is required to update email or password when MFA is enabled.',
    { status: 401 },
  );
