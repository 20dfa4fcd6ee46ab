import { routesOf } from './route.ts';
import type { calendarFeedOperations } from './schemas/calendar-feed.ts';

export type { CalendarFeed } from './schemas/calendar-feed.ts';

/** A path on this origin; the token is encoded. */
export const calendarFeedPath = (token: string): string => `/calendar/${encodeURIComponent(token)}.ics`;

/** Source: CAL-01, CAL-02. */
export const calendarFeedRoutes = routesOf<typeof calendarFeedOperations>()({
  getCalendarFeed: { method: 'GET', path: '/api/me/calendar-feed', access: 'user' },
  createCalendarFeed: { method: 'POST', path: '/api/me/calendar-feed', access: 'user' },
});
