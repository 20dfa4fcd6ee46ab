import { ownAttempt } from '#server/auth/sessions/known-browser-key.ts';
import type { SignedIn } from '#server/auth/http/bearer.ts';
import { nowIso } from '#server/clock.ts';
import type { AuthParts, Client } from '#server/auth/parts.ts';
import type { Grant } from '#server/auth/sessions/sessions.ts';
import { WireError } from '#server/auth/wire-error.ts';
import { lockFactor } from './factor-repo.ts';
import { parseFactorBody, recoveryCodeBody } from './factor-requests.ts';
import { publishRaised, holdSignedIn, raiseSession } from './raise-session.ts';
import { hashRecoveryCode } from './recovery-code.ts';
import { useRecoveryCode } from './recovery-repo.ts';

/** Raises the session to aal2, once per code. @throws WireError */
export async function verifyRecoveryCode(
  parts: AuthParts,
  client: Client,
  signedIn: SignedIn,
  body: unknown,
): Promise<Grant> {
  const { user, session } = signedIn;
  const { ip, requestId } = client;
  const refund = await parts.limits
    .take('recovery_code', ip, user.id, ownAttempt(parts, client, user))
    .catch((error: unknown) => {
      throw error instanceof WireError && error.status === 429 ? locked(error) : error;
    });
  const { code } = parseFactorBody(recoveryCodeBody, body);
  const who = { userId: user.id, sessionId: session.id, method: 'recovery_code', ip, requestId };
  const raised = await parts.db.transaction(async (tx) => {
    const held = await holdSignedIn(tx, signedIn);
    const set = await lockFactor(tx, { userId: user.id, kind: 'recovery_code' });
    if (!set || !code) return null;
    const used = { factorId: set.id, hash: hashRecoveryCode(set.id, code), now: nowIso(parts) };
    if (!(await useRecoveryCode(tx, used))) return null;
    const how = { method: 'mfa/recovery_code', factorId: set.id, client, endOthers: false } as const;
    return await raiseSession(parts, tx, held, how);
  });
  if (raised === null) {
    parts.securityLog.record('factor_failed', who);
    throw new WireError('mfa_verification_failed', 'Invalid recovery code entered');
  }
  await refund();
  parts.securityLog.record('recovery_code_used', who);
  return publishRaised(parts, raised);
}

const locked = ({ retryAfterS }: WireError) =>
  new WireError('mfa_recovery_codes_locked', 'Too many attempts. Please wait a while and try again.', {
    ...(retryAfterS !== null && { retryAfterS }),
  });
