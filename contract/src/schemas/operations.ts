import { accountDataRoutes } from '../account-data.ts';
import { blockRoutes } from '../blocks.ts';
import { calendarFeedRoutes } from '../calendar-feed.ts';
import { chatRoutes } from '../chat.ts';
import { coHostRoutes } from '../co-hosts.ts';
import { eventLinkRoutes } from '../event-links.ts';
import { eventRoutes } from '../events.ts';
import { friendLinkRoutes } from '../friend-links.ts';
import { friendshipRoutes } from '../friendships.ts';
import { guestMergeRoutes } from '../guest-merge.ts';
import { announcementRoutes } from '../announcements.ts';
import { guestRemovalRoutes } from '../guest-removals.ts';
import { inviteRoutes } from '../invites.ts';
import { liveRoutes } from '../live.ts';
import { meetingPointRoutes } from '../meeting-points.ts';
import { newsMailRoutes } from '../news-mails.ts';
import { notificationSettingsRoutes } from '../notification-settings.ts';
import { notificationRoutes } from '../notifications.ts';
import { pushRoutes } from '../push.ts';
import { reportRoutes } from '../reports.ts';
import { sessionRoutes } from '../sessions.ts';
import { settingsRoutes } from '../settings.ts';
import { sharingRoutes } from '../sharing.ts';
import { uploadRoutes } from '../uploads.ts';
import { userRoutes } from '../users.ts';
import type { Operation, OperationOf, Route } from '../route.ts';
import { accountDataOperations } from './account-data.ts';
import { blockOperations } from './blocks.ts';
import { calendarFeedOperations } from './calendar-feed.ts';
import { chatOperations } from './chat.ts';
import { coHostOperations } from './co-hosts.ts';
import { eventLinkOperations } from './event-links.ts';
import { eventOperations } from './events.ts';
import { friendLinkOperations } from './friend-links.ts';
import { friendshipOperations } from './friendships.ts';
import { guestMergeOperations } from './guest-merge.ts';
import { announcementOperations } from './announcements.ts';
import { guestRemovalOperations } from './guest-removals.ts';
import { inviteOperations } from './invites.ts';
import { liveOperations } from './live.ts';
import { meetingPointOperations } from './meeting-points.ts';
import { newsMailOperations } from './news-mails.ts';
import { notificationSettingsOperations } from './notification-settings.ts';
import { notificationOperations } from './notifications.ts';
import { pushOperations } from './push.ts';
import { reportOperations } from './reports.ts';
import { sessionOperations } from './sessions.ts';
import { settingsOperations } from './settings.ts';
import { sharingOperations } from './sharing.ts';
import { uploadOperations } from './uploads.ts';
import { userOperations } from './users.ts';

type Group = readonly [Readonly<Record<string, Route>>, Readonly<Record<string, Operation>>];
const GROUPS: readonly Group[] = [
  [accountDataRoutes, accountDataOperations],
  [blockRoutes, blockOperations],
  [calendarFeedRoutes, calendarFeedOperations],
  [chatRoutes, chatOperations],
  [coHostRoutes, coHostOperations],
  [eventLinkRoutes, eventLinkOperations],
  [eventRoutes, eventOperations],
  [friendLinkRoutes, friendLinkOperations],
  [friendshipRoutes, friendshipOperations],
  [guestMergeRoutes, guestMergeOperations],
  [guestRemovalRoutes, guestRemovalOperations],
  [announcementRoutes, announcementOperations],
  [inviteRoutes, inviteOperations],
  [liveRoutes, liveOperations],
  [sharingRoutes, sharingOperations],
  [meetingPointRoutes, meetingPointOperations],
  [notificationRoutes, notificationOperations],
  [newsMailRoutes, newsMailOperations],
  [notificationSettingsRoutes, notificationSettingsOperations],
  [pushRoutes, pushOperations],
  [reportRoutes, reportOperations],
  [sessionRoutes, sessionOperations],
  [settingsRoutes, settingsOperations],
  [uploadRoutes, uploadOperations],
  [userRoutes, userOperations],
];

const OPERATIONS = new Map<Route, Operation | undefined>(
  GROUPS.flatMap(([routes, operations]) =>
    Object.entries(routes).map(([name, route]) => [route, operations[name]] as const),
  ),
);

/** @throws Error for an unknown route */
export function operationOf<R extends Route>(route: R): OperationOf<R> {
  const operation = OPERATIONS.get(route);
  if (operation === undefined) throw new Error(`${route.method} ${route.path} is no route of the contract`);
  return operation as OperationOf<R>;
}
