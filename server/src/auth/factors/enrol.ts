import { randomUUID } from 'node:crypto';
import { reauthenticationNeeded } from '#server/auth/accounts/owner-proof.ts';
import { wasRecentlyProved } from '#server/auth/sessions/session-proof.ts';
import { ownAttempt } from '#server/auth/sessions/known-browser-key.ts';
import { lockOwner, type SignedIn } from '#server/auth/http/bearer.ts';
import { isoAgo, isoOf, nowIso } from '#server/clock.ts';
import type { AuthParts, Client } from '#server/auth/parts.ts';
import { invalid, WireError } from '#server/auth/wire-error.ts';
import { addressKey } from '#server/rate-limits/address-key.ts';
import { hasSecondStep, isFresh } from './assurance.ts';
import { deleteOlderChallenges, insertChallenge } from './challenge-repo.ts';
import { factorNotFound, nameConflict } from './factor-errors.ts';
import {
  deleteAbandonedFactors,
  insertFactor,
  listFactors,
  updateFactor,
  type FactorRow,
} from './factor-repo.ts';
import { cleanLabel, enrolBody, parseFactorBody } from './factor-requests.ts';
import { checkAddressProved } from './proved-address.ts';
import { describeTotp, newTotpSecret, type TotpSetup } from './totp.ts';

const FACTORS_MAX = 10;
/** After so long an enrolment without a challenge is deleted. */
const ABANDONED_MS = 300_000;
const CHALLENGE_MS = 300_000;
const CHALLENGES_KEPT = 20;

export type Enrolment = { id: string; type: 'totp'; friendly_name: string; totp: TotpSetup };

/** Effective after its first code. The first factor takes a recent sign-in or code of the address, further ones a code of the
 * second step. @throws WireError */
export async function enrolFactor(
  parts: AuthParts,
  client: Client,
  { user, session, aal }: SignedIn,
  body: unknown,
): Promise<Enrolment> {
  const asked = parseFactorBody(enrolBody, body);
  checkType(asked.factor_type);
  const friendlyName = cleanLabel('The friendly name', asked.friendly_name);
  const issuer = cleanLabel('The issuer', asked.issuer) || new URL(client.origin).host;
  const id = randomUUID();
  const secret = newTotpSecret();

  await parts.db.transaction(async (tx) => {
    const locked = await lockOwner(tx, { user, session });
    const abandonedBefore = isoAgo(parts, ABANDONED_MS);
    await deleteAbandonedFactors(tx, user.id, abandonedBefore);
    const factors = await listFactors(tx, user.id);
    if (factors.some(({ friendly_name: name }) => name === friendlyName)) throw nameConflict(friendlyName);
    if (factors.filter(({ kind }) => kind === 'totp').length >= FACTORS_MAX) throw tooManyFactors();
    // A stolen session must not lock its owner out.
    if (!hasSecondStep(factors)) {
      checkAddressProved(locked);
      if (!wasRecentlyProved(parts, { user: locked, session })) throw reauthenticationNeeded();
    }
    if (hasSecondStep(factors) && (aal === 'aal1' || !isFresh(parts.clock, session))) {
      throw new WireError('insufficient_aal', 'AAL2 required to enroll a new factor', { status: 403 });
    }
    await insertFactor(tx, {
      id,
      user_id: user.id,
      kind: 'totp',
      status: 'unverified',
      friendly_name: friendlyName,
      secret: parts.factorSecrets.seal(id, secret),
      created_at: nowIso(parts),
    });
  });
  const label = user.email ?? user.phone ?? user.id;
  return { id, type: 'totp', friendly_name: friendlyName, totp: describeTotp(secret, { issuer, label }) };
}

function checkType(type: string | null | undefined): void {
  if (type === 'totp') return;
  if (type === 'phone') {
    throw new WireError('mfa_phone_enroll_not_enabled', 'MFA enroll is disabled for Phone');
  }
  if (type === 'webauthn') {
    throw new WireError('mfa_webauthn_enroll_not_enabled', 'MFA enroll is disabled for WebAuthn');
  }
  throw invalid('factor_type needs to be totp, phone, or webauthn');
}

const tooManyFactors = () =>
  new WireError(
    'too_many_enrolled_mfa_factors',
    'Maximum number of verified factors reached, unenroll to continue',
  );

export type Challenge = { id: string; type: 'totp'; expires_at: number };

/** @throws WireError */
export async function challengeFactor(
  parts: AuthParts,
  client: Client,
  { user }: SignedIn,
  factor: FactorRow,
): Promise<Challenge> {
  const refund = await parts.limits.take('factor', client.ip, user.id, ownAttempt(parts, client, user));
  const id = randomUUID();
  const expiresAtMs = parts.clock.now() + CHALLENGE_MS;
  const now = nowIso(parts);
  await parts.db.transaction(async (tx) => {
    if (!(await updateFactor(tx, factor.id, { last_challenged_at: now }))) throw factorNotFound();
    await insertChallenge(tx, {
      id,
      factor_id: factor.id,
      ip_hash: challengeIpHash(parts, id, client.ip),
      created_at: now,
      expires_at: isoOf(expiresAtMs),
    });
    await deleteOlderChallenges(tx, { id, factorId: factor.id }, CHALLENGES_KEPT);
  });
  // Only codes count against the limit.
  await refund();
  return { id, type: 'totp', expires_at: Math.floor(expiresAtMs / 1000) };
}

export const challengeIpHash = ({ factorSecrets }: AuthParts, challengeId: string, ip: string): string =>
  factorSecrets.mac(challengeId, addressKey(ip));
