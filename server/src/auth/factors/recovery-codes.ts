import { randomUUID } from 'node:crypto';
import { RECOVERY_CODES_COUNT } from '@hereabouts/contract/auth';
import type { Queryable } from '#server/db/database.ts';
import type { SignedIn } from '#server/auth/http/bearer.ts';
import { nowIso } from '#server/clock.ts';
import type { AuthParts, Client } from '#server/auth/parts.ts';
import type { SessionRow } from '#server/auth/sessions/session-repo.ts';
import { WireError } from '#server/auth/wire-error.ts';
import { isFresh } from './assurance.ts';
import { nameConflict, recoveryCodesNotFound } from './factor-errors.ts';
import { deleteFactor, insertFactor, listFactors, updateFactor, type FactorRow } from './factor-repo.ts';
import { cleanLabel, parseFactorBody, recoveryCodesBody } from './factor-requests.ts';
import { holdSignedIn } from './raise-session.ts';
import { hashRecoveryCode, randomRecoveryCode } from './recovery-code.ts';
import { countRecoveryCodes, replaceRecoveryCodes } from './recovery-repo.ts';

const DEFAULT_NAME = 'Recovery codes';

type Status = { id: string; type: 'recovery_code'; total: number; remaining: number };
export type RecoveryCodeSet = {
  id: string;
  type: 'recovery_code';
  friendly_name: string;
  total: number;
  codes: string[];
};

const setOf = (factors: readonly FactorRow[]) => factors.find(({ kind }) => kind === 'recovery_code');

/** @throws WireError without a set */
export async function describeRecoveryCodes({ db }: AuthParts, { factors }: SignedIn): Promise<Status> {
  const set = setOf(factors);
  if (!set) throw recoveryCodesNotFound();
  return { id: set.id, type: 'recovery_code', ...(await countRecoveryCodes(db, set.id)) };
}

/** Shown once. @throws WireError */
export async function createRecoveryCodes(
  parts: AuthParts,
  client: Client,
  signedIn: SignedIn,
  body: unknown,
): Promise<RecoveryCodeSet> {
  const { friendly_name: asked } = parseFactorBody(recoveryCodesBody, body);
  const friendlyName = cleanLabel('The friendly name', asked) || DEFAULT_NAME;
  return await changeCodes(parts, client, signedIn, async (tx, factors) => {
    if (!factors.some(({ kind, status }) => kind === 'totp' && status === 'verified')) {
      throw new WireError(
        'mfa_recovery_codes_sole_factor',
        'Recovery codes need another verified factor beside them',
      );
    }
    if (setOf(factors)) {
      throw new WireError('mfa_verified_factor_exists', 'Recovery codes exist already: regenerate them');
    }
    if (factors.some(({ friendly_name: name }) => name === friendlyName)) throw nameConflict(friendlyName);
    return await insertFactor(tx, {
      id: randomUUID(),
      user_id: signedIn.user.id,
      kind: 'recovery_code',
      status: 'verified',
      friendly_name: friendlyName,
      secret: null,
      created_at: nowIso(parts),
    });
  });
}

/** Voids the old set. @throws WireError */
export function regenerateRecoveryCodes(
  parts: AuthParts,
  client: Client,
  signedIn: SignedIn,
): Promise<RecoveryCodeSet> {
  return changeCodes(parts, client, signedIn, async (tx, factors) => {
    const set = setOf(factors);
    if (!set) throw recoveryCodesNotFound();
    await updateFactor(tx, set.id, { updated_at: nowIso(parts) });
    return set;
  });
}

async function changeCodes(
  parts: AuthParts,
  client: Client,
  signedIn: SignedIn,
  findSet: (tx: Queryable, factors: FactorRow[]) => Promise<FactorRow>,
): Promise<RecoveryCodeSet> {
  const { user, session } = signedIn;
  const codes = Array.from({ length: RECOVERY_CODES_COUNT }, randomRecoveryCode);
  const set = await parts.db.transaction(async (tx) => {
    const held = await holdSignedIn(tx, signedIn);
    checkMayChange(parts, signedIn, held.session);
    const found = await findSet(tx, await listFactors(tx, user.id));
    const hashes = codes.map((code) => hashRecoveryCode(found.id, code));
    await replaceRecoveryCodes(tx, found.id, hashes);
    return found;
  });
  parts.securityLog.record('recovery_codes_created', {
    userId: user.id,
    sessionId: session.id,
    count: codes.length,
    ip: client.ip,
    requestId: client.requestId,
  });
  return {
    id: set.id,
    type: 'recovery_code',
    friendly_name: set.friendly_name,
    total: codes.length,
    codes,
  };
}

/** @throws WireError */
export async function removeRecoveryCodes(
  parts: AuthParts,
  client: Client,
  signedIn: SignedIn,
): Promise<{ id: string }> {
  const { user, session } = signedIn;
  const id = await parts.db.transaction(async (tx) => {
    const held = await holdSignedIn(tx, signedIn);
    checkMayChange(parts, signedIn, held.session);
    const set = setOf(await listFactors(tx, user.id));
    if (!set) throw recoveryCodesNotFound();
    await deleteFactor(tx, set.id);
    return set.id;
  });
  parts.securityLog.record('factor_removed', {
    userId: user.id,
    sessionId: session.id,
    method: 'recovery_code',
    ip: client.ip,
    requestId: client.requestId,
  });
  return { id };
}

function checkMayChange({ clock }: AuthParts, { aal }: SignedIn, session: SessionRow): void {
  if (aal === 'aal1' || session.aal === 'aal1') {
    throw new WireError('insufficient_aal', 'AAL2 required to change recovery codes', { status: 403 });
  }
  if (!isFresh(clock, session)) {
    throw new WireError('insufficient_aal', 'A code entered within the last ten minutes is required', {
      status: 403,
    });
  }
}
