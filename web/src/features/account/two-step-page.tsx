import { LogOut } from 'lucide-react';
import { showNotice } from '#web/ui/feedback/toast-store.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import * as texts from '#web/texts/two-step.ts';
import { AccountFrame } from './components/account-frame.tsx';
import { SecondStepForm } from './components/second-step-form.tsx';
import { useLeave } from './use-leave.ts';

/** Before anything else opens. Source: MFA-03. */
export function TwoStepPage() {
  const { leave, isLeaving } = useLeave();
  return (
    <AccountFrame
      heading={texts.twoStepSignIn}
      documentTitle={texts.twoStepDocumentTitle}
      lead={texts.oneMoreStep}
      footer={
        <Button
          variant="quiet"
          icon={<LogOut aria-hidden="true" />}
          busy={isLeaving}
          busyLabel={texts.signingOut}
          onClick={leave}
        >
          {texts.signOut}
        </Button>
      }
    >
      <SecondStepForm
        onPassed={(kind) => {
          if (kind === 'recovery') showNotice(texts.recoveryCodeUsed);
        }}
      />
    </AccountFrame>
  );
}
