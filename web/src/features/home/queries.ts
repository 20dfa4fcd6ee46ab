import { eventRoutes, type EventCard } from '@hereabouts/contract/events';
import { useInfiniteQuery } from '@tanstack/react-query';
import { call } from '#web/lib/api/api.ts';

export const homeKey = ['home'] as const;

/** The viewer's events that have not ended, page by page. */
export function useHomeEvents() {
  return useInfiniteQuery({
    queryKey: homeKey,
    queryFn: ({ pageParam, signal }) =>
      call(eventRoutes.listHome, { query: pageParam ? { cursor: pageParam } : {} }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    select: ({ pages }) => uniqueById(pages.flatMap((page) => page.events)),
  });
}

/** Moved events may be on two pages. */
function uniqueById(events: EventCard[]): EventCard[] {
  const seen = new Set<number>();
  return events.filter(({ id }) => !seen.has(id) && seen.add(id));
}
