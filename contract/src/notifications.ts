import * as z from 'zod/mini';
import { cursor, isoTime, pageQuery, route } from './route.ts';
import { person } from './person.ts';

/** Source: NOTE-01. */
export const NOTIFICATION_KINDS = [
  'invited',
  'request_received',
  'request_accepted',
  'event_changed',
  'event_cancelled',
  'event_live',
  'meeting_point_set',
] as const;

export const notification = z.object({
  id: z.int(),
  kind: z.enum(NOTIFICATION_KINDS),
  /** Who did it; null where nobody did. */
  actor: z.nullable(person),
  event: z.nullable(z.object({ id: z.int(), title: z.string(), start_time: isoTime })),
  created_at: isoTime,
  is_read: z.boolean(),
});
export type Notification = z.infer<typeof notification>;

export const notificationPage = z.object({
  /** Newest first. */
  notifications: z.array(notification),
  next_cursor: z.nullable(cursor),
  unread_count: z.int(),
});
export type NotificationPage = z.infer<typeof notificationPage>;

/** Source: NOTE-01. */
export const notificationRoutes = {
  listNotifications: route({
    method: 'GET',
    path: '/api/me/notifications',
    summary: "One's own notifications, newest first, and how many are unread",
    access: 'user',
    query: pageQuery,
    status: 200,
    response: notificationPage,
  }),
  markNotificationsRead: route({
    method: 'PUT',
    path: '/api/me/notifications/read',
    summary: 'Mark notifications as read, on every device: those up to an id',
    access: 'user',
    body: z.object({ up_to_id: z.int().check(z.minimum(0)) }),
    status: 200,
    response: z.object({ unread_count: z.int() }),
  }),
};
