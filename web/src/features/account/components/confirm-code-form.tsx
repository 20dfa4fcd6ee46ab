import { useState, type ReactNode } from 'react';
import type { AuthOutcome } from '#web/auth/outcome.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { FormBanner } from '#web/ui/forms/form-banner.tsx';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/account.tsx';
import { useSubmit } from '../use-submit.ts';
import { AuthProblemBanner } from './auth-problem.tsx';
import { CodeField } from './code-field.tsx';
import { SignUpAgain } from './sign-up-again.tsx';
import styles from './form.module.css';

type Props<T> = {
  confirm: (code: string) => Promise<AuthOutcome<T>>;
  onConfirmed?: (value: T) => void;
  sendAgain: () => Promise<AuthOutcome>;
  sentAgain?: string;
  isPhone?: boolean;
  autoFocus: boolean;
  help?: string;
  children?: ReactNode;
};

export function ConfirmCodeForm<T>({
  confirm,
  onConfirmed,
  sendAgain,
  sentAgain = texts.confirmationSentAgain,
  isPhone = false,
  children,
  ...field
}: Props<T>) {
  const [code, setCode] = useState('');
  const [isSent, setSent] = useState(false);
  const form = useSubmit(
    () => confirm(code),
    (value) => onConfirmed?.(value),
  );
  const again = useSubmit(sendAgain, () => setSent(true));
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        again.clear();
        form.onSubmit(event);
      }}
    >
      <CodeField {...field} value={code} onChange={setCode} />
      {isSent ? <FormBanner tone="success">{sentAgain}</FormBanner> : null}
      <AuthProblemBanner problem={form.problem ?? again.problem} fallback={recurring.somethingWentWrong} />
      <SignUpAgain problem={form.problem} />
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
      {children}
    </form>
  );
}
