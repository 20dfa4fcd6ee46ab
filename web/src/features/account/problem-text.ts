import { weakPasswordText } from '@hereabouts/contract/passwords';
import type { AuthProblem } from '#web/auth/outcome.ts';
import { failureText } from '#web/lib/api/failure-text.ts';

/** The minimum of any instance, until its settings are loaded. */
export const PASSWORD_MIN_LENGTH = 8;

/** The service's text, else the page's. */
export const problemText = (problem: AuthProblem, fallback: string): string =>
  problem.message?.trim() || failureText(fallback);

/** Why a password was refused, one sentence a reason; none where something else went wrong (REG-03). */
export function weakReasons(problem: AuthProblem): string[] {
  if (problem.kind !== 'refused' || problem.code !== 'weak_password') return [];
  // Only the message has the instance's length.
  const minLength = Number(/\d+/.exec(problem.message)?.[0] ?? PASSWORD_MIN_LENGTH);
  return problem.reasons.map((reason) => weakPasswordText(reason, minLength));
}
