import { useState } from 'react';
import { confirmPhone, sendPhoneCode } from '#web/auth/actions.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { FormBanner } from '#web/ui/forms/form-banner.tsx';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/account.tsx';
import { useSubmit } from '../use-submit.ts';
import { AuthProblemBanner } from './auth-problem.tsx';
import { CodeField } from './code-field.tsx';
import styles from './form.module.css';

export function ConfirmCodeForm({ phone }: { phone: string }) {
  const [code, setCode] = useState('');
  const [isSent, setSent] = useState(false);
  const form = useSubmit(
    () => confirmPhone(phone, code),
    () => {},
  );
  const again = useSubmit(
    () => sendPhoneCode(phone),
    () => setSent(true),
  );
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        again.clear();
        form.onSubmit(event);
      }}
    >
      <CodeField value={code} onChange={setCode} autoFocus />
      {isSent ? <FormBanner tone="success">{texts.confirmationSentAgain}</FormBanner> : null}
      <AuthProblemBanner problem={form.problem ?? again.problem} fallback={recurring.somethingWentWrong} />
      <Button type="submit" wide busy={form.busy} busyLabel={texts.confirming}>
        {texts.confirm}
      </Button>
      <Button
        variant="quiet"
        wide
        busy={again.busy}
        busyLabel={recurring.sending}
        onClick={() => {
          setSent(false);
          form.clear();
          again.submit();
        }}
      >
        {texts.sendANewCode}
      </Button>
    </form>
  );
}
