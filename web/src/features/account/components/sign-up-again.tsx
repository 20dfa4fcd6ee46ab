import type { AuthProblem } from '#web/auth/outcome.ts';
import { ButtonLink } from '#web/ui/buttons/button.tsx';
import * as recurring from '#web/texts/recurring.ts';

/** Whose invitation code was used up before the confirmation gives another one there. Source: OPS-04. */
export function SignUpAgain({ problem }: { problem: AuthProblem | null }) {
  if (problem?.kind !== 'refused' || problem.code !== 'signup_disabled') return null;
  return (
    <ButtonLink to="/register" variant="secondary" wide>
      {recurring.createAnAccount}
    </ButtonLink>
  );
}
