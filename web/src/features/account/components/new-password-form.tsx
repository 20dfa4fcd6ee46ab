import { PASSWORD_MAX } from '@hereabouts/contract/auth';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { setNewPassword } from '#web/auth/actions.ts';
import { refusalCode } from '#web/auth/outcome.ts';
import { safeTarget } from '#web/lib/navigation/safe-target.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { showNotice } from '#web/ui/feedback/toast-store.ts';
import { FormBanner } from '#web/ui/forms/form-banner.tsx';
import { PasswordField } from '#web/ui/forms/password-field.tsx';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/account.tsx';
import { useRefusal } from '../use-refusal.ts';
import { useSubmit } from '../use-submit.ts';
import { AuthProblemBanner } from './auth-problem.tsx';
import styles from './form.module.css';
import { NewPasswordField } from './new-password-field.tsx';

type FormProps = { userId: string; onExpired: () => void; next: string | null };

/** What the server asks for once the session may no longer set a password without the one that was forgotten. */
const isTooLate = (code: string | null) =>
  code === 'current_password_required' || code === 'reauthentication_needed';

export function NewPasswordForm({ userId, onExpired, next }: FormProps) {
  const navigate = useNavigate();
  const [password, setPassword] = useState('');
  const [repeated, setRepeated] = useState('');
  const [differ, setDiffer] = useState(false);
  const form = useSubmit(
    async () => {
      const outcome = await setNewPassword(userId, password);
      if (isTooLate(refusalCode(outcome))) onExpired();
      return outcome;
    },
    () => {
      showNotice(texts.yourPasswordHasBeenChanged);
      void navigate(safeTarget(next, location.origin), { replace: true });
    },
  );
  const { problem, reasons, isRefused } = useRefusal(form.problem, password);

  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        setDiffer(password !== repeated);
        if (password === repeated) return form.onSubmit(event);
        event.preventDefault();
      }}
    >
      <NewPasswordField
        label={texts.newPassword}
        autoFocus
        value={password}
        onChange={setPassword}
        isRefused={isRefused}
      />
      <PasswordField
        label={texts.repeatNewPassword}
        autoComplete="new-password"
        required
        maxLength={PASSWORD_MAX}
        value={repeated}
        error={differ && password !== repeated ? texts.passwordsDiffer : null}
        onChange={(event) => setRepeated(event.target.value)}
      />
      <AuthProblemBanner problem={problem} reasons={reasons} fallback={recurring.somethingWentWrong} />
      <FormBanner tone="info">{texts.changePasswordWarning}</FormBanner>
      <Button type="submit" wide busy={form.busy} busyLabel={recurring.saving}>
        {texts.saveNewPassword}
      </Button>
    </form>
  );
}
