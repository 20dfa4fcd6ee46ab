import { lazyPart } from '#web/ui/feedback/lazy-part.tsx';
import { Loading, Skeleton } from '#web/ui/feedback/skeleton.tsx';

/** Below the fold, so in a separate chunk. */
export const LazyBlockedPeople = lazyPart<object>(
  () => import('./blocked-people.tsx').then((part) => part.BlockedPeople),
  {
    loading: (
      <Loading label="Loading blocked people...">
        <Skeleton shape="block" height="48px" />
      </Loading>
    ),
    failedTitle: 'Could not load this part',
  },
);
