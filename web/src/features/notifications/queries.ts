import { notificationRoutes, type NotificationPage } from '@hereabouts/contract/notifications';
import { useInfiniteQuery, useMutation, useQueryClient, type InfiniteData } from '@tanstack/react-query';
import { call } from '#web/lib/api/api.ts';
import { applyServerUpdate } from '#web/lib/api/cache-updates.ts';
import { now } from '#web/lib/time/clock.ts';
import { uniqueById } from '#web/lib/api/unique-by-id.ts';
import { keepUnreadCount, notificationListKey } from './unread.ts';

/** On this device; missing in what was kept from another start. */
type ReadPage = NotificationPage & { readAtMs?: number };

export function useNotifications() {
  return useInfiniteQuery({
    queryKey: notificationListKey,
    queryFn: async ({ pageParam, signal }): Promise<ReadPage> => {
      const query = pageParam ? { cursor: pageParam } : {};
      return {
        ...(await call(notificationRoutes.listNotifications, { query }, { signal })),
        readAtMs: now(),
      };
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    select: listOf,
  });
}

const listOf = ({ pages }: InfiniteData<ReadPage>) => ({
  notifications: uniqueById(pages.flatMap((page) => page.notifications)),
  unreadCount: pages[0]?.unread_count ?? 0,
  readAtMs: pages[0]?.readAtMs ?? 0,
});

/** Marks everything up to one as read, on every device. */
export function useMarkRead() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (upToId: number) =>
      call(notificationRoutes.markNotificationsRead, { body: { up_to_id: upToId } }),
    onSuccess({ unread_count }, upToId) {
      keepUnreadCount(client, unread_count);
      // A hint follows too, and refetches.
      applyServerUpdate<InfiniteData<NotificationPage>>(
        client,
        notificationListKey,
        (list) => list && markedIn(list, upToId, unread_count),
      );
    },
  });
}

const markedIn = (
  list: InfiniteData<NotificationPage>,
  upToId: number,
  unread_count: number,
): InfiniteData<NotificationPage> => ({
  ...list,
  pages: list.pages.map((page) => ({
    ...page,
    unread_count,
    notifications: page.notifications.map((one) => (one.id <= upToId ? { ...one, is_read: true } : one)),
  })),
});
