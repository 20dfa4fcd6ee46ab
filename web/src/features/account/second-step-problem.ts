import type { AuthProblem } from '#web/auth/outcome.ts';
import type { SecondStepProof } from '#web/auth/two-step.ts';
import { OFFLINE_TEXT } from '#web/lib/api/failure-text.ts';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/two-step.ts';

const WRONG: Record<SecondStepProof['kind'], string> = {
  code: texts.codeWrong,
  recovery: texts.recoveryCodeWrong,
};
const TOO_MANY = texts.tooManyWrongCodes;
const UNREACHABLE = texts.unreachable;
const UNKNOWN = recurring.somethingWentWrong;

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
