import * as z from 'zod/mini';
import { NOTIFICATION_KINDS } from '../notifications.ts';
import { operations } from '../route.ts';
import { inviteStatus } from './invite-status.ts';
import { person } from './person.ts';
import { cursor, isoTime, pageQuery, uuid } from './values.ts';

export const notification = z.object({
  id: z.int(),
  kind: z.enum(NOTIFICATION_KINDS),
  actor: z.nullable(person),
  event: z.nullable(z.object({ id: z.int(), title: z.string(), start_time: isoTime })),
  /** Of kind `event_deleted`: newest deletion first, and how many more. Of `event_removed` and `own_event_removed`: how many; null
   * is one. */
  deleted_events: z.nullable(
    z.object({ events: z.array(z.object({ title: z.string(), start_time: isoTime })), more: z.int() }),
  ),
  created_at: isoTime,
  is_read: z.boolean(),
  /** The friend request that can still be answered; null for everything else (NOTE-03). */
  request: z.nullable(z.object({ friendship_id: uuid })),
  /** The viewer's answer to the event of an invitation; null for everything else. */
  invitation: z.nullable(
    z.object({
      my_status: inviteStatus,
      is_waiting: z.boolean(),
      /** Not answered so far, and the event is not over (NOTE-03). */
      can_answer: z.boolean(),
      end_time: isoTime,
      places: z.nullable(z.int()),
      /** Null without a limit of places, and once there is nothing to answer. */
      going_count: z.nullable(z.int()),
      bring_max: z.int(),
    }),
  ),
});
export type Notification = z.infer<typeof notification>;

export const notificationPage = z.object({
  notifications: z.array(notification),
  next_cursor: z.nullable(cursor),
  /** Counted up to 100. */
  unread_count: z.int(),
});
export type NotificationPage = z.infer<typeof notificationPage>;

export const notificationOperations = operations({
  listNotifications: {
    summary: "List the viewer's notifications, newest first, with the unread count",
    heavy: true,
    query: pageQuery,
    status: 200,
    response: notificationPage,
  },
  markNotificationsRead: {
    summary: 'Mark notifications up to an id as read, on every device',
    limit: 'automatic',
    body: z.object({ up_to_id: z.int().check(z.minimum(0)) }),
    status: 200,
    response: z.object({ unread_count: z.int() }),
  },
});
