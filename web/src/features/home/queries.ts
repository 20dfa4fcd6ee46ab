import { eventRoutes, type HomePage } from '@hereabouts/contract/events';
import { userRoutes } from '@hereabouts/contract/users';
import { useInfiniteQuery, useMutation, useQueryClient, type InfiniteData } from '@tanstack/react-query';
import { call } from '#web/lib/api/api.ts';
import { failureText } from '#web/lib/api/failure-text.ts';
import { uniqueById } from '#web/lib/api/unique-by-id.ts';
import { clearAlerts, showAlert } from '#web/ui/feedback/toast-store.ts';
import * as texts from '#web/texts/home.tsx';

const HIDE_FAILED = texts.hideFirstStepsFailed;

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

/** Complete or dismissed, on all devices. A failure is shown only to whoever pressed: steps that are complete end the next time. */
export function useFinishFirstSteps() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (_isPressed: boolean) => call(userRoutes.recordFirstSteps, { body: { done: true } }),
    onSuccess() {
      clearAlerts(HIDE_FAILED);
      return client.invalidateQueries({ queryKey: homeKey });
    },
    onError: (error, isPressed) => isPressed && showAlert(failureText(HIDE_FAILED, error)),
  });
}
