import { userRoutes, type Me } from '@hereabouts/contract/users';
import type { CallOf } from '@hereabouts/contract/route';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, WRITE_TIMEOUT_MS } from '#web/lib/api/api.ts';
import { applyOwnResult } from '#web/lib/api/cache-updates.ts';

type MeUpdate = NonNullable<CallOf<typeof userRoutes.updateMe>['body']>;

const meKey = ['me'] as const;

export function useMe() {
  return useQuery({
    queryKey: meKey,
    queryFn: ({ signal }) => call(userRoutes.getMe, {}, { signal }),
  });
}

export function useUpdateMe() {
  const client = useQueryClient();
  return useMutation({
    // One after the other, with what is sent again: an earlier choice must not overtake the one that takes it back, nor keep it
    // waiting for long.
    scope: { id: 'me' },
    mutationFn: (body: MeUpdate) => call(userRoutes.updateMe, { body }, { limitMs: WRITE_TIMEOUT_MS }),
    onSuccess: (me: Me) => {
      applyOwnResult<Me>(client, meKey, () => me);
      // Guest lists show name and picture too.
      void client.invalidateQueries({ queryKey: ['event'] });
    },
  });
}
