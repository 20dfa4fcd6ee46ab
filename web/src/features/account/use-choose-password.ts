import { useState } from 'react';
import { choosePassword, type CodeNeeded } from '#web/auth/actions.ts';
import type { AuthProblem } from '#web/auth/outcome.ts';
import { useRefusal } from './use-refusal.ts';
import { useSubmit } from './use-submit.ts';

export type PasswordChoice = ReturnType<typeof useChoosePassword>;

/** For an account without a password; some time after signing in it takes a code (REG-04).
 * @param onFailed hears of every failure, also where nothing shows it any more */
export function useChoosePassword(
  userId: string,
  onSaved: () => void,
  onFailed?: (problem: AuthProblem) => void,
) {
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [needed, setNeeded] = useState<CodeNeeded | null>(null);
  const asksForCode = needed !== null;
  const forgetSendProblem = () => setNeeded((before) => before && { sendProblem: null });
  const form = useSubmit(
    async () => {
      forgetSendProblem();
      const outcome = await choosePassword(userId, password, asksForCode ? code : null);
      if (!outcome.ok) onFailed?.(outcome.problem);
      return outcome;
    },
    (result) => (result === 'saved' ? onSaved() : setNeeded(result)),
  );
  const { problem, reasons, isRefused } = useRefusal(form.problem, password);
  const clear = () => {
    setPassword('');
    setCode('');
    setNeeded(null);
    form.clear();
  };
  const onSendAgain = () => {
    forgetSendProblem();
    form.clear();
  };
  return {
    ...form,
    problem,
    reasons,
    isRefused,
    password,
    setPassword,
    code,
    setCode,
    asksForCode,
    sendProblem: needed?.sendProblem ?? null,
    clear,
    clearProblem: form.clear,
    onSendAgain,
  };
}
