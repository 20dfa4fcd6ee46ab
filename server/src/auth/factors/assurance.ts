import { MINUTE_MS } from '@hereabouts/contract/durations';
import type { Clock } from '#server/clock.ts';
import type { AuthenticatorLevel, AuthMethodUse } from '#server/db/auth-schema.ts';
import type { SessionRow } from '#server/auth/sessions/session-repo.ts';
import type { FactorRow } from './factor-repo.ts';

/** For so long a sign-in, a code to the account's address or one of the second step proves the owner. */
export const FRESH_PROOF_MS = 10 * MINUTE_MS;

/** The lower of token and row, so that an older token gains nothing. */
export const levelOf = (claim: AuthenticatorLevel, row: AuthenticatorLevel): AuthenticatorLevel =>
  claim === 'aal1' ? claim : row;

export const hasSecondStep = (factors: readonly Pick<FactorRow, 'status'>[]): boolean =>
  factors.some(({ status }) => status === 'verified');

export const hasSecondStepSql = `exists (
  select from auth.factors f where f.user_id = session.user_id and f.status = 'verified')`;

/** Whether the second step is still to be passed (MFA-03). `aal`: of a session, or the lower of token and session. */
export const isRestricted = (aal: AuthenticatorLevel, hasSecondStep: boolean): boolean =>
  aal === 'aal1' && hasSecondStep;

const restrictedSessionSql = `(session.aal = 'aal1' and ${hasSecondStepSql})`;

export const aliveSessionSql = (sessionId: string): string => `exists (
  select from auth.sessions session where session.id = ${sessionId} and session.ended_at is null
    and not ${restrictedSessionSql})`;

const isSecondStep = ({ method }: AuthMethodUse) => method === 'totp' || method === 'mfa/recovery_code';

/** For a change of the second step (MFA-02). */
export const isFresh = (clock: Clock, { amr }: Pick<SessionRow, 'amr'>): boolean =>
  amr.some((use) => isSecondStep(use) && clock.now() - use.timestamp * 1000 <= FRESH_PROOF_MS);
