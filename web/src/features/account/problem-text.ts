import { weakPasswordText } from '@hereabouts/contract/passwords';
import type { AuthProblem } from '#web/auth/outcome.ts';
import { failureText } from '#web/lib/api/failure-text.ts';

export const problemText = (problem: AuthProblem, fallback: string): string =>
  problem.message?.trim() || failureText(fallback);

/** One sentence per reason; none where something else went wrong (REG-03). */
export function weakReasons(problem: AuthProblem | null, minLength: number): string[] {
  if (problem?.kind !== 'refused' || problem.code !== 'weak_password') return [];
  return problem.reasons.map((reason) => weakPasswordText(reason, minLength));
}
