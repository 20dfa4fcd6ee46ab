import { useState } from 'react';
import { confirmPhone } from '#web/auth/actions.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/account.tsx';
import { useSubmit } from '../use-submit.ts';
import { AuthProblemBanner } from './auth-problem.tsx';
import { CodeField } from './code-field.tsx';
import styles from './form.module.css';

export function ConfirmPhoneForm({ phone }: { phone: string }) {
  const [code, setCode] = useState('');
  const form = useSubmit(
    () => confirmPhone(phone, code),
    () => {},
  );
  return (
    <form className={styles.form} onSubmit={form.onSubmit}>
      <CodeField value={code} onChange={setCode} />
      <AuthProblemBanner problem={form.problem} fallback={recurring.somethingWentWrong} />
      <Button type="submit" wide busy={form.busy} busyLabel={texts.confirming}>
        {texts.confirm}
      </Button>
    </form>
  );
}
