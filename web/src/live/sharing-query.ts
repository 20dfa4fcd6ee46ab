import { liveRoutes } from '@hereabouts/contract/live';
import { useQuery } from '@tanstack/react-query';
import { call } from '#web/lib/api.ts';
import { hearServerTime } from './server-clock.ts';

export const sharingKey = ['sharing'] as const;

/**
 * The running events at which the viewer shares where they are, on whatever device. Every page asks for it, so it stands
 * apart from what only the live page needs.
 */
export function useSharings() {
  return useQuery({
    queryKey: sharingKey,
    async queryFn({ signal }) {
      const answer = await call(liveRoutes.listSharing, {}, { signal });
      hearServerTime(Date.parse(answer.now));
      return answer.sharing;
    },
    // Other tabs and devices start and stop it; the server tells of it, unless the connection was away.
    staleTime: 60_000,
  });
}
