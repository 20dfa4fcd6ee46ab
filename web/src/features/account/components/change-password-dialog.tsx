import { PASSWORD_MAX } from '@hereabouts/contract/auth';
import { useRef, useState } from 'react';
import { changePassword } from '#web/auth/actions.ts';
import { PasswordField } from '#web/ui/forms/password-field.tsx';
import { showAlert, showNotice } from '#web/ui/feedback/toast-store.ts';
import { useIsOpen } from '#web/ui/overlays/use-is-open.ts';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/account.tsx';
import { problemText } from '../problem-text.ts';
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
    async () => {
      const outcome = await changePassword(current, next);
      if (!outcome.ok && !isOpen.current)
        showAlert(problemText(outcome.problem, recurring.somethingWentWrong));
      return outcome;
    },
    () => {
      close();
      showNotice(texts.yourPasswordHasBeenChanged);
    },
  );
  const isOpen = useIsOpen(open, form.clear);
  const { problem, reasons, isRefused } = useRefusal(form.problem, next);

  function close() {
    setCurrent('');
    setNext('');
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
