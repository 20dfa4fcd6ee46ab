import { userRoutes } from '@hereabouts/contract/users';
import { useQuery } from '@tanstack/react-query';
import { call } from '#web/lib/api/api.ts';

export function useUser(userId: string) {
  return useQuery({
    queryKey: ['user', userId],
    queryFn: ({ signal }) => call(userRoutes.getUser, { params: { userId } }, { signal }),
  });
}
