import { lazyPart } from '#web/ui/feedback/lazy-part.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import * as recurring from '#web/texts/recurring.ts';

export const LazyHostedEvents = lazyPart(
  () => import('./hosted-events.tsx').then((part) => part.HostedEvents),
  { loading: <Skeleton shape="block" height="3rem" />, failedTitle: recurring.couldNotLoadThisPart },
);
