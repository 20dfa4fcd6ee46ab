import { PASSWORD_MAX } from '@hereabouts/contract/auth';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { openResetLink, setNewPassword } from '#web/auth/actions.ts';
import { parseArrival } from '#web/auth/confirmation-link.ts';
import { refusalCode } from '#web/auth/outcome.ts';
import { signOut } from '#web/auth/sign-out.ts';
import { isAnonymous } from '#web/auth/session.ts';
import { useSession } from '#web/auth/use-session.ts';
import { Button, ButtonLink } from '#web/ui/buttons/button.tsx';
import { FormBanner } from '#web/ui/forms/form-banner.tsx';
import { lazyComponent } from '#web/ui/feedback/lazy-component.tsx';
import { PasswordField } from '#web/ui/forms/password-field.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import { showNotice } from '#web/ui/feedback/toast-store.ts';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/account.tsx';
import { AccountFrame } from './components/account-frame.tsx';
import { AuthProblemBanner } from './components/auth-problem.tsx';
import { ExpiredLink } from './components/expired-link.tsx';
import styles from './components/form.module.css';
import { OpenLinkForm } from './components/open-link-form.tsx';
import { NewPasswordField } from './components/new-password-field.tsx';
import { useRefusal } from './use-refusal.ts';
import { useOpenedLink } from './use-opened-link.ts';
import { useSubmit } from './use-submit.ts';

const SecondStepForm = lazyComponent(
  () => import('./components/second-step-form.tsx').then((module) => module.SecondStepForm),
  { loading: <Spinner />, failedTitle: recurring.couldNotLoadThisPart },
);

/** Only a button uses the link up: mail scanners open links. Then the second step, if any, and the password. Source: RESET-01. */
export function ResetPasswordPage() {
  const { tokenHash, openedFor, isOver, markOpened } = useOpenedLink();
  const [isRefused, setRefused] = useState(() => parseArrival(location.hash).kind === 'problem');
  const session = useSession();
  const { status } = session;
  if (status === 'checking') return <Spinner page />;
  // A guest has no password, and goes on being one.
  const isOut = status === 'signed_out' || isAnonymous(session);
  const isExpired = isRefused || isOver;
  const step = isExpired ? 'expired' : openedFor === null ? 'link' : status;
  return (
    <AccountFrame
      heading={step === 'second_step' ? texts.twoStepSignIn : texts.chooseANewPassword}
      documentTitle={texts.resetPasswordDocumentTitle}
      lead={step === 'second_step' ? texts.resetNeedsCode : undefined}
      footer={
        <Link to={status === 'signed_in' ? '/home' : '/login'}>
          <ArrowLeft aria-hidden="true" />
          {status === 'signed_in' ? recurring.backToHome : recurring.backToLogin}
        </Link>
      }
    >
      {step === 'expired' && <ExpiredLink action={<NewLink isSignedIn={!isOut} />} />}
      {step === 'link' && (
        <>
          <p>{texts.openLinkHelp}</p>
          <OpenLinkForm
            label={recurring.continueWord}
            busyLabel={texts.opening}
            open={() => openResetLink(tokenHash)}
            onOpened={({ userId }) => markOpened(userId)}
            onExpired={() => setRefused(true)}
          />
        </>
      )}
      {step === 'second_step' && <SecondStepForm onPassed={() => {}} />}
      {step === 'signed_in' && (
        <NewPasswordForm userId={openedFor ?? ''} onExpired={() => setRefused(true)} />
      )}
    </AccountFrame>
  );
}

/** The pages for signed-out people send a signed-in one home. */
function NewLink({ isSignedIn }: { isSignedIn: boolean }) {
  const navigate = useNavigate();
  const leave = () => {
    signOut();
    void navigate('/forgot-password');
  };
  return isSignedIn ? (
    <Button onClick={leave}>{texts.signOutAndSendNewLink}</Button>
  ) : (
    <ButtonLink to="/forgot-password">{texts.sendANewLink}</ButtonLink>
  );
}

type FormProps = { userId: string; onExpired: () => void };

/** What the server asks for once the session may no longer set a password without the one that was forgotten. */
const isTooLate = (code: string | null) =>
  code === 'current_password_required' || code === 'reauthentication_needed';

function NewPasswordForm({ userId, onExpired }: FormProps) {
  const navigate = useNavigate();
  const [password, setPassword] = useState('');
  const [repeated, setRepeated] = useState('');
  const [differ, setDiffer] = useState(false);
  const form = useSubmit(
    async () => {
      const outcome = await setNewPassword(userId, password);
      if (isTooLate(refusalCode(outcome))) onExpired();
      return outcome;
    },
    () => {
      showNotice(texts.yourPasswordHasBeenChanged);
      void navigate('/home', { replace: true });
    },
  );
  const { problem, reasons, isRefused } = useRefusal(form.problem, password);

  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        setDiffer(password !== repeated);
        if (password === repeated) return form.onSubmit(event);
        event.preventDefault();
      }}
    >
      <NewPasswordField
        label={texts.newPassword}
        autoFocus
        value={password}
        onChange={setPassword}
        isRefused={isRefused}
      />
      <PasswordField
        label={texts.repeatNewPassword}
        autoComplete="new-password"
        required
        maxLength={PASSWORD_MAX}
        value={repeated}
        error={differ && password !== repeated ? texts.passwordsDiffer : null}
        onChange={(event) => setRepeated(event.target.value)}
      />
      <AuthProblemBanner problem={problem} reasons={reasons} fallback={recurring.somethingWentWrong} />
      <FormBanner tone="info">{texts.changePasswordWarning}</FormBanner>
      <Button type="submit" wide busy={form.busy} busyLabel={recurring.saving}>
        {texts.saveNewPassword}
      </Button>
    </form>
  );
}
