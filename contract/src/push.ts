import { routesOf } from './route.ts';
import type { PushMessage, pushOperations, ShownNews } from './schemas/push.ts';

export type { OwnPush, PushMessage, ShownNews } from './schemas/push.ts';

export const PUSH_TEXTS = {
  unknownEndpoint: 'Notifications cannot be sent to this browser',
} as const;

/** Per person; a further one replaces the one added first. */
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

/** Of a notification on a device; those of earlier releases have no `at`. */
export type ShownData = { path: string; at: string };
type OnDevice = { tag: string; data: unknown };

/** Whether a notification on a device may be cleared: read news are in no list. News no older than `as_of` may be newer than the
 * lists. */
export function isOutdated(
  { tag, data }: OnDevice,
  { keep, read_chats, keep_until, as_of }: ShownNews & Pick<Partial<PushMessage>, 'as_of'>,
): boolean {
  const { at = '' } = (data ?? {}) as Partial<ShownData>;
  if (as_of !== undefined && at >= as_of) return false;
  const [, eventId] = /^chat-(\d+)$/.exec(tag) ?? [];
  if (eventId !== undefined) return read_chats.includes(Number(eventId));
  return !keep.includes(tag) && (keep_until === undefined || at > keep_until);
}
