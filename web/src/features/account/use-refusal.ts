import { useState } from 'react';
import type { AuthProblem } from '#web/auth/outcome.ts';
import { weakReasons } from './problem-text.ts';
import { usePasswordMinLength } from './use-password-min-length.ts';

/** Why a password was refused as too weak (REG-03); typing another one hides it.
 * @returns `isRefused`: the service has just refused this password */
export function useRefusal(problem: AuthProblem | null, password: string) {
  const reasons = weakReasons(problem, usePasswordMinLength());
  const [shown, setShown] = useState({ problem, password });
  if (shown.problem !== problem) setShown({ problem, password });
  const isWeak = reasons.length > 0;
  const isSame = shown.password === password;
  return { problem: isWeak && !isSame ? null : problem, reasons, isRefused: isWeak && isSame };
}
