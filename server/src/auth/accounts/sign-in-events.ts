import type { SecurityDetails } from '#server/security-log.ts';
import type { AuthParts, Client } from '#server/auth/parts.ts';
import type { Grant } from '#server/auth/sessions/sessions.ts';

type Parts = Pick<AuthParts, 'securityLog'>;
type Who = Pick<Client, 'ip' | 'requestId'>;

const requestOf = ({ ip, requestId }: Who): SecurityDetails => ({ ip, requestId });

/** After the commit. Also ends the sockets of sessions that made way. */
export function recordGrant(
  { securityLog, sessions }: Parts & Pick<AuthParts, 'sessions'>,
  client: Who,
  { user, session, displaced = [] }: Grant,
  event: 'signed_in' | 'signed_up' = 'signed_in',
): void {
  if (displaced.length > 0) sessions.publishEnded(displaced);
  const method = session.amr[0]?.method;
  securityLog.record(event, { ...requestOf(client), userId: user.id, sessionId: session.id, method });
}

export function recordFailure(
  { securityLog }: Parts,
  client: Who,
  details: { userId?: string | undefined; method: 'password' | 'otp'; reason: string },
): void {
  securityLog.record('sign_in_failed', { ...requestOf(client), ...details });
}

export function recordResetRequest({ securityLog }: Parts, client: Who, userId: string | undefined): void {
  securityLog.record('password_reset_requested', { ...requestOf(client), userId });
}
