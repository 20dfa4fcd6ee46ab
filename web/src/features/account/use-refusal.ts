import { useState } from 'react';
import type { AuthProblem } from '#web/auth/outcome.ts';
import { weakReasons } from './problem-text.ts';

/** What a form says of the password as it stands (REG-03): once another is typed, the reasons against the last one are
 * no longer shown.
 * @returns `isRefused`: this very password is the one that the service has just called weak */
export function useRefusal(problem: AuthProblem | null, password: string) {
  const [told, setTold] = useState({ problem, password });
  if (told.problem !== problem) setTold({ problem, password });
  const isWeak = problem !== null && weakReasons(problem).length > 0;
  const isSame = told.password === password;
  return { problem: isWeak && !isSame ? null : problem, isRefused: isWeak && isSame };
}
