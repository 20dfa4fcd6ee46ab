import type { AuthParts, Client } from '#server/auth/parts.ts';
import { FRESH_PROOF_MS } from '#server/auth/factors/assurance.ts';
import type { Queryable } from '#server/db/database.ts';
import { lockSession, updateSessionMethods, type SessionRow } from './session-repo.ts';
import { WireError } from '#server/auth/wire-error.ts';

type Asker = Pick<Client, 'ip'> & { requestId?: string | undefined };

/** Charges a proof of the owner (password or code) to the session, so that a stolen session cannot use up the
 * owner's attempts; it ends when they are used up. The result refunds the attempt. @throws WireError */
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

/** Whether the session was started, or proved by a code, in the last ten minutes. */
export const wasRecentlyProved = ({ clock }: Pick<AuthParts, 'clock'>, { amr }: SessionRow): boolean =>
  amr.some(
    ({ method, timestamp }) => method !== 'anonymous' && clock.now() - timestamp * 1000 <= FRESH_PROOF_MS,
  );

/** Records that a code sent to the account's address was entered in this session just now. */
export async function recordProof(
  { clock }: Pick<AuthParts, 'clock'>,
  tx: Queryable,
  { id }: Pick<SessionRow, 'id'>,
): Promise<void> {
  const { amr = [] } = (await lockSession(tx, id)) ?? {};
  const proof = { method: 'otp' as const, timestamp: Math.floor(clock.now() / 1000) };
  await updateSessionMethods(tx, id, [proof, ...amr.filter(({ method }) => method !== 'otp')]);
}

/** Makes a session from a reset link one like any other that a code has started. */
export async function endRecovery(tx: Queryable, { id }: Pick<SessionRow, 'id'>): Promise<void> {
  const { amr = [] } = (await lockSession(tx, id)) ?? {};
  const ended = amr.map((use) => (use.method === 'recovery' ? { ...use, method: 'otp' as const } : use));
  await updateSessionMethods(tx, id, ended);
}
