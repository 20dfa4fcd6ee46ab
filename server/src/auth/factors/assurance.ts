import type { Clock } from '#server/clock.ts';
import type { AuthenticatorLevel, AuthMethodUse } from '#server/db/auth-schema.ts';
import type { SessionRow } from '#server/auth/sessions/session-repo.ts';
import type { FactorRow } from './factor-repo.ts';

/** Time within which an entered code allows changing the second step (MFA-02). */
const FRESH_FACTOR_MS = 10 * 60_000;

/** The lower of token and row, so that an older token gains nothing. */
export const levelOf = (claim: AuthenticatorLevel, row: AuthenticatorLevel): AuthenticatorLevel =>
  claim === 'aal1' ? claim : row;

export const hasSecondStep = (factors: readonly Pick<FactorRow, 'status'>[]): boolean =>
  factors.some(({ status }) => status === 'verified');

const isSecondStep = ({ method }: AuthMethodUse) => method === 'totp' || method === 'mfa/recovery_code';

export const isFresh = (clock: Clock, { amr }: Pick<SessionRow, 'amr'>): boolean =>
  amr.some((use) => isSecondStep(use) && clock.now() - use.timestamp * 1000 <= FRESH_FACTOR_MS);
