import { useState, type SubmitEvent } from 'react';
import type { AuthOutcome, AuthProblem } from '#web/auth/outcome.ts';

export function useSubmit<T>(send: () => Promise<AuthOutcome<T>>, onDone: (value: T) => void) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<AuthProblem | null>(null);
  const submit = async () => {
    setBusy(true);
    setProblem(null);
    const outcome = await send();
    setBusy(false);
    if (outcome.ok) onDone(outcome.value);
    else setProblem(outcome.problem);
  };
  return {
    busy,
    problem,
    clear: () => setProblem(null),
    submit: () => void submit(),
    onSubmit: (event: SubmitEvent) => {
      event.preventDefault();
      if (!busy) void submit();
    },
  };
}
