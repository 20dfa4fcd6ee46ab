import { Button } from '#web/ui/buttons/button.tsx';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/account.tsx';
import { useChoosePassword } from '../use-choose-password.ts';
import { AuthProblemBanner } from './auth-problem.tsx';
import styles from './form.module.css';
import { PasswordChoiceFields } from './password-choice-fields.tsx';

/** Several sign-ups waited for this address: none of their passwords counts. */
export function FirstPasswordForm({ userId, onSaved }: { userId: string; onSaved: () => void }) {
  const choice = useChoosePassword(userId, onSaved);
  return (
    <form className={styles.form} onSubmit={choice.onSubmit}>
      <PasswordChoiceFields choice={choice} autoFocus />
      <AuthProblemBanner
        problem={choice.problem}
        reasons={choice.reasons}
        fallback={recurring.somethingWentWrong}
      />
      <Button type="submit" wide busy={choice.busy} busyLabel={recurring.saving}>
        {texts.savePassword}
      </Button>
    </form>
  );
}
