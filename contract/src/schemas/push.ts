import * as z from 'zod/mini';
import { operations } from '../route.ts';
import { notificationSettings } from './notification-settings.ts';
import { isoTime } from './values.ts';

export const ownPush = z.object({
  /** VAPID, base64url. */
  public_key: z.string(),
  /** The endpoint of this session's subscription; null without one. */
  endpoint: z.nullable(z.string()),
  /** The instance sends e-mails about news. */
  has_mail: z.boolean(),
  settings: notificationSettings,
});
export type OwnPush = z.infer<typeof ownPush>;

/** What notifications on a device may stay: tags of unread news; which may not: those of events whose chats have nothing unread or
 * are lost to the person. */
export const shownNews = z.object({
  keep: z.array(z.string()),
  read_chats: z.array(z.int()),
  /** `keep` is not complete: notifications as old as this or older may stay. */
  keep_until: z.optional(isoTime),
});
export type ShownNews = z.infer<typeof shownNews>;

/** The decrypted content of a push. */
export const pushMessage = z.extend(shownNews, {
  title: z.string(),
  body: z.string(),
  tag: z.string(),
  path: z.string(),
  at: isoTime,
  /** When the lists were read; missing in messages of earlier releases. */
  as_of: z.optional(isoTime),
});
export type PushMessage = z.infer<typeof pushMessage>;

const base64url = (max: number) => z.string().check(z.regex(/^[\w-]+=*$/), z.maxLength(max));

export const pushOperations = operations({
  getPush: {
    summary: "Get whether this session receives push notifications, and the viewer's notification settings",
    status: 200,
    response: ownPush,
  },
  subscribeToPush: {
    summary: 'Send push notifications to the browser of this session until the session ends',
    body: z.object({
      endpoint: z.url().check(z.maxLength(1_000)),
      keys: z.object({ p256dh: base64url(100), auth: base64url(40) }),
    }),
    status: 204,
  },
  unsubscribeFromPush: {
    summary: 'Send no further push notifications to this session; idempotent',
    limit: 'revocation',
    status: 204,
  },
  listShownNews: {
    summary: 'List what notifications on a device are still news',
    limit: 'automatic',
    heavy: true,
    status: 200,
    response: shownNews,
  },
});
