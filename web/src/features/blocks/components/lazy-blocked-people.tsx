import { lazyComponent } from '#web/ui/feedback/lazy-component.tsx';
import { Loading, Skeleton } from '#web/ui/feedback/skeleton.tsx';
import type { BlockedPeopleProps } from './blocked-people.tsx';
import * as recurring from '#web/texts/recurring.ts';

/** Below the fold, so in a separate chunk. */
export const LazyBlockedPeople = lazyComponent<BlockedPeopleProps>(
  () => import('./blocked-people.tsx').then((module) => module.BlockedPeople),
  {
    loading: (
      <Loading label={recurring.loadingBlockedPeople}>
        <Skeleton shape="block" height="48px" />
      </Loading>
    ),
    failedTitle: recurring.couldNotLoadThisPart,
  },
);
