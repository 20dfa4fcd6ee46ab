import { eventRoutes, type HomePage } from '@hereabouts/contract/events';
import { userRoutes } from '@hereabouts/contract/users';
import { useInfiniteQuery, useMutation, useQueryClient, type InfiniteData } from '@tanstack/react-query';
import { call } from '#web/lib/api/api.ts';
import { uniqueById } from '#web/lib/api/unique-by-id.ts';

export const homeKey = ['home'] as const;

export type FirstStepsDone = NonNullable<HomePage['first_steps']>;

export function useHomeEvents() {
  return useInfiniteQuery({
    queryKey: homeKey,
    queryFn: ({ pageParam, signal }) =>
      call(eventRoutes.listHome, { query: pageParam ? { cursor: pageParam } : {} }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    select: homeOf,
  });
}

// Defined here: one made at its use would run on every render.
const homeOf = ({ pages }: InfiniteData<HomePage>) => ({
  events: uniqueById(pages.flatMap((page) => page.events)),
  next: pages[0]?.next ?? null,
  isRegular: pages[0]?.is_regular ?? false,
  firstSteps: pages[0]?.first_steps ?? null,
});

/** Complete or dismissed, on all devices. */
export function useFinishFirstSteps() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(userRoutes.recordFirstSteps, { body: { done: true } }),
    onSuccess: () => client.invalidateQueries({ queryKey: homeKey }),
  });
}
