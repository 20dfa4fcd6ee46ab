import { useState } from 'react';
import type { AuthProblem } from '#web/auth/outcome.ts';
import { weakReasons } from './problem-text.ts';

/** Whether the password as it stands is the one that the service has just called weak. Source: REG-03. */
export function useIsRefused(problem: AuthProblem | null, password: string): boolean {
  const [told, setTold] = useState({ problem, password });
  if (told.problem !== problem) setTold({ problem, password });
  return problem !== null && told.password === password && weakReasons(problem).length > 0;
}
