import * as z from 'zod/mini';
import { MUTES, NEWS_CATEGORIES } from '../notification-settings.ts';
import { operations } from '../route.ts';
import { eventParams } from './events.ts';
import { isoTime } from './values.ts';

const minuteOfDay = z.int().check(z.minimum(0), z.maximum(1439));

export const notificationSettings = z.object({
  /** Categories that are not wanted, neither by push nor by e-mail. */
  off: z.array(z.enum(NEWS_CATEGORIES)).check(z.maxLength(NEWS_CATEGORIES.length)),
  /** Minutes of the day in the person's time zone; may include midnight. */
  quiet: z
    .nullable(z.object({ from: minuteOfDay, until: minuteOfDay }))
    .check(
      z.refine((quiet) => quiet === null || quiet.from !== quiet.until, 'Please choose two different times'),
    ),
  hides_details: z.boolean(),
  by_mail: z.boolean(),
});
export type NotificationSettings = z.infer<typeof notificationSettings>;

const settingsToSave = z.extend(notificationSettings, {
  /** The settings that the person changed: only what differs from them is saved. Without them all are. */
  before: z.optional(notificationSettings),
});
export type SettingsToSave = z.infer<typeof settingsToSave>;

/** `until` null: for good. */
export const chatMute = z.object({ until: z.nullable(isoTime) });
export type ChatMute = z.infer<typeof chatMute>;

export const notificationSettingsOperations = operations({
  saveNotificationSettings: {
    summary: "Save the viewer's notification settings",
    body: settingsToSave,
    status: 200,
    response: notificationSettings,
  },
  muteChat: {
    summary: 'Mute the chat of an event for an hour, until the morning or for good, or (null) no longer',
    params: eventParams,
    body: z.object({ for: z.nullable(z.enum(MUTES)) }),
    status: 200,
    response: z.object({ mute: z.nullable(chatMute) }),
  },
});
