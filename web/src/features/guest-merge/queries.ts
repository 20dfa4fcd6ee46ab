import { guestMergeRoutes } from '@hereabouts/contract/guest-merge';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { forgetReplacedGuest } from '#web/auth/replaced-guest-storage.ts';
import { replacedGuestToken } from '#web/auth/replaced-guest.ts';
import { ApiError, call } from '#web/lib/api/api.ts';

/** Moves what the guest of this browser has into the account. False if there is no such guest any more. */
export function useMergeGuest() {
  const client = useQueryClient();
  return useMutation({
    async mutationFn(): Promise<boolean> {
      const token = await replacedGuestToken();
      if (token === null) return false;
      try {
        await call(guestMergeRoutes.mergeGuest, { body: { guest_token: token } });
        return true;
      } catch (error) {
        if (error instanceof ApiError && error.code === 'invalid') return false;
        throw error;
      }
    },
    onSuccess() {
      forgetReplacedGuest();
      void client.invalidateQueries();
    },
  });
}
