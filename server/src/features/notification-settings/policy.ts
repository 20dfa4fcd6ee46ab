import { isDeepStrictEqual } from 'node:util';
import type { NotificationKind } from '@hereabouts/contract/notifications';
import { HOUR_MS } from '@hereabouts/contract/durations';
import {
  MUTED_UNTIL_HOUR,
  NEWS_CATEGORIES,
  type ChatMute,
  type Mute,
  type NewsCategory,
  type NotificationSettings,
  type SettingsToSave,
} from '@hereabouts/contract/notification-settings';
import { minuteOfDay, nextMinuteOfDay } from '#server/lib/time-zone.ts';
import { isoOf } from '#server/clock.ts';

export const DEFAULT_SETTINGS: NotificationSettings = {
  off: [],
  quiet: null,
  hides_details: false,
  by_mail: true,
};

/** The rest may have been changed meanwhile, on another device or by the link of an e-mail, and stays. */
export function mergeSettings(
  stored: NotificationSettings,
  { before = stored, ...chosen }: SettingsToSave,
): NotificationSettings {
  const merged = <T>(of: (settings: NotificationSettings) => T): T =>
    of(isDeepStrictEqual(of(chosen), of(before)) ? stored : chosen);
  return {
    off: NEWS_CATEGORIES.filter((category) => merged(({ off }) => off.includes(category))),
    quiet: merged(({ quiet }) => quiet),
    hides_details: merged(({ hides_details }) => hides_details),
    by_mail: merged(({ by_mail }) => by_mail),
  };
}

const CATEGORIES: Record<NotificationKind, NewsCategory> = {
  invited: 'invitations',
  made_co_host: 'invitations',
  rsvp_received: 'answers',
  request_received: 'friend_requests',
  request_accepted: 'friend_requests',
  event_changed: 'changes',
  event_cancelled: 'changes',
  event_removed: 'changes',
  own_event_removed: 'changes',
  event_deleted: 'changes',
  place_available: 'changes',
  event_live: 'event_start',
  reminder: 'reminders',
  answer_reminder: 'reminders',
  meeting_point_set: 'meeting_point',
  friend_sharing: 'sharing',
  announcement: 'announcements',
};

export const categoryOf = (kind: NotificationKind): NewsCategory => CATEGORIES[kind];

/** ms since the epoch; null outside quiet hours. */
export function quietUntilMs(
  quiet: NotificationSettings['quiet'],
  zone: string,
  nowMs: number,
): number | null {
  if (quiet === null) return null;
  const { from, until } = quiet;
  const minute = minuteOfDay(nowMs, zone);
  const isQuiet = from < until ? minute >= from && minute < until : minute >= from || minute < until;
  return isQuiet ? nextMinuteOfDay(nowMs, zone, until) : null;
}

export function muteOf(mute: Mute, zone: string, nowMs: number): ChatMute {
  if (mute === 'always') return { until: null };
  const untilMs = mute === 'hour' ? nowMs + HOUR_MS : nextMinuteOfDay(nowMs, zone, MUTED_UNTIL_HOUR * 60);
  return { until: isoOf(untilMs) };
}
