import { lazyPart } from '#web/ui/feedback/lazy-part.tsx';
import { Loading, Skeleton } from '#web/ui/feedback/skeleton.tsx';

/** Whom one has blocked: it stands below what the page is opened for. */
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
