import { useId, useRef, useState } from 'react';
import { choosePassword } from '#web/auth/actions.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { showNotice } from '#web/ui/feedback/toast-store.ts';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/account.tsx';
import { useRefusal } from '../use-refusal.ts';
import { useSubmit } from '../use-submit.ts';
import { AuthProblemBanner } from './auth-problem.tsx';
import { CodeField } from './code-field.tsx';
import styles from './form.module.css';
import { NewPasswordField } from './new-password-field.tsx';

type Props = { open: boolean; onClose: () => void };

/** For an account whose sign-up left it without a password; some time after signing in it takes a code (REG-04). */
export function ChoosePasswordDialog({ open, onClose }: Props) {
  const formId = useId();
  const first = useRef<HTMLInputElement>(null);
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [asksForCode, setAsksForCode] = useState(false);
  const form = useSubmit(
    () => choosePassword(password, asksForCode ? code : null),
    (result) => {
      if (result === 'code_sent') return setAsksForCode(true);
      close();
      showNotice(texts.yourPasswordHasBeenSaved);
    },
  );
  const { problem, isRefused } = useRefusal(form.problem, password);

  function close() {
    setPassword('');
    setCode('');
    setAsksForCode(false);
    form.clear();
    onClose();
  }

  return (
    <Dialog
      open={open}
      onClose={close}
      title={texts.chooseAPassword}
      description={texts.yourAccountHasNoPasswordYet}
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
        <NewPasswordField
          ref={first}
          label={texts.password}
          value={password}
          onChange={setPassword}
          isRefused={isRefused}
        />
        {asksForCode && (
          <CodeField
            label={texts.codeWeSentYou}
            value={code}
            onChange={setCode}
            help={texts.itShowsThatTheAccountIs}
            autoFocus
          />
        )}
        <AuthProblemBanner problem={problem} fallback={recurring.somethingWentWrongPleaseTryAgain} />
      </form>
    </Dialog>
  );
}
