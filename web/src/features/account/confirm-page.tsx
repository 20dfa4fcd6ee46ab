import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { confirmSignUp, type Address } from '#web/auth/actions.ts';
import { confirmAccountByLink } from '#web/auth/guest-account.ts';
import { isAnonymous } from '#web/auth/session.ts';
import { useSession } from '#web/auth/use-session.ts';
import { safeTarget, withNext } from '#web/lib/navigation/safe-target.ts';
import { ButtonLink } from '#web/ui/buttons/button.tsx';
import { lazyComponent } from '#web/ui/feedback/lazy-component.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/account.tsx';
import { AccountFrame } from './components/account-frame.tsx';
import { ExpiredLink } from './components/expired-link.tsx';
import { OpenLinkForm } from './components/open-link-form.tsx';
import { ResendForm } from './components/resend-form.tsx';
import { useOpenedLink } from './use-opened-link.ts';

const FirstPasswordForm = lazyComponent(
  () => import('./components/first-password-form.tsx').then((module) => module.FirstPasswordForm),
  { loading: <Spinner />, failedTitle: recurring.couldNotLoadThisPart },
);

const ConfirmByCode = lazyComponent(
  () => import('./components/confirm-by-code.tsx').then((module) => module.ConfirmByCode),
  { loading: <Spinner page />, failedTitle: recurring.couldNotLoadThisPage, isPage: true },
);

/** The history remembers which address a sign-up is waiting for, also when the page is loaded again. Outside the pages of
 * signed-out people, so that whoever is signed in by a code can be asked for a password. */
export function ConfirmPage() {
  const { awaiting } = (useLocation().state ?? {}) as { awaiting?: Address };
  return awaiting === undefined ? <ConfirmByLink /> : <ConfirmByCode address={awaiting} />;
}

/** Target of a sign-up's mail and of a guest's first address. Only its button confirms. Source: REG-04, GUEST-02. */
function ConfirmByLink() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const isOfGuest = params.get('type') === 'email_change';
  const confirm = isOfGuest ? confirmAccountByLink : confirmSignUp;
  const target = safeTarget(params.get('redirect_to'), location.origin);
  const { tokenHash, openedFor, isOver, markOpened } = useOpenedLink();
  const [isRefused, setRefused] = useState(false);
  const session = useSession();
  if (session.status === 'checking') return <Spinner page />;
  const isExpired = isRefused || isOver;
  const goOn = () => void navigate(target, { replace: true });
  const step = isExpired ? 'expired' : openedFor === null ? 'link' : 'password';
  return (
    <AccountFrame
      heading={step === 'password' ? texts.chooseAPassword : texts.confirmYourAccount}
      documentTitle={texts.confirmAccountDocumentTitle}
      lead={step === 'password' ? texts.addressConfirmedChoosePassword : undefined}
      footer={
        step === 'password' ? null : (
          <Link to="/login">
            <ArrowLeft aria-hidden="true" />
            {recurring.backToLogin}
          </Link>
        )
      }
    >
      {step === 'expired' && (
        <>
          <ExpiredLink />
          {isOfGuest ? <p>{texts.askAgainAsGuest}</p> : <ResendForm next={params.get('redirect_to')} />}
          {isOfGuest && isAnonymous(session) ? (
            <ButtonLink to={withNext('/register', target)} wide>
              {recurring.createAnAccount}
            </ButtonLink>
          ) : null}
        </>
      )}
      {step === 'link' && (
        <>
          <p>{texts.confirmAccountHelp}</p>
          <OpenLinkForm
            label={texts.confirmMyAccount}
            busyLabel={texts.confirming}
            open={() => confirm(tokenHash)}
            onOpened={({ needsPassword, userId }) => (needsPassword ? markOpened(userId) : goOn())}
            onExpired={() => setRefused(true)}
          />
        </>
      )}
      {step === 'password' && <FirstPasswordForm userId={openedFor ?? ''} onSaved={goOn} />}
    </AccountFrame>
  );
}
