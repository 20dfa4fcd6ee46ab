import { accountDataFeature } from '#server/features/account-data/feature.ts';
import { announcementsFeature } from '#server/features/announcements/feature.ts';
import { blocksFeature } from '#server/features/blocks/feature.ts';
import { calendarFeedFeature } from '#server/features/calendar-feed/feature.ts';
import { chatFeature } from '#server/features/chat/feature.ts';
import { coHostsFeature } from '#server/features/co-hosts/feature.ts';
import { eventLinksFeature } from '#server/features/event-links/feature.ts';
import { eventsFeature } from '#server/features/events/feature.ts';
import { friendLinksFeature } from '#server/features/friend-links/feature.ts';
import { friendshipsFeature } from '#server/features/friendships/feature.ts';
import { guestMergeFeature } from '#server/features/guest-merge/feature.ts';
import { guestRemovalsFeature } from '#server/features/guest-removals/feature.ts';
import { invitesFeature } from '#server/features/invites/feature.ts';
import { liveFeature } from '#server/features/live/feature.ts';
import { meetingPointsFeature } from '#server/features/meeting-points/feature.ts';
import { newsMailsFeature } from '#server/features/news-mails/feature.ts';
import { notificationSettingsFeature } from '#server/features/notification-settings/feature.ts';
import { notificationsFeature } from '#server/features/notifications/feature.ts';
import { pushFeature } from '#server/features/push/feature.ts';
import { remindersFeature } from '#server/features/reminders/feature.ts';
import { reportsFeature } from '#server/features/reports/feature.ts';
import { sessionsFeature } from '#server/features/sessions/feature.ts';
import { sharingFeature } from '#server/features/sharing/feature.ts';
import { uploadsFeature } from '#server/features/uploads/feature.ts';
import { usersFeature } from '#server/features/users/feature.ts';
import { waitingListFeature } from '#server/features/waiting-list/feature.ts';
import type { Feature } from './feature.ts';
import { settingsFeature } from './http/settings.ts';
import { tilesFeature } from './tiles/feature.ts';

/** In the order in which the app starts them. */
export const features: readonly Feature[] = [
  settingsFeature,
  usersFeature,
  friendshipsFeature,
  friendLinksFeature,
  eventsFeature,
  invitesFeature,
  coHostsFeature,
  guestRemovalsFeature,
  waitingListFeature,
  announcementsFeature,
  eventLinksFeature,
  chatFeature,
  calendarFeedFeature,
  liveFeature,
  sharingFeature,
  meetingPointsFeature,
  notificationsFeature,
  notificationSettingsFeature,
  pushFeature,
  newsMailsFeature,
  remindersFeature,
  blocksFeature,
  reportsFeature,
  sessionsFeature,
  accountDataFeature,
  guestMergeFeature,
  uploadsFeature,
  tilesFeature,
];
