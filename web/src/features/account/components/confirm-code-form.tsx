import { useState } from 'react';
import { confirmByCode, resendConfirmation, type Address } from '#web/auth/actions.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { FormBanner } from '#web/ui/forms/form-banner.tsx';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/account.tsx';
import { useSubmit } from '../use-submit.ts';
import { AuthProblemBanner } from './auth-problem.tsx';
import { CodeField } from './code-field.tsx';
import styles from './form.module.css';

export function ConfirmCodeForm({ address, next }: { address: Address; next: string | null }) {
  const isPhone = 'phone' in address;
  const [code, setCode] = useState('');
  const [isSent, setSent] = useState(false);
  const form = useSubmit(
    () => confirmByCode(address, code),
    () => {},
  );
  const again = useSubmit(
    () => resendConfirmation(address, next),
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
      {/* A mail has a link as well, and what is said about it is read first. */}
      <CodeField value={code} onChange={setCode} autoFocus={isPhone} />
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
        {isPhone ? texts.sendANewCode : texts.sendAgain}
      </Button>
    </form>
  );
}
