import { lazyComponent } from '#web/ui/feedback/lazy-component.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import * as recurring from '#web/texts/recurring.ts';

export const LazyCalendarFeed = lazyComponent<object>(
  () => import('./calendar-feed.tsx').then((module) => module.CalendarFeed),
  { loading: <Skeleton shape="block" height="6.5rem" />, failedTitle: recurring.couldNotLoadThisPart },
);
