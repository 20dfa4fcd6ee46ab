import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onAuthEvent } from '#web/auth/session.ts';

/** Reads again what a change of the password, the second step or the session may have changed. */
export function useReadOnAuthEvent(queryKey: QueryKey): void {
  const client = useQueryClient();
  useEffect(
    () =>
      onAuthEvent(({ kind }) => {
        if (kind !== 'SIGNED_OUT') void client.invalidateQueries({ queryKey });
      }),
    [client, queryKey],
  );
}
