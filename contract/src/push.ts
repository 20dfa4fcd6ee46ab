import { routesOf } from './route.ts';
import type { pushOperations, ShownNews } from './schemas/push.ts';

export type { OwnPush, PushMessage, ShownNews } from './schemas/push.ts';

export const PUSH_TEXTS = {
  unknownEndpoint: 'Notifications cannot be sent to this browser',
} as const;

/** Of a person; the one that was added first makes way. */
export const PUSH_SUBSCRIPTIONS_MAX = 20;

/** Tags of notifications on a device: one subject, one notification. */
export const chatTag = (eventId: number): string => `chat-${eventId}`;

/** Source: PUSH-01, PUSH-03, PUSH-05, PUSH-07. */
export const pushRoutes = routesOf<typeof pushOperations>()({
  getPush: { method: 'GET', path: '/api/me/push', access: 'any_user' },
  subscribeToPush: { method: 'PUT', path: '/api/me/push/subscription', access: 'any_user' },
  unsubscribeFromPush: { method: 'DELETE', path: '/api/me/push/subscription', access: 'any_user' },
  listShownNews: { method: 'GET', path: '/api/me/push/shown', access: 'any_user' },
});

/** Whether a notification on a device may go; news that is read stands in no list. */
export function isOutdated(tag: string, { keep, read_chats }: ShownNews): boolean {
  const [, eventId] = /^chat-(\d+)$/.exec(tag) ?? [];
  return eventId === undefined ? !keep.includes(tag) : read_chats.includes(Number(eventId));
}
