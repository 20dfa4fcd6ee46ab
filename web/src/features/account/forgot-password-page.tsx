import { ArrowLeft } from 'lucide-react';
import { useState, type SubmitEvent } from 'react';
import { Link, useSearchParams } from 'react-router';
import { sendPasswordReset } from '#web/auth/actions.ts';
import { withNext } from '#web/lib/navigation/safe-target.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { FormBanner } from '#web/ui/forms/form-banner.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { AccountFrame } from './components/account-frame.tsx';
import { AuthProblemBanner } from './components/auth-problem.tsx';
import styles from './components/form.module.css';
import { useSubmit } from './use-submit.ts';

/** Source: FORGOT-01 to FORGOT-04. */
export function ForgotPasswordPage() {
  const [params] = useSearchParams();
  const [email, setEmail] = useState('');
  const [missing, setMissing] = useState(false);
  const [sent, setSent] = useState(false);
  const form = useSubmit(
    () => sendPasswordReset(email.trim()),
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
      heading="Forgot your password?"
      documentTitle="Forgot password · Hereabouts"
      lead="We will send you a link to choose a new one."
      footer={
        <Link to={withNext('/login', params.get('next'))}>
          <ArrowLeft aria-hidden="true" />
          Back to login
        </Link>
      }
    >
      <form className={styles.form} method="post" noValidate onSubmit={onSubmit}>
        <TextField
          label="Email"
          type="email"
          name="email"
          autoComplete="username"
          autoCapitalize="none"
          maxLength={254}
          value={email}
          error={missing ? 'Please enter your email address' : null}
          onChange={(event) => setEmail(event.target.value)}
        />
        {sent ? (
          <FormBanner tone="success">Password reset instructions have been sent to your email.</FormBanner>
        ) : null}
        <AuthProblemBanner problem={form.problem} fallback="Something went wrong. Please try again." />
        <Button type="submit" wide busy={form.busy} busyLabel="Sending...">
          Send Reset Instructions
        </Button>
      </form>
    </AccountFrame>
  );
}
