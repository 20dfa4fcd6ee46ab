import { routesOf } from './route.ts';
import type { notificationOperations } from './schemas/notifications.ts';

export type { Notification, NotificationPage } from './schemas/notifications.ts';

export const NOTIFICATION_KINDS = [
  'invited',
  'request_received',
  'request_accepted',
  'event_changed',
  'event_cancelled',
  'event_live',
  'meeting_point_set',
  'event_removed',
  'own_event_removed',
  'event_deleted',
  'made_co_host',
  'announcement',
  'place_available',
  'rsvp_received',
  'friend_sharing',
  'reminder',
  'answer_reminder',
] as const;

export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

export const notificationRoutes = routesOf<typeof notificationOperations>()({
  listNotifications: { method: 'GET', path: '/api/me/notifications', access: 'any_user' },
  markNotificationsRead: { method: 'PUT', path: '/api/me/notifications/read', access: 'any_user' },
});
