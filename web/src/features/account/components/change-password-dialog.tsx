import { PASSWORD_MAX } from '@hereabouts/contract/auth';
import { useRef, useState } from 'react';
import { changePassword } from '#web/auth/actions.ts';
import { PasswordField } from '#web/ui/forms/password-field.tsx';
import { showNotice } from '#web/ui/feedback/toast-store.ts';
import * as texts from '#web/texts/account.tsx';
import { useRefusal } from '../use-refusal.ts';
import { useSubmit } from '../use-submit.ts';
import { FormDialog } from './form-dialog.tsx';
import { NewPasswordField } from './new-password-field.tsx';

type Props = { open: boolean; onClose: () => void };

/** Source: PROF-05. */
export function ChangePasswordDialog({ open, onClose }: Props) {
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
  const { problem, reasons, isRefused } = useRefusal(form.problem, next);

  function close() {
    setCurrent('');
    setNext('');
    form.clear();
    onClose();
  }

  return (
    <FormDialog
      open={open}
      onClose={close}
      title={texts.changePassword}
      description={texts.changePasswordWarning}
      initialFocus={first}
      busy={form.busy}
      problem={problem}
      reasons={reasons}
      onSubmit={form.onSubmit}
    >
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
    </FormDialog>
  );
}
