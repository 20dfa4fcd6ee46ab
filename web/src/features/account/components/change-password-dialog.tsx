import { PASSWORD_MAX } from '@hereabouts/contract/auth';
import { useId, useRef, useState } from 'react';
import { changePassword } from '#web/auth/actions.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { PasswordField } from '#web/ui/forms/password-field.tsx';
import { showNotice } from '#web/ui/feedback/toast-store.ts';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/account.tsx';
import { useRefusal } from '../use-refusal.ts';
import { useSubmit } from '../use-submit.ts';
import { AuthProblemBanner } from './auth-problem.tsx';
import styles from './form.module.css';
import { NewPasswordField } from './new-password-field.tsx';

type Props = { open: boolean; onClose: () => void };

/** Asks for the current and the new password. Source: PROF-05. */
export function ChangePasswordDialog({ open, onClose }: Props) {
  const formId = useId();
  const first = useRef<HTMLInputElement>(null);
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const form = useSubmit(
    () => changePassword(current, next),
    () => {
      close();
      showNotice(texts.yourPasswordHasBeenChanged);
    },
  );
  const { problem, isRefused } = useRefusal(form.problem, next);

  function close() {
    setCurrent('');
    setNext('');
    form.clear();
    onClose();
  }

  return (
    <Dialog
      open={open}
      onClose={close}
      title={texts.changePassword}
      description={texts.youWillBeSignedOutOn}
      initialFocus={first}
      footer={
        <>
          <Button variant="secondary" onClick={close}>
            {recurring.cancel}
          </Button>
          <Button type="submit" form={formId} busy={form.busy} busyLabel={recurring.saving}>
            {recurring.save}
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.form} onSubmit={form.onSubmit}>
        <PasswordField
          ref={first}
          label={texts.currentPassword}
          autoComplete="current-password"
          required
          maxLength={PASSWORD_MAX}
          value={current}
          onChange={(event) => setCurrent(event.target.value)}
        />
        <NewPasswordField label={texts.newPassword} value={next} onChange={setNext} isRefused={isRefused} />
        <AuthProblemBanner problem={problem} fallback={recurring.somethingWentWrongPleaseTryAgain} />
      </form>
    </Dialog>
  );
}
