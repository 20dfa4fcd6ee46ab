import { lazyPart } from '#web/ui/feedback/lazy-part.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import * as recurring from '#web/texts/recurring.ts';

export const LazyCalendarFeed = lazyPart<object>(
  () => import('./calendar-feed.tsx').then((part) => part.CalendarFeed),
  { loading: <Skeleton shape="block" height="6.5rem" />, failedTitle: recurring.couldNotLoadThisPart },
);
