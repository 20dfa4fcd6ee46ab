import { useRef, useState } from 'react';
import { choosePassword } from '#web/auth/actions.ts';
import { showNotice } from '#web/ui/feedback/toast-store.ts';
import * as texts from '#web/texts/account.tsx';
import { useRefusal } from '../use-refusal.ts';
import { useSubmit } from '../use-submit.ts';
import { CodeField } from './code-field.tsx';
import { FormDialog } from './form-dialog.tsx';
import { NewPasswordField } from './new-password-field.tsx';

type Props = { open: boolean; onClose: () => void };

/** For an account whose sign-up left it without a password; some time after signing in it takes a code (REG-04). */
export function ChoosePasswordDialog({ open, onClose }: Props) {
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
  const { problem, reasons, isRefused } = useRefusal(form.problem, password);

  function close() {
    setPassword('');
    setCode('');
    setAsksForCode(false);
    form.clear();
    onClose();
  }

  return (
    <FormDialog
      open={open}
      onClose={close}
      title={texts.chooseAPassword}
      description={texts.noPasswordYet}
      initialFocus={first}
      busy={form.busy}
      problem={problem}
      reasons={reasons}
      onSubmit={form.onSubmit}
    >
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
          help={texts.codeHelp}
          autoFocus
        />
      )}
    </FormDialog>
  );
}
