import { AFTER_DEADLOCK, type Queryable } from '#server/db/database.ts';
import type { SignedIn } from '#server/auth/http/bearer.ts';
import { enqueueNotice, notifyOwner, resetUrlOf } from '#server/auth/notices.ts';
import type { AuthParts, Client } from '#server/auth/parts.ts';
import { lowerSessionsOf } from '#server/auth/sessions/session-repo.ts';
import { lockUser } from '#server/auth/accounts/user-repo.ts';
import { WireError } from '#server/auth/wire-error.ts';
import { isFresh } from './assurance.ts';
import { factorNotFound } from './factor-errors.ts';
import { deleteFactor, deleteFactorsOf, listFactors, lockFactor, type FactorRow } from './factor-repo.ts';
import { holdSignedIn, type Held } from './raise-session.ts';

/** Removing the last app also deletes the recovery codes. @throws WireError */
export async function removeFactor(
  parts: AuthParts,
  client: Client,
  signedIn: SignedIn,
  factorId: string,
): Promise<{ id: string }> {
  const { user, session } = signedIn;
  const removed = await parts.db.transaction(async (tx) => {
    const held = await holdSignedIn(tx, signedIn);
    const factor = await lockFactor(tx, { id: factorId, userId: user.id, kind: 'totp' });
    if (!factor) throw factorNotFound();
    const isVerified = factor.status === 'verified';
    if (isVerified) checkMayRemove(parts, signedIn, held);
    await lowerSessionsOf(tx, factor.id, 'totp');
    await deleteFactor(tx, factor.id);
    if (!isVerified) return null;
    const remaining = await deleteOrphanedRecoveryCodes(tx, user.id);
    const others = { kind: 'others', userId: user.id, exceptSessionId: session.id } as const;
    const ended = await parts.sessions.end(tx, others, 'factors_changed');
    const data = { resetUrl: resetUrlOf(client) };
    await enqueueNotice(parts, tx, { user, ip: client.ip }, { template: 'factorRemoved', data });
    // Without the factor that raised it the session falls back to aal1.
    if (remaining.length === 0 || held.session.factor_id !== factor.id) return { ended };
    const restricted = { sessionId: session.id, cause: factor.id };
    await parts.hooks.sessionRestricted?.(tx, restricted);
    return { ended, restricted };
  }, AFTER_DEADLOCK);
  if (removed === null) return { id: factorId };
  parts.liveness.forget(session.id);
  parts.sessions.publishEnded(removed.ended);
  if (removed.restricted) parts.publishRestricted(removed.restricted);
  parts.securityLog.record('factor_removed', {
    userId: user.id,
    sessionId: session.id,
    method: 'totp',
    count: removed.ended.length,
    ip: client.ip,
    requestId: client.requestId,
  });
  return { id: factorId };
}

function checkMayRemove({ clock }: AuthParts, { aal }: SignedIn, { session }: Held): void {
  if (aal === 'aal1' || session.aal === 'aal1') {
    throw new WireError('insufficient_aal', 'AAL2 required to unenroll verified factor');
  }
  if (!isFresh(clock, session)) {
    throw new WireError('insufficient_aal', 'A code entered within the last ten minutes is required');
  }
}

async function deleteOrphanedRecoveryCodes(tx: Queryable, userId: string): Promise<FactorRow[]> {
  const factors = await listFactors(tx, userId);
  if (factors.some(({ kind, status }) => kind === 'totp' && status === 'verified')) return factors;
  for (const { id, kind } of factors) {
    if (kind !== 'recovery_code') continue;
    await lowerSessionsOf(tx, id, 'mfa/recovery_code');
    await deleteFactor(tx, id);
  }
  return [];
}

/** For a person who lost both factors; ends all sessions. False if two-step sign-in was off. */
export async function removeSecondFactor(
  parts: AuthParts,
  userId: string,
  within?: (tx: Queryable) => Promise<void>,
): Promise<boolean> {
  const outcome = await parts.db.transaction(async (tx) => {
    const user = await lockUser(tx, userId);
    const factors = await listFactors(tx, userId);
    if (!user || factors.length === 0) return null;
    await deleteFactorsOf(tx, userId);
    await notifyOwner(parts, tx, user, { template: 'factorRemovedByOperator' });
    await within?.(tx);
    return { user, ended: await parts.sessions.end(tx, { kind: 'all', userId }, 'factors_changed') };
  }, AFTER_DEADLOCK);
  if (outcome === null) return false;
  const { ended } = outcome;
  parts.sessions.publishEnded(ended);
  parts.securityLog.record('factor_removed', { userId, method: 'operator', count: ended.length });
  return true;
}
