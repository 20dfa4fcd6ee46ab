import { useState } from 'react';
import type { AuthProblem } from '#web/auth/outcome.ts';
import { sendAddressCode } from '#web/auth/two-step.ts';
import { useOnline } from '#web/lib/device/use-online.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { FormBanner } from '#web/ui/forms/form-banner.tsx';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/account.tsx';
import { secondStepProblem } from '../second-step-problem.ts';
import { useSubmit } from '../use-submit.ts';

type Props = {
  /** Why the code before was not sent, until another one is asked for. */
  earlier?: AuthProblem | null;
  onSend: () => void;
};

/** Another code to the account's address. */
export function SendCodeAgain({ earlier = null, onSend }: Props) {
  const [isSent, setSent] = useState(false);
  const send = useSubmit(sendAddressCode, () => setSent(true));
  const { form: problem } = secondStepProblem(send.problem ?? earlier, 'code', useOnline());
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
