import type { AuthOutcome, AuthProblem } from './outcome.ts';
import { inSessionTurn } from './session-turn.ts';
import { withClient } from './with-client.ts';

/** Kind `code` is from the authenticator app, `recovery` one of the recovery codes. */
export type SecondStepProof = { kind: 'code' | 'recovery'; code: string };

/** State of two-step sign-in; `recoveryCodesLeft` is null where no set has been made. */
export type TwoStepState = { factorIds: string[]; recoveryCodesLeft: number | null };

/** A new authenticator that counts once its first code was entered. */
export type Enrolment = { factorId: string; qrCode: string; secret: string; uri: string };

const ISSUER = 'Hereabouts';
const WRONG_CODE = 'mfa_verification_failed';

export function passSecondStep({ kind, code }: SecondStepProof): Promise<AuthOutcome> {
  return withClient(async ({ mfa }) => {
    if (kind === 'recovery') {
      const { error } = await inSessionTurn(() => mfa.recoveryCodes.verify({ code }));
      return { error, value: null };
    }
    const { data, error } = await mfa.listFactors();
    if (error !== null) return { error, value: null };
    // Apps made elsewhere may have enrolled several; the code is of any of them.
    for (const [index, { id }] of data.totp.entries()) {
      const verified = await inSessionTurn(() => mfa.challengeAndVerify({ factorId: id, code }));
      const isLast = index === data.totp.length - 1;
      if (verified.error?.code !== WRONG_CODE || isLast) return { error: verified.error, value: null };
    }
    return { error: { name: 'AuthApiError', code: WRONG_CODE, message: '' }, value: null };
  });
}

export function readTwoStep(): Promise<AuthOutcome<TwoStepState>> {
  return withClient(async ({ mfa }) => {
    const { data, error } = await mfa.listFactors();
    const factorIds = data?.totp.map(({ id }) => id) ?? [];
    const hasCodes = data?.all.some(({ factor_type }) => (factor_type as string) === 'recovery_code');
    if (!hasCodes) return { error, value: { factorIds, recoveryCodesLeft: null } };
    const codes = await mfa.recoveryCodes.getStatus();
    return { error: codes.error, value: { factorIds, recoveryCodesLeft: codes.data?.remaining ?? null } };
  });
}

/** Starts to enable two-step sign-in; what an earlier attempt left unfinished is removed. */
export function startEnrolment(): Promise<AuthOutcome<Enrolment>> {
  return withClient(async ({ mfa }) => {
    const known = await mfa.listFactors();
    for (const { id, status } of known.data?.all ?? []) {
      if (status === 'unverified') await mfa.unenroll({ factorId: id });
    }
    const { data, error } = await mfa.enroll({ factorType: 'totp', issuer: ISSUER });
    const { qr_code: qrCode = '', secret = '', uri = '' } = data?.totp ?? {};
    const value = { factorId: data?.id ?? '', qrCode, secret, uri };
    return { error, value };
  });
}

const ASK_FOR_ADDRESS = new Set(['email_not_confirmed', 'phone_not_confirmed', 'reauthentication_needed']);

/** Whether enabling two-step sign-in needs a code sent to the account's address: the first time, and from ten minutes after
 * signing in (MFA-01, SESS-03). The service may refuse at its start or with the first code. */
export const asksForAddress = (problem: AuthProblem): boolean =>
  problem.kind === 'refused' && ASK_FOR_ADDRESS.has(problem.code ?? '');

export function sendAddressCode(): Promise<AuthOutcome> {
  return withClient(async (client) => {
    return { error: (await client.reauthenticate()).error, value: null };
  });
}

export function proveAddress(code: string): Promise<AuthOutcome> {
  return withClient(async (client) => {
    return { error: (await client.updateUser({ nonce: code })).error, value: null };
  });
}

/** Enables two-step sign-in with the first code of the new authenticator; ends every other session. */
export function finishEnrolment(factorId: string, code: string): Promise<AuthOutcome> {
  return withClient(async ({ mfa }) => {
    const { error } = await inSessionTurn(() => mfa.challengeAndVerify({ factorId, code }));
    return { error, value: null };
  });
}

/** Voids the previous set. Each code is given only here. */
export function makeRecoveryCodes(): Promise<AuthOutcome<string[]>> {
  return withClient(async ({ mfa: { recoveryCodes } }) => {
    const first = await recoveryCodes.generate();
    const made =
      first.error?.code === 'mfa_verified_factor_exists' ? await recoveryCodes.regenerate() : first;
    return { error: made.error, value: made.data?.codes ?? [] };
  });
}

/** Disables two-step sign-in; the recovery codes go with the last factor. */
export function disableTwoStep(factorIds: readonly string[]): Promise<AuthOutcome> {
  return withClient(async (client) => {
    for (const factorId of factorIds) {
      const { error } = await client.mfa.unenroll({ factorId });
      if (error !== null && error.code !== 'mfa_factor_not_found') return { error, value: null };
    }
    // The stored session learns of it only with a new token.
    const { error } = await client.refreshSession();
    return { error, value: null };
  });
}

/** Whether the service requires a code of the last ten minutes (MFA-02). */
export const asksForCode = (problem: AuthProblem): boolean =>
  problem.kind === 'refused' && problem.code === 'insufficient_aal';
