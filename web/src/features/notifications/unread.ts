import { notificationRoutes } from '@hereabouts/contract/notifications';
import { useQuery, type QueryClient } from '@tanstack/react-query';
import { call } from '#web/lib/api.ts';

const unreadKey = ['notifications', 'unread'] as const;
export const notificationListKey = ['notifications', 'list'] as const;

/** How many notifications the viewer has not read; 0 until it is known. */
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

/** Takes the server's word for it, over whatever is being read at this moment. */
export async function setUnreadCount(client: QueryClient, count: number): Promise<void> {
  await client.cancelQueries({ queryKey: unreadKey });
  client.setQueryData(unreadKey, count);
}
