import { useMutation, useQueryClient } from '@tanstack/react-query';
import { mergeGuest } from './merge-guest.ts';

export function useMergeGuest() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: mergeGuest,
    onSuccess: () => void client.invalidateQueries(),
  });
}
