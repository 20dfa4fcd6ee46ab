import { useMutation, useQueryClient } from '@tanstack/react-query';
import { forgetReplacedGuest } from '#web/auth/replaced-guest-storage.ts';
import { mergeGuest } from './merge-guest.ts';

export function useMergeGuest() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: mergeGuest,
    onSuccess() {
      forgetReplacedGuest();
      void client.invalidateQueries();
    },
  });
}
