import { weakPasswordText } from '@hereabouts/contract/passwords';
import type { AuthProblem } from '#web/auth/outcome.ts';

/** The least any instance asks for, until its settings are here. */
export const PASSWORD_MIN_LENGTH = 8;

/** What the auth service said, else the page's own words. */
export const problemText = (problem: AuthProblem, fallback: string): string =>
  problem.message?.trim() || fallback;

/** Why a password was refused, one sentence a reason; none where something else went wrong (REG-03). */
export function weakReasons(problem: AuthProblem): string[] {
  if (problem.kind !== 'refused' || problem.code !== 'weak_password') return [];
  // The instance's own length stands only in its words.
  const minLength = Number(/\d+/.exec(problem.message)?.[0] ?? PASSWORD_MIN_LENGTH);
  return problem.reasons.map((reason) => weakPasswordText(reason, minLength));
}
