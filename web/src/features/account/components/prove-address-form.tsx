import { useEffect, useState } from 'react';
import { proveAddress, sendAddressCode } from '#web/auth/two-step.ts';
import { useOnline } from '#web/lib/device/use-online.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { FormBanner } from '#web/ui/forms/form-banner.tsx';
import * as texts from '#web/texts/account.tsx';
import { secondStepProblem } from '../second-step-problem.ts';
import { useSubmit } from '../use-submit.ts';
import { CodeField } from './code-field.tsx';
import styles from './form.module.css';
import { SendCodeAgain } from './send-code-again.tsx';

type Props = { onProved: () => void };

/** Before two-step sign-in can be turned on (MFA-01, SESS-03). */
export function ProveAddressForm({ onProved }: Props) {
  const [code, setCode] = useState('');
  const isOnline = useOnline();
  const send = useSubmit(sendAddressCode, () => {});
  const prove = useSubmit(() => proveAddress(code), onProved);
  const { submit } = send;
  const clear = () => {
    send.clear();
    prove.clear();
  };
  // oxlint-disable-next-line react/exhaustive-deps -- once, when the form opens
  useEffect(submit, []);
  const isWrong = prove.problem?.kind === 'refused' && prove.problem.code === 'reauthentication_not_valid';
  const { form: problem } = secondStepProblem(
    send.problem ?? (isWrong ? null : prove.problem),
    'code',
    isOnline,
  );
  return (
    <form className={styles.form} onSubmit={prove.onSubmit}>
      <p>{texts.proveAddressHelp}</p>
      <CodeField
        label={texts.codeWeSentYou}
        value={code}
        onChange={setCode}
        error={isWrong ? texts.codeWrongOrExpired : null}
      />
      {problem === null ? null : <FormBanner tone="error">{problem}</FormBanner>}
      <Button type="submit" wide busy={prove.busy} busyLabel={texts.checking}>
        {texts.confirm}
      </Button>
      <SendCodeAgain onSend={clear} />
    </form>
  );
}
