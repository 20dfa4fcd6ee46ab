import { accountDataRoutes } from './account-data.ts';
import { announcementRoutes } from './announcements.ts';
import { blockRoutes } from './blocks.ts';
import { calendarFeedRoutes } from './calendar-feed.ts';
import { chatRoutes } from './chat.ts';
import { coHostRoutes } from './co-hosts.ts';
import { eventLinkRoutes } from './event-links.ts';
import { eventRoutes } from './events.ts';
import { friendLinkRoutes } from './friend-links.ts';
import { friendshipRoutes } from './friendships.ts';
import { guestMergeRoutes } from './guest-merge.ts';
import { guestRemovalRoutes } from './guest-removals.ts';
import { inviteRoutes } from './invites.ts';
import { liveRoutes } from './live.ts';
import { meetingPointRoutes } from './meeting-points.ts';
import { newsMailRoutes } from './news-mails.ts';
import { notificationSettingsRoutes } from './notification-settings.ts';
import { notificationRoutes } from './notifications.ts';
import { pushRoutes } from './push.ts';
import { reportRoutes } from './reports.ts';
import { sessionRoutes } from './sessions.ts';
import { settingsRoutes } from './settings.ts';
import { sharingRoutes } from './sharing.ts';
import { uploadRoutes } from './uploads.ts';
import { userRoutes } from './users.ts';

/** All calls of `/api` by name; source of the access matrix and OpenAPI. */
export const routes = {
  ...settingsRoutes,
  ...userRoutes,
  ...sessionRoutes,
  ...friendshipRoutes,
  ...friendLinkRoutes,
  ...eventRoutes,
  ...eventLinkRoutes,
  ...inviteRoutes,
  ...coHostRoutes,
  ...guestRemovalRoutes,
  ...announcementRoutes,
  ...chatRoutes,
  ...liveRoutes,
  ...sharingRoutes,
  ...meetingPointRoutes,
  ...notificationRoutes,
  ...notificationSettingsRoutes,
  ...calendarFeedRoutes,
  ...pushRoutes,
  ...newsMailRoutes,
  ...blockRoutes,
  ...reportRoutes,
  ...accountDataRoutes,
  ...guestMergeRoutes,
  ...uploadRoutes,
};
export type RouteName = keyof typeof routes;
