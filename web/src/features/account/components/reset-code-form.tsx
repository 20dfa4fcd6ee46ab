import type { OpenedLink } from '#web/auth/actions.ts';
import { enterResetCode, sendResetCode } from '#web/auth/reset-by-code.ts';
import * as texts from '#web/texts/codes-and-links.ts';
import { ConfirmCodeForm } from './confirm-code-form.tsx';

type Props = { phone: string; onEntered: (opened: OpenedLink) => void };

/** Source: RESET-01. */
export function ResetCodeForm({ phone, onEntered }: Props) {
  return (
    <ConfirmCodeForm
      confirm={(code) => enterResetCode(phone, code)}
      onConfirmed={onEntered}
      sendAgain={() => sendResetCode(phone)}
      sentAgain={texts.resetCodeSentAgain}
      isPhone
      autoFocus
    />
  );
}
