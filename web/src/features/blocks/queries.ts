import { blockRoutes, type BlockedPerson } from '@hereabouts/contract/blocks';
import { useInfiniteQuery, useMutation, useQueryClient, type InfiniteData } from '@tanstack/react-query';
import { call } from '#web/lib/api/api.ts';
import { forgetWordsOf } from '#web/lib/storage/forget-words.ts';

const blocksKey = ['blocks'] as const;

export function useBlocks() {
  return useInfiniteQuery({
    queryKey: blocksKey,
    queryFn: ({ pageParam, signal }) =>
      call(blockRoutes.listBlocks, { query: pageParam ? { cursor: pageParam } : {} }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    select: peopleOf,
  });
}

const peopleOf = ({ pages }: InfiniteData<{ people: BlockedPerson[] }>) =>
  pages.flatMap((page) => page.people);

/** Blocks and unblocks affect nearly everything: all queries are refetched. Busy until the list is current. */
export function useBlockChange() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ userId, block }: { userId: string; block: boolean }) =>
      call(
        block ? blockRoutes.blockUser : blockRoutes.unblockUser,
        { params: { userId } },
        { keepalive: true },
      ),
    onSuccess: async (_data, { userId }) => {
      // The person's page and words must not show again, not even for a moment.
      client.removeQueries({ queryKey: ['user', userId] });
      forgetWordsOf(userId, client);
      void client.invalidateQueries();
      await client.invalidateQueries({ queryKey: blocksKey });
    },
  });
}
