import { AUTH_TEXTS, type AuthSession } from '@hereabouts/contract/auth';
import { together } from '#server/db/together.ts';
import { isConfirmed } from '#server/auth/codes/confirmation.ts';
import { findLastSignUp } from '#server/auth/codes/one-time-token-repo.ts';
import { LIFETIME_MS } from '#server/auth/codes/one-time-tokens.ts';
import { listFactors } from '#server/auth/factors/factor-repo.ts';
import { knownBrowserKey } from '#server/auth/sessions/known-browser-key.ts';
import { isoAgo, nowIso } from '#server/clock.ts';
import type { AuthParts, Client } from '#server/auth/parts.ts';
import { presentSession } from '#server/auth/http/present.ts';
import { addressOf, identify, parse, passwordBody, refreshBody } from '#server/auth/http/requests.ts';
import type { Grant } from '#server/auth/sessions/sessions.ts';
import type { SessionCookie } from '#server/auth/sessions/newer-token.ts';
import { recordFailure, recordGrant } from './sign-in-events.ts';
import { findUserBy, lockUser, updateUser, type AuthUserRow, type Identifier } from './user-repo.ts';
import { turnKey } from '#server/rate-limits/address-key.ts';
import { invalid, WireError } from '#server/auth/wire-error.ts';

const wrongCredentials = () => new WireError('invalid_credentials', AUTH_TEXTS.invalidCredentials);

/** Same duration and answer for an unknown address and a wrong password. */
export async function signInWithPassword(parts: AuthParts, client: Client, body: unknown): Promise<Grant> {
  const { email, phone, password } = parse(passwordBody, body);
  if (password === undefined) throw invalid(AUTH_TEXTS.credentialsMissing);
  const identifier = identify({ email, phone }, AUTH_TEXTS.credentialsMissing);
  const refund = await parts.limits.take('sign_in', client.ip, addressOf(identifier), {
    requestId: client.requestId,
    own: () => knownBrowserKey(parts, client, identifier),
  });

  const user = await findUserBy(parts.db, identifier);
  const isOwn = user !== undefined && isConfirmed(user);
  const hash = isOwn ? user.password_hash : null;
  const matches = await parts.hasher.verify(hash, password, { ip: client.ip });
  const refuse = (error: WireError) => {
    recordFailure(parts, client, { userId: user?.id, method: 'password', reason: error.code });
    return error;
  };
  if (!isOwn || !matches) {
    // Stays charged: anybody can sign up with any address.
    const isPending = await hasJustSignedUp(parts, client, { identifier, password, user });
    throw refuse(isPending ? unconfirmed(identifier) : wrongCredentials());
  }
  const grant = await parts.db.transaction(async (tx) => {
    const locked = await lockUser(tx, user.id);
    // The password may have changed during the check.
    if (locked?.password_hash !== user.password_hash) throw refuse(wrongCredentials());
    const isFirst = locked.last_sign_in_at === null;
    const [current, started] = await together(
      updateUser(tx, user.id, { last_sign_in_at: nowIso(parts) }),
      parts.sessions.start(tx, locked, { method: 'password', client, isFirst }),
    );
    return { ...started, user: current };
  });
  // Half a sign-in stays charged: with the password alone one could start sessions without end.
  if (grant.lacksSecondStep !== true) await refund();
  recordGrant(parts, client, grant);
  return grant;
}

const unconfirmed = ({ email }: Identifier): WireError =>
  email === undefined
    ? new WireError('phone_not_confirmed', 'Please confirm your phone number first')
    : new WireError('email_not_confirmed', 'Please confirm your email first');

/** With this password, within the day. Answer and duration do not reveal which addresses have an account. */
async function hasJustSignedUp(
  parts: AuthParts,
  { ip }: Client,
  asked: { identifier: Identifier; password: string; user: AuthUserRow | undefined },
): Promise<boolean> {
  // Without confirmation the sign-up itself says whether the address is taken.
  const isHidden = parts.config.confirmEmail || (asked.user !== undefined && !isConfirmed(asked.user));
  if (!isHidden) return false;
  const since = isoAgo(parts, LIFETIME_MS.signup);
  const signUp = await findLastSignUp(parts.db, { sentTo: addressOf(asked.identifier), since });
  return await parts.hasher.verify(signUp?.passwordHash ?? null, asked.password, { ip });
}

export async function refreshSession(
  { sessions }: AuthParts,
  { agent, ip }: Client,
  body: unknown,
  cookies: readonly SessionCookie[],
): Promise<Grant> {
  const { refresh_token: token } = parse(refreshBody, body);
  if (token === undefined) throw invalid('A refresh token is needed');
  return await sessions.refresh(token, { cookies, agent, from: turnKey(ip) });
}

export async function completeGrant(
  { accessTokens, config, db }: AuthParts,
  grant: Grant,
): Promise<AuthSession> {
  const { user, session, refreshToken } = grant;
  const [factors, { token, expiresAtS }] = await Promise.all([
    grant.factors ?? listFactors(db, user.id),
    accessTokens.sign({
      userId: user.id,
      sessionId: session.id,
      email: user.email,
      phone: user.phone,
      isAnonymous: user.is_anonymous,
      aal: session.aal,
      amr: session.amr,
      cookieHash: session.cookie_hash,
    }),
  ]);
  const tokens = { accessToken: token, refreshToken, expiresAtS, ttlS: config.accessTokenTtlS };
  return presentSession({ user, factors }, tokens);
}
