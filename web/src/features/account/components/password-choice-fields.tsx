import type { Ref } from 'react';
import * as texts from '#web/texts/account.tsx';
import type { PasswordChoice } from '../use-choose-password.ts';
import { CodeField } from './code-field.tsx';
import { NewPasswordField } from './new-password-field.tsx';
import { SendCodeAgain } from './send-code-again.tsx';

type Props = { choice: PasswordChoice; ref?: Ref<HTMLInputElement>; autoFocus?: boolean };

export function PasswordChoiceFields({ choice, ...first }: Props) {
  return (
    <>
      <NewPasswordField
        {...first}
        label={texts.password}
        value={choice.password}
        onChange={choice.setPassword}
        isRefused={choice.isRefused}
      />
      {choice.asksForCode && (
        <>
          <CodeField
            label={texts.codeWeSentYou}
            value={choice.code}
            onChange={choice.setCode}
            help={texts.codeHelp}
            autoFocus
          />
          <SendCodeAgain earlier={choice.sendProblem} onSend={choice.onSendAgain} />
        </>
      )}
    </>
  );
}
