import { ArrowLeft } from 'lucide-react';
import { useState, type SubmitEvent } from 'react';
import { Link, useSearchParams } from 'react-router';
import { sendPasswordReset } from '#web/auth/actions.ts';
import { withNext } from '#web/lib/navigation/safe-target.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { FormBanner } from '#web/ui/forms/form-banner.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/account.tsx';
import { AccountFrame } from './components/account-frame.tsx';
import { AuthProblemBanner } from './components/auth-problem.tsx';
import styles from './components/form.module.css';
import { useSubmit } from './use-submit.ts';

/** Source: FORGOT-01 to FORGOT-04. */
export function ForgotPasswordPage() {
  const [params] = useSearchParams();
  const next = params.get('next');
  const [email, setEmail] = useState('');
  const [missing, setMissing] = useState(false);
  const [sent, setSent] = useState(false);
  const form = useSubmit(
    () => sendPasswordReset(email.trim(), next),
    () => setSent(true),
  );

  const onSubmit = (event: SubmitEvent) => {
    setSent(false);
    setMissing(email.trim() === '');
    if (email.trim() !== '') return form.onSubmit(event);
    event.preventDefault();
    form.clear();
  };

  return (
    <AccountFrame
      heading={texts.forgotYourPassword}
      documentTitle={texts.forgotPasswordDocumentTitle}
      lead={texts.forgotPasswordHelp}
      footer={
        <Link to={withNext('/login', next)}>
          <ArrowLeft aria-hidden="true" />
          {recurring.backToLogin}
        </Link>
      }
    >
      <form className={styles.form} method="post" noValidate onSubmit={onSubmit}>
        <TextField
          label={texts.email}
          type="email"
          name="email"
          autoComplete="username"
          autoCapitalize="none"
          maxLength={254}
          value={email}
          error={missing ? texts.enterYourEmail : null}
          onChange={(event) => setEmail(event.target.value)}
        />
        {sent ? <FormBanner tone="success">{texts.resetInstructionsSent}</FormBanner> : null}
        <AuthProblemBanner problem={form.problem} fallback={recurring.somethingWentWrong} />
        <Button type="submit" wide busy={form.busy} busyLabel={recurring.sending}>
          {texts.sendResetInstructions}
        </Button>
      </form>
    </AccountFrame>
  );
}
