import { notificationRoutes } from '@hereabouts/contract/notifications';
import type { Context } from '#server/context.ts';
import type { Serve } from '#server/http/serve.ts';
import { presentNotification } from './present.ts';
import { listNotifications, markRead } from './list-service.ts';

export function serveNotifications(ctx: Context, serve: Serve): void {
  serve(notificationRoutes.listNotifications, async ({ viewer, query }) => {
    const { rows, nextCursor, unreadCount } = await listNotifications(ctx, viewer, query);
    return {
      notifications: rows.map(presentNotification),
      next_cursor: nextCursor,
      unread_count: unreadCount,
    };
  });

  serve(notificationRoutes.markNotificationsRead, async ({ viewer, body }) => ({
    unread_count: await markRead(ctx, viewer, body.up_to_id),
  }));
}
