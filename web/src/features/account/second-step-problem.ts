import type { AuthProblem } from '#web/auth/outcome.ts';
import type { SecondStepProof } from '#web/auth/two-step.ts';
import { OFFLINE_TEXT } from '#web/lib/api/failure-text.ts';

const WRONG: Record<SecondStepProof['kind'], string> = {
  code: 'This code is not right. Enter the one your app shows now.',
  recovery: 'This recovery code is not right or has been used already.',
};
const TOO_MANY = 'Too many wrong codes. Please wait a few minutes, then try again.';
const UNREACHABLE = 'Could not reach Hereabouts. Check your connection and try again.';
const UNKNOWN = 'Something went wrong. Please try again.';

/** What went wrong with a code: of the field where the code itself is wrong, else of the form. */
export function secondStepProblem(
  problem: AuthProblem | null,
  kind: SecondStepProof['kind'],
  isOnline: boolean,
): { field: string | null; form: string | null } {
  if (problem === null) return { field: null, form: null };
  if (problem.kind === 'unreachable') {
    return { field: null, form: isOnline ? (problem.message ?? UNREACHABLE) : OFFLINE_TEXT };
  }
  switch (problem.code) {
    case 'mfa_verification_failed':
      return { field: WRONG[kind], form: null };
    case 'over_request_rate_limit':
    case 'mfa_recovery_codes_locked':
      return { field: null, form: TOO_MANY };
    default:
      return { field: null, form: problem.message || UNKNOWN };
  }
}
