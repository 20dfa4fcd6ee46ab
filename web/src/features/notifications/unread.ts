import { notificationRoutes } from '@hereabouts/contract/notifications';
import { useQuery, type QueryClient } from '@tanstack/react-query';
import { call } from '#web/lib/api/api.ts';
import { applyOwnResult, applyServerState } from '#web/lib/api/cache-updates.ts';

const unreadKey = ['notifications', 'unread'] as const;
export const notificationListKey = ['notifications', 'list'] as const;

/** 0 until it is known. */
export function useUnreadCount(): number {
  const { data = 0 } = useQuery({
    queryKey: unreadKey,
    queryFn: async ({ signal }) => {
      const page = await call(notificationRoutes.listNotifications, { query: { limit: 1 } }, { signal });
      return page.unread_count;
    },
  });
  return data;
}

export const receiveUnreadCount = (client: QueryClient, count: number): void =>
  applyServerState(client, unreadKey, () => count);

export const keepUnreadCount = (client: QueryClient, count: number): void =>
  applyOwnResult(client, unreadKey, () => count);
