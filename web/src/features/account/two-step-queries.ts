import { useQuery, useQueryClient } from '@tanstack/react-query';
import { readStoredSession } from '#web/auth/stored-session.ts';
import { readTwoStep, type TwoStepState } from '#web/auth/two-step.ts';
import { useReadOnAuthEvent } from './use-read-on-auth-event.ts';

const twoStepKey = ['two-step'] as const;
const SIGNED_OUT: TwoStepState = { factorIds: [], recoveryCodesLeft: null };

export function useTwoStep() {
  useReadOnAuthEvent(twoStepKey);
  return useQuery({
    queryKey: twoStepKey,
    async queryFn() {
      const outcome = await readTwoStep();
      if (outcome.ok) return outcome.value;
      // Signed out during the request.
      if (readStoredSession() === null) return SIGNED_OUT;
      throw new Error('two-step sign-in could not be read');
    },
  });
}

/** Refetches the state after changes without a session event. */
export function useReadTwoStepAgain(): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: twoStepKey });
}
