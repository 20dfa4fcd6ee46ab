import { AUTH_MESSAGES, type AuthSession } from '@hereabouts/contract/auth';
import { isConfirmed } from './confirmation.ts';
import { nowIso, type AuthParts, type Client } from './parts.ts';
import { presentSession } from './present.ts';
import { addressOf, identify, parse, passwordBody, refreshBody } from './requests.ts';
import type { Grant } from './sessions.ts';
import { findUserBy, lockUser, updateUser } from './user-repo.ts';
import { invalid, WireError } from './wire-error.ts';

const wrongCredentials = () => new WireError('invalid_credentials', AUTH_MESSAGES.invalidCredentials);

/** Takes as long, and answers the same, whether the address is unknown or the password wrong. */
export async function signInWithPassword(parts: AuthParts, client: Client, body: unknown): Promise<Grant> {
  const { email, phone, password } = parse(passwordBody, body);
  if (password === undefined) throw invalid(AUTH_MESSAGES.credentialsMissing);
  const identifier = identify({ email, phone }, AUTH_MESSAGES.credentialsMissing);
  const attempt = ['sign_in', client.ip, addressOf(identifier)] as const;
  parts.limits.take(...attempt);

  const user = await findUserBy(parts.db, identifier);
  const matches = await parts.hasher.verify(user?.password_hash ?? null, password);
  if (!user || !matches) throw wrongCredentials();
  parts.limits.refund(...attempt);
  if (!isConfirmed(user)) {
    throw identifier.email === undefined
      ? new WireError('phone_not_confirmed', 'Please confirm your phone number first')
      : new WireError('email_not_confirmed', 'Please confirm your email first');
  }
  return await parts.db.transaction(async (tx) => {
    const locked = await lockUser(tx, user.id);
    // The password may have been changed while this one was being checked.
    if (locked?.password_hash !== user.password_hash) throw wrongCredentials();
    const current = await updateUser(tx, user.id, { last_sign_in_at: nowIso(parts) });
    return await parts.sessions.start(tx, current, { method: 'password', isBrowser: client.isBrowser });
  });
}

export async function refreshSession(
  { sessions }: AuthParts,
  body: unknown,
  cookieOf: (sessionId: string) => string | undefined,
): Promise<Grant> {
  const { refresh_token: token } = parse(refreshBody, body);
  if (token === undefined) throw invalid('A refresh token is needed');
  return await sessions.refresh(token, cookieOf);
}

/** A session with a fresh access token, as the client gets it. */
export async function completeGrant({ accessTokens, config }: AuthParts, grant: Grant): Promise<AuthSession> {
  const { user, session, refreshToken } = grant;
  const { token, expiresAtS } = await accessTokens.sign({
    userId: user.id,
    sessionId: session.id,
    email: user.email,
    phone: user.phone,
    aal: session.aal,
    amr: session.amr,
  });
  return presentSession(user, { accessToken: token, refreshToken, expiresAtS, ttlS: config.accessTokenTtlS });
}
