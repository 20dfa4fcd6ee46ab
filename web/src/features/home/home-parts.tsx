import { useEffect, useState } from 'react';
import { lazyPart } from '#web/ui/feedback/lazy-part.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/home.tsx';
import { PosterLoading } from './components/home-loading.tsx';

/* What the page loads apart: what is below the fold, what few people see, and what is loaded beside the events. */

export const MAP_LOADING = <Skeleton shape="block" height="400px" />;
export const HomeMap = lazyPart(() => import('./components/home-map.tsx').then((part) => part.HomeMap), {
  loading: MAP_LOADING,
  failedTitle: recurring.couldNotLoadTheMap,
});

export const ABOVE_LIST_LOADING = <PosterLoading />;
const loadAboveList = () => import('./components/above-list.ts');
type AboveList = Awaited<ReturnType<typeof loadAboveList>>;
const nextEvent: { part: AboveList['NextEvent'] | null } = { part: null };
const invitations: { part: AboveList['Invitations'] | null } = { part: null };
export const NextEvent = lazyPart(() => loadAboveList().then((part) => part.NextEvent), {
  preloaded: nextEvent,
  loading: ABOVE_LIST_LOADING,
  failedTitle: texts.couldNotLoadTheNextEvent,
});
export const Invitations = lazyPart(() => loadAboveList().then((part) => part.Invitations), {
  preloaded: invitations,
  loading: null,
  failedTitle: texts.couldNotLoadTheInvitations,
});
const aboveListLoaded = loadAboveList().then(
  (part) => {
    nextEvent.part = part.NextEvent;
    invitations.part = part.Invitations;
  },
  // Shown where it renders, and retried.
  () => {},
);

// Only for new people.
export const FirstSteps = lazyPart(
  () => import('./components/first-steps.tsx').then((part) => part.FirstSteps),
  {
    loading: <Skeleton shape="block" height="12rem" />,
    failedTitle: recurring.couldNotLoadThisPart,
  },
);

// Below the fold: the list must not wait for it.
export const Introduction = lazyPart(
  () => import('./components/introduction.tsx').then((part) => part.Introduction),
  { loading: <Skeleton shape="block" height="32rem" />, failedTitle: recurring.couldNotLoadThisPart },
);

/** Whether what stands above the list, which is loaded beside the events, is there or has failed. */
export function useIsAboveListLoaded(): boolean {
  const [isLoaded, setIsLoaded] = useState(false);
  useEffect(() => void aboveListLoaded.then(() => setIsLoaded(true)), []);
  return isLoaded;
}
