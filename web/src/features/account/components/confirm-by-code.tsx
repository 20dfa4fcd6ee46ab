import { MailCheck } from 'lucide-react';
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router';
import { confirmByCode, resendConfirmation, type Address } from '#web/auth/actions.ts';
import { isAnonymous } from '#web/auth/session.ts';
import { readStoredSession } from '#web/auth/stored-session.ts';
import { useSession } from '#web/auth/use-session.ts';
import { safeTarget, withNext } from '#web/lib/navigation/safe-target.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import * as codesAndLinks from '#web/texts/codes-and-links.ts';
import * as texts from '#web/texts/account.tsx';
import { AccountFrame } from './account-frame.tsx';
import { ConfirmCodeForm } from './confirm-code-form.tsx';
import { FirstPasswordForm } from './first-password-form.tsx';

/** Waits until the address of a sign-up is confirmed, here or in another tab. Source: REG-02, REG-04, LOGIN-08. */
export function ConfirmByCode({ address }: { address: Address }) {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const session = useSession();
  const next = params.get('next');
  const target = safeTarget(next, location.origin);
  if (session.status === 'checking') return <Spinner page />;
  if (session.status === 'signed_in' && !isAnonymous(session)) {
    if (!readStoredSession()?.needsPassword) return <Navigate to={target} replace />;
    return (
      <AccountFrame
        key="password"
        heading={texts.chooseAPassword}
        documentTitle={texts.confirmAccountDocumentTitle}
        lead={texts.addressConfirmedChoosePassword}
      >
        <FirstPasswordForm userId={session.userId} onSaved={() => void navigate(target, { replace: true })} />
      </AccountFrame>
    );
  }
  const isPhone = 'phone' in address;
  return (
    <AccountFrame
      heading={isPhone ? codesAndLinks.checkYourPhone : texts.almostThere}
      documentTitle={texts.createAccountDocumentTitle}
      lead={isPhone ? codesAndLinks.weSentACodeToPhone(address.phone) : undefined}
      footer={<Link to={withNext('/login', next)}>{texts.iHaveAnAccountAlready}</Link>}
    >
      {isPhone ? null : (
        <EmptyState icon={<MailCheck />} title={texts.checkYourEmail}>
          {codesAndLinks.confirmationSentTo(address.email)}
        </EmptyState>
      )}
      {/* A mail has a link as well, and what is said about it is read first. */}
      <ConfirmCodeForm
        confirm={(code) => confirmByCode(address, code)}
        sendAgain={() => resendConfirmation(address, next)}
        isPhone={isPhone}
        autoFocus={isPhone}
      />
    </AccountFrame>
  );
}
