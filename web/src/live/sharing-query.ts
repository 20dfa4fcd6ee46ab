import type { LivePage } from '@hereabouts/contract/live';
import { type Sharing, sharingRoutes } from '@hereabouts/contract/sharing';
import { useQuery, type QueryClient } from '@tanstack/react-query';
import { call } from '#web/lib/api/api.ts';
import { applyOwnResult } from '#web/lib/api/cache-updates.ts';
import { receiveServerTime } from './server-clock.ts';

export const sharingKey = ['sharing'] as const;
export const liveKey = (eventId: number) => ['live', eventId] as const;

/** From any device. On every page, so separate from the live page's queries. */
export function useSharings() {
  return useQuery({
    queryKey: sharingKey,
    async queryFn({ signal }) {
      const response = await call(sharingRoutes.listSharing, {}, { signal });
      receiveServerTime(Date.parse(response.now));
      return response.sharing;
    },
    // Other tabs and devices change it; the server publishes that, except during an outage.
    staleTime: 60_000,
  });
}

/** After a stop: none, or (`startedAt`) at most a later consent, which is refetched. */
export function keepStopped(client: QueryClient, eventId: number, startedAt: string | null): void {
  const isEnded = (sharing: Sharing | null | undefined) =>
    startedAt === null || (sharing ? sharing.started_at <= startedAt : false);
  const known = client.getQueryData<Sharing[]>(sharingKey)?.find(({ event }) => event.id === eventId);
  if (isEnded(known ?? client.getQueryData<LivePage>(liveKey(eventId))?.sharing))
    keepSharing(client, eventId, null);
  if (startedAt === null) return;
  for (const queryKey of [sharingKey, liveKey(eventId)]) void client.invalidateQueries({ queryKey });
}

/** Stores the server's answer about the viewer's own sharing. */
export function keepSharing(client: QueryClient, eventId: number, sharing: Sharing | null): void {
  applyOwnResult<Sharing[]>(client, sharingKey, (before = []) => [
    ...before.filter(({ event }) => event.id !== eventId),
    ...(sharing ? [sharing] : []),
  ]);
  applyOwnResult<LivePage>(client, liveKey(eventId), (page) => page && { ...page, sharing });
}
