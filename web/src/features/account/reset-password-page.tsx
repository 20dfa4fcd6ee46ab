import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { openResetLink, type Address } from '#web/auth/actions.ts';
import { parseArrival } from '#web/auth/confirmation-link.ts';
import { goOnAsGuest, signOut } from '#web/auth/sign-out.ts';
import { isAnonymous } from '#web/auth/session.ts';
import { useSession } from '#web/auth/use-session.ts';
import { withNext } from '#web/lib/navigation/safe-target.ts';
import { Button, ButtonLink } from '#web/ui/buttons/button.tsx';
import { lazyComponent } from '#web/ui/feedback/lazy-component.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import * as recurring from '#web/texts/recurring.ts';
import * as codesAndLinks from '#web/texts/codes-and-links.ts';
import * as texts from '#web/texts/account.tsx';
import { AccountFrame } from './components/account-frame.tsx';
import { ExpiredLink } from './components/expired-link.tsx';
import { OpenLinkForm } from './components/open-link-form.tsx';
import { useOpenedLink } from './use-opened-link.ts';

const ResetCodeForm = lazyComponent(
  () => import('./components/reset-code-form.tsx').then((module) => module.ResetCodeForm),
  { loading: <Spinner />, failedTitle: recurring.couldNotLoadThisPart },
);

const SecondStepForm = lazyComponent(
  () => import('./components/second-step-form.tsx').then((module) => module.SecondStepForm),
  { loading: <Spinner />, failedTitle: recurring.couldNotLoadThisPart },
);

const NewPasswordForm = lazyComponent(
  () => import('./components/new-password-form.tsx').then((module) => module.NewPasswordForm),
  { loading: <Spinner />, failedTitle: recurring.couldNotLoadThisPart },
);

const HEADS = new Map([
  ['code', { heading: codesAndLinks.checkYourPhone, lead: codesAndLinks.resetCodeSent }],
  ['second_step', { heading: texts.twoStepSignIn, lead: texts.resetNeedsCode }],
]);

/** Only a button uses the link up: mail scanners open links. To a number, a code was sent instead; the history remembers which
 * number, also when the page is loaded again. Then the second step, if any, and the password. Source: RESET-01. */
export function ResetPasswordPage() {
  const [params] = useSearchParams();
  const next = params.get('next');
  const { awaiting } = (useLocation().state ?? {}) as { awaiting?: Extract<Address, { phone: string }> };
  const { tokenHash, openedFor, isOver, markOpened } = useOpenedLink();
  const [isRefused, setRefused] = useState(() => parseArrival(location.hash).kind === 'problem');
  const session = useSession();
  const { status } = session;
  if (status === 'checking') return <Spinner page />;
  // A guest has no password, and goes on being one.
  const isOut = status === 'signed_out' || isAnonymous(session);
  const isExpired = isRefused || isOver;
  const isCode = awaiting !== undefined;
  const step =
    isCode && openedFor === null ? 'code' : isExpired ? 'expired' : openedFor === null ? 'link' : status;
  return (
    <AccountFrame
      heading={texts.chooseANewPassword}
      documentTitle={texts.resetPasswordDocumentTitle}
      {...HEADS.get(step)}
      footer={
        <Link to={status === 'signed_in' ? '/home' : '/login'}>
          <ArrowLeft aria-hidden="true" />
          {status === 'signed_in' ? recurring.backToHome : recurring.backToLogin}
        </Link>
      }
    >
      {step === 'expired' && (
        <ExpiredLink isCode={isCode} action={<NewLink isCode={isCode} isSignedIn={!isOut} next={next} />} />
      )}
      {step === 'code' && isCode && (
        <ResetCodeForm phone={awaiting.phone} onEntered={({ userId }) => markOpened(userId)} />
      )}
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
        <NewPasswordForm userId={openedFor ?? ''} onExpired={() => setRefused(true)} next={next} />
      )}
    </AccountFrame>
  );
}

type NewLinkProps = { isCode: boolean; isSignedIn: boolean; next: string | null };

/** The pages for signed-out people send a signed-in one home. */
function NewLink({ isCode, isSignedIn, next }: NewLinkProps) {
  const navigate = useNavigate();
  const page = withNext('/forgot-password', next);
  const leave = () => {
    // Nobody has asked the guest yet what comes along.
    if (!goOnAsGuest()) signOut();
    void navigate(page);
  };
  return isSignedIn ? (
    <Button onClick={leave}>{isCode ? texts.signOutAndSendNewCode : texts.signOutAndSendNewLink}</Button>
  ) : (
    <ButtonLink to={page}>{isCode ? texts.sendANewCode : texts.sendANewLink}</ButtonLink>
  );
}
