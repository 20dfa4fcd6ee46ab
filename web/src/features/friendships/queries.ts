import { friendshipRoutes, type ContactTab } from '@hereabouts/contract/friendships';
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { call } from '#web/lib/api/api.ts';
import { now } from '#web/lib/time/clock.ts';

/** Reading a list again reads all of its pages, and people in Discover count against a limit (CONT-09). */
const REST_PER_PAGE_MS = 15_000;

type Read = { data?: { pages: readonly unknown[] } | undefined; dataUpdatedAt: number };

/** How long Discover is not read again by itself. */
const restMs = (tab: ContactTab, { data }: Read): number => {
  const pages = data?.pages.length ?? 0;
  return tab === 'discover' && pages > 1 ? pages * REST_PER_PAGE_MS : 0;
};

/** Filtered on the server, page by page. */
export const contactsQuery = (tab: ContactTab, search: string) =>
  infiniteQueryOptions({
    queryKey: ['contacts', tab, search],
    queryFn: ({ pageParam, signal }) =>
      call(
        friendshipRoutes.listContacts,
        {
          query: { tab, ...(search !== '' && { search }), ...(pageParam !== null && { cursor: pageParam }) },
        },
        { signal },
      ),
    // Read by a part that may be loaded after the answer.
    notifyOnChangeProps: 'all',
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    // While a search is typed the last results stay; another tab starts with its own skeleton.
    placeholderData: (previous, query) =>
      query?.queryKey[1] === tab ? keepPreviousData(previous) : undefined,
    staleTime: ({ state }) =>
      now() - state.dataUpdatedAt < restMs(tab, state) ? 'static' : REST_PER_PAGE_MS,
    // What was asked for during the rest is read at its end.
    refetchInterval: ({ state }) => state.isInvalidated && restMs(tab, state),
  });

export const useContacts = (tab: ContactTab, search: string) => useInfiniteQuery(contactsQuery(tab, search));
