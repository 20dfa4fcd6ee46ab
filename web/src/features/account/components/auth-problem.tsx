import type { AuthProblem } from '#web/auth/outcome.ts';
import { FormBanner } from '#web/ui/forms/form-banner.tsx';
import * as texts from '#web/texts/account.tsx';
import { problemText, weakReasons } from '../problem-text.ts';
import styles from './form.module.css';

/** What the auth service would not do, and why. */
export function AuthProblemBanner({ problem, fallback }: { problem: AuthProblem | null; fallback: string }) {
  if (problem === null) return null;
  const reasons = weakReasons(problem);
  return (
    <FormBanner tone="error">
      {reasons.length === 0 ? (
        problemText(problem, fallback)
      ) : (
        <>
          <p>{texts.chooseStrongerPassword}</p>
          <ul className={styles.reasons}>
            {reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </>
      )}
    </FormBanner>
  );
}
