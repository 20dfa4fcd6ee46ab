import { useState } from 'react';
import { sendAddressCode } from '#web/auth/two-step.ts';
import { useOnline } from '#web/lib/device/use-online.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { FormBanner } from '#web/ui/forms/form-banner.tsx';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/account.tsx';
import { secondStepProblem } from '../second-step-problem.ts';
import { useSubmit } from '../use-submit.ts';

/** Another code to the account's address. */
export function SendCodeAgain({ onSend }: { onSend: () => void }) {
  const [isSent, setSent] = useState(false);
  const send = useSubmit(sendAddressCode, () => setSent(true));
  const { form: problem } = secondStepProblem(send.problem, 'code', useOnline());
  return (
    <>
      {isSent ? <FormBanner tone="success">{texts.newCodeSent}</FormBanner> : null}
      {problem === null ? null : <FormBanner tone="error">{problem}</FormBanner>}
      <Button
        variant="quiet"
        busy={send.busy}
        busyLabel={recurring.sending}
        onClick={() => {
          setSent(false);
          onSend();
          send.submit();
        }}
      >
        {texts.sendANewCode}
      </Button>
    </>
  );
}
