import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onAuthEvent } from '#web/auth/session.ts';
import { readStoredSession } from '#web/auth/stored-session.ts';
import { readTwoStep, type TwoStepState } from '#web/auth/two-step.ts';

const twoStepKey = ['two-step'] as const;
const SIGNED_OUT: TwoStepState = { factorIds: [], recoveryCodesLeft: null };

/** Whether the signed-in user has two-step sign-in, and how many recovery codes are left. */
export function useTwoStep() {
  const client = useQueryClient();
  useEffect(
    () =>
      onAuthEvent(({ kind }) => {
        if (kind !== 'SIGNED_OUT') void client.invalidateQueries({ queryKey: twoStepKey });
      }),
    [client],
  );
  return useQuery({
    queryKey: twoStepKey,
    async queryFn() {
      const outcome = await readTwoStep();
      if (outcome.ok) return outcome.value;
      // Whoever has just signed out does not see the answer.
      if (readStoredSession() === null) return SIGNED_OUT;
      throw new Error('two-step sign-in could not be read');
    },
  });
}

/** Reads the state again after a change that no event of the session tells of. */
export function useReadTwoStepAgain(): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: twoStepKey });
}
