import { useState } from 'react';
import { resendConfirmation } from '#web/auth/actions.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { FormBanner } from '#web/ui/forms/form-banner.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/account.tsx';
import { useSubmit } from '../use-submit.ts';
import { AuthProblemBanner } from './auth-problem.tsx';
import styles from './form.module.css';

/** The answer is the same for every address. */
export function ResendForm({ next }: { next: string | null }) {
  const [email, setEmail] = useState('');
  const [isSent, setSent] = useState(false);
  const form = useSubmit(
    () => resendConfirmation({ email: email.trim() }, next),
    () => setSent(true),
  );
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        setSent(false);
        form.onSubmit(event);
      }}
    >
      <p>{texts.notConfirmedYet}</p>
      <TextField
        label={texts.email}
        type="email"
        name="email"
        autoComplete="username"
        autoCapitalize="none"
        required
        maxLength={254}
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      {isSent ? <FormBanner tone="success">{texts.confirmationSentAgain}</FormBanner> : null}
      <AuthProblemBanner problem={form.problem} fallback={recurring.somethingWentWrong} />
      <Button type="submit" wide busy={form.busy} busyLabel={recurring.sending}>
        {texts.sendAgain}
      </Button>
    </form>
  );
}
