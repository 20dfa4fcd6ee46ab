import { useState } from 'react';
import { choosePassword } from '#web/auth/actions.ts';
import { useRefusal } from './use-refusal.ts';
import { useSubmit } from './use-submit.ts';

export type PasswordChoice = ReturnType<typeof useChoosePassword>;

/** For an account without a password; some time after signing in it takes a code (REG-04). */
export function useChoosePassword(userId: string, onSaved: () => void) {
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [asksForCode, setAsksForCode] = useState(false);
  const form = useSubmit(
    () => choosePassword(userId, password, asksForCode ? code : null),
    (result) => (result === 'code_sent' ? setAsksForCode(true) : onSaved()),
  );
  const { problem, reasons, isRefused } = useRefusal(form.problem, password);
  const { clear: clearProblem } = form;
  const clear = () => {
    setPassword('');
    setCode('');
    setAsksForCode(false);
    clearProblem();
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
    clear,
    clearProblem,
  };
}
