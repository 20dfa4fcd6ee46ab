import { routesOf } from './route.ts';
import type { notificationSettingsOperations } from './schemas/notification-settings.ts';

export type { ChatMute, NotificationSettings, SettingsToSave } from './schemas/notification-settings.ts';

/** What people choose from (PUSH-02), in the order of the page. */
export const NEWS_CATEGORIES = [
  'invitations',
  'answers',
  'friend_requests',
  'changes',
  'event_start',
  'reminders',
  'meeting_point',
  'sharing',
  'announcements',
  'chat',
] as const;
export type NewsCategory = (typeof NEWS_CATEGORIES)[number];

export const NEWS_CATEGORY_LABELS: Record<NewsCategory, string> = {
  invitations: 'Invitations',
  answers: 'Answers to your events',
  friend_requests: 'Friend requests',
  changes: 'Changes and cancellations',
  event_start: 'An event starts',
  reminders: 'Reminders',
  meeting_point: 'Meeting points',
  sharing: 'A friend starts sharing with you',
  announcements: 'Announcements',
  chat: 'Chat messages',
};

export const MUTES = ['hour', 'morning', 'always'] as const;
export type Mute = (typeof MUTES)[number];
export const MUTED_UNTIL_HOUR = 8;

/** Source: PUSH-02. */
export const notificationSettingsRoutes = routesOf<typeof notificationSettingsOperations>()({
  saveNotificationSettings: { method: 'PUT', path: '/api/me/notification-settings', access: 'any_user' },
  muteChat: { method: 'PUT', path: '/api/events/{eventId}/chat/mute', access: 'any_user' },
});
