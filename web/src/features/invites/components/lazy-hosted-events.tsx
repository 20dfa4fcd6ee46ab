import { lazyComponent } from '#web/ui/feedback/lazy-component.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import * as recurring from '#web/texts/recurring.ts';

export const LazyHostedEvents = lazyComponent(
  () => import('./hosted-events.tsx').then((module) => module.HostedEvents),
  { loading: <Skeleton shape="block" height="3rem" />, failedTitle: recurring.couldNotLoadThisPart },
);
