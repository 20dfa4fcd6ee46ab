import type { AuthProblem } from '#web/auth/outcome.ts';
import { FormBanner } from '#web/ui/forms/form-banner.tsx';
import * as texts from '#web/texts/account.tsx';
import { problemText } from '../problem-text.ts';
import styles from './form.module.css';

type Props = {
  problem: AuthProblem | null;
  /** Of a weak password: see `useRefusal`. */
  reasons?: readonly string[] | undefined;
  fallback: string;
};

export function AuthProblemBanner({ problem, reasons, fallback }: Props) {
  if (problem === null) return null;
  return (
    <FormBanner tone="error">
      {reasons?.length ? (
        <>
          <p>{texts.chooseStrongerPassword}</p>
          <ul className={styles.reasons}>
            {reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </>
      ) : (
        problemText(problem, fallback)
      )}
    </FormBanner>
  );
}
