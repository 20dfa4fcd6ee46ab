import { PASSWORD_MAX } from '@hereabouts/contract/auth';
import { ArrowLeft, Link2Off } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { openResetLink, setNewPassword } from '#web/auth/actions.ts';
import { parseArrival } from '#web/auth/confirmation-link.ts';
import type { AuthOutcome } from '#web/auth/outcome.ts';
import { signOut } from '#web/auth/session.ts';
import { useSession } from '#web/auth/use-session.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { FormBanner } from '#web/ui/form-banner.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { showNotice } from '#web/ui/toast-store.ts';
import { AccountFrame } from './components/account-frame.tsx';
import { AuthProblemBanner } from './components/auth-problem.tsx';
import styles from './components/form.module.css';
import { PasswordStrength } from './components/password-strength.tsx';
import { useIsRefused } from './use-is-refused.ts';
import { useSubmit } from './use-submit.ts';

/** Source: RESET-01. The link is used up by the button only: mail scanners open links. */
export function ResetPasswordPage() {
  const [params] = useSearchParams();
  const tokenHash = params.get('token_hash') ?? '';
  const [isExpired, setExpired] = useState(
    () => tokenHash === '' || parseArrival(location.hash).kind === 'problem',
  );
  const navigate = useNavigate();
  // The pages for signed-out people send a signed-in one home.
  const isSignedIn = useSession().status === 'signed_in';
  const leaveForNewLink = async () => {
    await signOut();
    void navigate('/forgot-password');
  };
  return (
    <AccountFrame
      heading="Choose a new password"
      documentTitle="Reset password · Hereabouts"
      footer={
        <Link to={isSignedIn ? '/home' : '/login'}>
          <ArrowLeft aria-hidden="true" />
          {isSignedIn ? 'Back to home' : 'Back to login'}
        </Link>
      }
    >
      {isExpired ? (
        <div role="alert">
          <EmptyState
            icon={<Link2Off />}
            title="This link has expired or has been used already."
            action={
              isSignedIn ? (
                <Button onClick={() => void leaveForNewLink()}>Sign out and send a new link</Button>
              ) : (
                <ButtonLink to="/forgot-password">Send a new link</ButtonLink>
              )
            }
          >
            A link works once, and for a short time only.
          </EmptyState>
        </div>
      ) : (
        <NewPasswordForm tokenHash={tokenHash} onExpired={() => setExpired(true)} />
      )}
    </AccountFrame>
  );
}

function NewPasswordForm({ tokenHash, onExpired }: { tokenHash: string; onExpired: () => void }) {
  const navigate = useNavigate();
  const [password, setPassword] = useState('');
  const [repeated, setRepeated] = useState('');
  const [differ, setDiffer] = useState(false);
  const [isOpen, setOpen] = useState(false);

  /** The link works once: after a refused password only the second half is sent again. */
  const save = async (): Promise<AuthOutcome> => {
    if (!isOpen) {
      const opened = await openResetLink(tokenHash);
      if (!opened.ok) {
        if (opened.problem.kind === 'refused' && opened.problem.code === 'otp_expired') onExpired();
        return opened;
      }
      setOpen(true);
    }
    return setNewPassword(password);
  };
  const form = useSubmit(save, () => {
    showNotice('Your password has been changed.');
    void navigate('/home', { replace: true });
  });
  const isRefused = useIsRefused(form.problem, password);

  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        setDiffer(password !== repeated);
        if (password === repeated) return form.onSubmit(event);
        event.preventDefault();
      }}
    >
      <PasswordField
        label="New password"
        autoComplete="new-password"
        required
        maxLength={PASSWORD_MAX}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        help={<PasswordStrength password={password} personal={[]} isRefused={isRefused} />}
      />
      <PasswordField
        label="Repeat new password"
        autoComplete="new-password"
        required
        maxLength={PASSWORD_MAX}
        value={repeated}
        error={differ && password !== repeated ? 'The two passwords are not the same' : null}
        onChange={(event) => setRepeated(event.target.value)}
      />
      <AuthProblemBanner problem={form.problem} fallback="Something went wrong. Please try again." />
      <FormBanner tone="info">You will be signed out on every other device.</FormBanner>
      <Button type="submit" wide busy={form.busy} busyLabel="Saving...">
        Save new password
      </Button>
    </form>
  );
}
