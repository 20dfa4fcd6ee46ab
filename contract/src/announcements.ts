import { ANNOUNCEMENTS_PER_DAY } from './limits.ts';
import { routesOf } from './route.ts';
import type { announcementOperations } from './schemas/announcements.ts';

export type { Announcement } from './schemas/announcements.ts';

export const ANNOUNCEMENT_TEXTS = {
  mayNotAnnounce: 'You do not have permission to make announcements at this event',
  isCreators: 'Only the host who created the event can take this announcement down',
  empty: 'Please write something',
  tooMany: `An event can have at most ${ANNOUNCEMENTS_PER_DAY} announcements a day`,
  tooManyOfCoHosts: `An event can have at most ${ANNOUNCEMENTS_PER_DAY} announcements a day, the last one by the host who created it`,
} as const;

/** Source: HOST-05. */
export const announcementRoutes = routesOf<typeof announcementOperations>()({
  announce: { method: 'POST', path: '/api/events/{eventId}/announcements', access: 'user' },
  takeDownAnnouncement: { method: 'DELETE', path: '/api/events/{eventId}/announcement', access: 'user' },
});
