import * as z from 'zod/mini';
import { operations } from '../route.ts';
import { shownLink } from './values.ts';

export const calendarFeed = z.object({ token: z.string() });
export type CalendarFeed = z.infer<typeof calendarFeed>;

export const calendarFeedOperations = operations({
  getCalendarFeed: {
    summary: "Get the address of the viewer's calendar feed, or null",
    status: 200,
    response: z.object({ feed: z.nullable(shownLink) }),
  },
  createCalendarFeed: {
    summary: "Give the viewer's calendar feed an address; the previous one ends at once",
    status: 201,
    response: calendarFeed,
  },
});
