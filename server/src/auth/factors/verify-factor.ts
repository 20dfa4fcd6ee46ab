import { reauthenticationNeeded } from '#server/auth/accounts/owner-proof.ts';
import type { Queryable } from '#server/db/database.ts';
import type { SignedIn } from '#server/auth/http/bearer.ts';
import { ownAttempt } from '#server/auth/sessions/known-browser-key.ts';
import { wasRecentlyProved } from '#server/auth/sessions/session-proof.ts';
import { enqueueNotice } from '#server/auth/notices.ts';
import { nowIso } from '#server/clock.ts';
import type { AuthParts, Client } from '#server/auth/parts.ts';
import type { Grant } from '#server/auth/sessions/sessions.ts';
import { invalid, WireError } from '#server/auth/wire-error.ts';
import { hasSecondStep, isFresh } from './assurance.ts';
import {
  deleteChallenge,
  lockChallenge,
  markChallengeVerified,
  type ChallengeRow,
} from './challenge-repo.ts';
import { challengeIpHash } from './enrol.ts';
import { factorNotFound } from './factor-errors.ts';
import { listFactors, lockFactor, updateFactor, type FactorRow } from './factor-repo.ts';
import { parseFactorBody, verifyFactorBody } from './factor-requests.ts';
import { checkAddressProved, dropUnprovedPhone } from './proved-address.ts';
import { publishRaised, holdSignedIn, raiseSession, type Held, type Raised } from './raise-session.ts';
import { stepOfCode } from './totp.ts';

/** Raises the session to aal2; the first code turns the factor on. @throws WireError */
export async function verifyFactor(
  parts: AuthParts,
  client: Client,
  signedIn: SignedIn,
  { factorId, body }: { factorId: string; body: unknown },
): Promise<Grant> {
  const { user, session } = signedIn;
  const refund = await parts.limits.take('factor', client.ip, user.id, ownAttempt(parts, client, user));
  const { challenge_id: challengeId, code } = parseFactorBody(verifyFactorBody, body);
  if (!code) throw invalid('Code needs to be non-empty');
  const entered = { factorId, challengeId, code };
  // Returned, not thrown: the deletion of an expired challenge must be committed.
  const outcome = await parts.db.transaction((tx) => enter(parts, client, tx, signedIn, entered));
  if (outcome instanceof WireError) {
    if (outcome.code === 'mfa_verification_failed') {
      const { ip, requestId } = client;
      parts.securityLog.record('factor_failed', {
        userId: user.id,
        sessionId: session.id,
        method: 'totp',
        ip,
        requestId,
      });
    }
    throw outcome;
  }
  await refund();
  if (outcome.isNew) {
    const { ip, requestId } = client;
    parts.securityLog.record('factor_added', {
      userId: user.id,
      sessionId: session.id,
      method: 'totp',
      count: outcome.ended.length,
      ip,
      requestId,
    });
  }
  return publishRaised(parts, outcome);
}

type Entered = { factorId: string; challengeId: string | null | undefined; code: string };

async function enter(
  parts: AuthParts,
  client: Client,
  tx: Queryable,
  signedIn: SignedIn,
  { factorId, challengeId, code }: Entered,
): Promise<(Raised & { isNew: boolean }) | WireError> {
  const held = await holdSignedIn(tx, signedIn);
  const factor = await lockFactor(tx, { id: factorId, userId: held.user.id, kind: 'totp' });
  if (!factor) throw factorNotFound();
  const isNew = factor.status === 'unverified';
  const isFirst = isNew && (await checkMayAdd(parts, tx, signedIn, held));
  const challenge = challengeId ? await lockChallenge(tx, { id: challengeId, factorId }) : undefined;
  const refusal = await refusalOf(parts, client, tx, challenge);
  if (refusal) return refusal;
  const step = acceptedStep(parts, factor, code);
  if (!challenge || step === null) {
    return new WireError('mfa_verification_failed', 'Invalid TOTP code entered');
  }
  const now = nowIso(parts);
  await updateFactor(tx, factor.id, { last_step: step, status: 'verified', updated_at: now });
  await markChallengeVerified(tx, challenge.id, now);
  if (isFirst) await dropUnprovedPhone(parts, tx, held.user);
  if (isNew) {
    await enqueueNotice(parts, tx, { user: held.user, ip: client.ip }, { template: 'factorAdded' });
  }
  const raised = await raiseSession(parts, tx, held, { method: 'totp', factorId, client, endOthers: isNew });
  return { ...raised, isNew };
}

/** Another device may have turned on two-step sign-in since. @returns whether it is the first */
async function checkMayAdd(
  parts: AuthParts,
  tx: Queryable,
  { aal }: SignedIn,
  { user, session }: Held,
): Promise<boolean> {
  const factors = await listFactors(tx, user.id);
  if (!hasSecondStep(factors)) {
    checkAddressProved(user);
    // Otherwise a stolen session could prepare a factor, and wait.
    if (!wasRecentlyProved(parts, { user, session })) throw reauthenticationNeeded();
    return true;
  }
  if (aal === 'aal1' || !isFresh(parts.clock, session)) {
    throw new WireError('insufficient_aal', 'AAL2 required to verify a new factor', { status: 403 });
  }
  return false;
}

async function refusalOf(
  parts: AuthParts,
  client: Client,
  tx: Queryable,
  challenge: ChallengeRow | undefined,
): Promise<WireError | null> {
  if (!challenge) {
    return new WireError('mfa_factor_not_found', 'MFA factor with the provided challenge ID not found');
  }
  if (
    challenge.verified_at !== null ||
    challenge.ip_hash !== challengeIpHash(parts, challenge.id, client.ip)
  ) {
    return new WireError('mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch.');
  }
  if (Date.parse(challenge.expires_at) > parts.clock.now()) return null;
  await deleteChallenge(tx, challenge.id);
  return new WireError(
    'mfa_challenge_expired',
    `MFA challenge ${challenge.id} has expired, verify against another challenge or create a new challenge.`,
  );
}

function acceptedStep(
  { factorSecrets, clock, log }: AuthParts,
  factor: FactorRow,
  code: string,
): number | null {
  const secret = factorSecrets.open(factor.id, factor.secret ?? '');
  if (secret === null) {
    log.error({ factorId: factor.id }, 'a factor was encrypted with another key');
    return null;
  }
  const step = stepOfCode(secret, code, clock.now());
  return step !== null && step > factor.last_step ? step : null;
}
