import { calendarFeedRoutes } from '@hereabouts/contract/calendar-feed';
import { useMutation } from '@tanstack/react-query';
import { call } from '#web/lib/api/api.ts';

/** Makes an address where there is none: a new one ends the one before, also where that cannot be shown. */
export const useShowFeed = () =>
  useMutation({
    mutationFn: async () => {
      const { feed } = await call(calendarFeedRoutes.getCalendarFeed);
      return feed ?? (await call(calendarFeedRoutes.createCalendarFeed));
    },
  });

/** The old address ends at once. */
export const useRenewFeed = () =>
  useMutation({ mutationFn: () => call(calendarFeedRoutes.createCalendarFeed) });
