import { useState } from 'react';
import type { AuthProblem } from '#web/auth/outcome.ts';
import { weakReasons } from './problem-text.ts';

/** The problem of the current password (REG-03): typing another one hides the reasons. @returns `isRefused`:
 * the service has just refused this password */
export function useRefusal(problem: AuthProblem | null, password: string) {
  const [shown, setShown] = useState({ problem, password });
  if (shown.problem !== problem) setShown({ problem, password });
  const isWeak = problem !== null && weakReasons(problem).length > 0;
  const isSame = shown.password === password;
  return { problem: isWeak && !isSame ? null : problem, isRefused: isWeak && isSame };
}
