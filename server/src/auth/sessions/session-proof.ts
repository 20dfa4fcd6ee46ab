import { MINUTE_MS } from '@hereabouts/contract/durations';
import { nowIso } from '#server/clock.ts';
import type { AuthParts, Client } from '#server/auth/parts.ts';
import { FRESH_PROOF_MS } from '#server/auth/factors/assurance.ts';
import type { AuthUserRow } from '#server/auth/accounts/user-repo.ts';
import type { AuthMethodUse } from '#server/db/auth-schema.ts';
import type { Queryable } from '#server/db/database.ts';
import { lockSession, updateSessionMethods, type SessionRow } from './session-repo.ts';
import { WireError } from '#server/auth/wire-error.ts';

/** How long a session may set the password again that it has set: the answer may have been lost. */
const REPEAT_MS = 60 * MINUTE_MS;

type Asker = Pick<Client, 'ip'> & { requestId?: string | undefined };

/** Charged to the session, so that a stolen one cannot use up the owner's attempts; it ends when they are used up. The result
 * refunds. @throws WireError */
export async function takeProof(
  parts: Pick<AuthParts, 'db' | 'limits' | 'sessions'>,
  { ip, requestId }: Asker,
  { id: sessionId }: Pick<SessionRow, 'id'>,
): Promise<() => Promise<void>> {
  const refund = await parts.limits.takeProof(sessionId, { ip, requestId });
  if (refund !== null) return refund;
  parts.sessions.publishEnded(
    await parts.db.transaction((tx) => parts.sessions.end(tx, { kind: 'one', sessionId }, 'ended')),
  );
  throw new WireError('session_not_found', 'Too many wrong attempts. Please sign in again.');
}

/** Numbers are given to other people: a code by text message proves nothing against the owner of a proved e-mail address. */
export const wasRecentlyProved = (
  { clock }: Pick<AuthParts, 'clock'>,
  { user, session }: { user: Pick<AuthUserRow, 'email_proved_at'>; session: Pick<SessionRow, 'amr'> },
): boolean =>
  session.amr.some(
    ({ method, by, timestamp }) =>
      method !== 'anonymous' &&
      (by !== 'sms' || user.email_proved_at === null) &&
      clock.now() - timestamp * 1000 <= FRESH_PROOF_MS,
  );

/** After a code to the account's address was entered. */
export async function recordProof(
  { clock }: Pick<AuthParts, 'clock'>,
  tx: Queryable,
  { id }: Pick<SessionRow, 'id'>,
  by?: AuthMethodUse['by'],
): Promise<void> {
  const { amr = [] } = (await lockSession(tx, id)) ?? {};
  const proof = { method: 'otp' as const, ...(by && { by }), timestamp: Math.floor(clock.now() / 1000) };
  await updateSessionMethods(tx, id, { amr: [proof, ...amr.filter(({ method }) => method !== 'otp')] });
}

/** From then on a session from a reset link is like one started by a code. */
export async function recordNewPassword(
  { clock }: Pick<AuthParts, 'clock'>,
  tx: Queryable,
  { id }: Pick<SessionRow, 'id'>,
): Promise<void> {
  const { amr = [] } = (await lockSession(tx, id)) ?? {};
  const ended = amr.map((use) => (use.method === 'recovery' ? { ...use, method: 'otp' as const } : use));
  await updateSessionMethods(tx, id, { amr: ended, password_set_at: nowIso({ clock }) });
}

export const hasJustSetPassword = (
  { clock }: Pick<AuthParts, 'clock'>,
  { password_set_at: at }: Pick<SessionRow, 'password_set_at'>,
): boolean => at !== null && clock.now() - Date.parse(at) <= REPEAT_MS;
