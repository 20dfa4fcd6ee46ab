import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { confirmAccountByLink, confirmSignUp } from '#web/auth/actions.ts';
import { useSession } from '#web/auth/use-session.ts';
import { safeTarget } from '#web/lib/navigation/safe-target.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/account.tsx';
import { AccountFrame } from './components/account-frame.tsx';
import { AuthProblemBanner } from './components/auth-problem.tsx';
import { ExpiredLink } from './components/expired-link.tsx';
import styles from './components/form.module.css';
import { OpenLinkForm } from './components/open-link-form.tsx';
import { PasswordChoiceFields } from './components/password-choice-fields.tsx';
import { ResendForm } from './components/resend-form.tsx';
import { useChoosePassword } from './use-choose-password.ts';
import { useOpenedLink } from './use-opened-link.ts';

/** Target of a sign-up's mail and of a guest's first address. Only its button confirms. Source: REG-04, GUEST-02. */
export function ConfirmPage() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const confirm = params.get('type') === 'email_change' ? confirmAccountByLink : confirmSignUp;
  const target = safeTarget(params.get('redirect_to'), location.origin);
  const { tokenHash, openedFor, isOver, markOpened } = useOpenedLink();
  const [isRefused, setRefused] = useState(false);
  const { status } = useSession();
  if (status === 'checking') return <Spinner page />;
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
          <ResendForm />
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
      {step === 'password' && <PasswordForm userId={openedFor ?? ''} onSaved={goOn} />}
    </AccountFrame>
  );
}

/** Several sign-ups waited for this address: none of their passwords counts. */
function PasswordForm({ userId, onSaved }: { userId: string; onSaved: () => void }) {
  const choice = useChoosePassword(userId, onSaved);
  return (
    <form className={styles.form} onSubmit={choice.onSubmit}>
      <PasswordChoiceFields choice={choice} autoFocus />
      <AuthProblemBanner
        problem={choice.problem}
        reasons={choice.reasons}
        fallback={recurring.somethingWentWrong}
      />
      <Button type="submit" wide busy={choice.busy} busyLabel={recurring.saving}>
        {texts.savePassword}
      </Button>
    </form>
  );
}
