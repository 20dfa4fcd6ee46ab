import { ArrowLeft } from 'lucide-react';
import { useState, type SubmitEvent } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { sendPasswordReset } from '#web/auth/actions.ts';
import { sendResetCode } from '#web/auth/reset-by-code.ts';
import { withNext } from '#web/lib/navigation/safe-target.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { FormBanner } from '#web/ui/forms/form-banner.tsx';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/account.tsx';
import { AccountFrame } from './components/account-frame.tsx';
import { AddressField } from './components/address-field.tsx';
import { AuthProblemBanner } from './components/auth-problem.tsx';
import styles from './components/form.module.css';
import { useAddress } from './use-address.ts';
import { useSubmit } from './use-submit.ts';

/** Source: FORGOT-01 to FORGOT-04. */
export function ForgotPasswordPage() {
  const [params] = useSearchParams();
  const next = params.get('next');
  const navigate = useNavigate();
  const field = useAddress();
  const { address } = field;
  const isPhone = 'phone' in address;
  const [missing, setMissing] = useState(false);
  const [sent, setSent] = useState(false);
  const form = useSubmit(
    () => ('phone' in address ? sendResetCode(address.phone) : sendPasswordReset(address.email, next)),
    () => {
      if (isPhone) void navigate(withNext('/reset-password', next), { state: { awaiting: address } });
      else setSent(true);
    },
  );

  const clear = () => {
    setSent(false);
    setMissing(false);
    form.clear();
  };

  const onSubmit = (event: SubmitEvent) => {
    const isMissing = field.typed.trim() === '';
    setSent(false);
    setMissing(isMissing);
    if (!isMissing) return form.onSubmit(event);
    event.preventDefault();
    form.clear();
  };

  return (
    <AccountFrame
      heading={texts.forgotYourPassword}
      documentTitle={texts.forgotPasswordDocumentTitle}
      lead={isPhone ? texts.forgotPasswordPhoneHelp : texts.forgotPasswordHelp}
      footer={
        <Link to={withNext('/login', next)}>
          <ArrowLeft aria-hidden="true" />
          {recurring.backToLogin}
        </Link>
      }
    >
      <form className={styles.form} method="post" noValidate onSubmit={onSubmit}>
        <AddressField
          field={field}
          error={missing ? (isPhone ? texts.enterYourPhone : texts.enterYourEmail) : null}
          onSwitch={clear}
        />
        {sent ? <FormBanner tone="success">{texts.resetInstructionsSent}</FormBanner> : null}
        <AuthProblemBanner problem={form.problem} fallback={recurring.somethingWentWrong} />
        <Button type="submit" wide busy={form.busy} busyLabel={recurring.sending}>
          {isPhone ? texts.sendCode : texts.sendResetInstructions}
        </Button>
      </form>
    </AccountFrame>
  );
}
