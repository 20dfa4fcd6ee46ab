import { friendshipRoutes, type ContactTab } from '@hereabouts/contract/friendships';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { call } from '#web/lib/api/api.ts';

/** Filtered on the server, page by page. */
export function useContacts(tab: ContactTab, search: string) {
  return useInfiniteQuery({
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
  });
}
