import { useEffect, useState } from 'react';
import { lazyComponent } from '#web/ui/feedback/lazy-component.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/home.tsx';
import { PosterLoading } from './components/home-loading.tsx';

/* Loaded apart: what is below the fold, seldom seen, or loaded beside the events. */

export const MAP_LOADING = <Skeleton shape="block" height="400px" />;
export const HomeMap = lazyComponent(
  () => import('./components/home-map.tsx').then((module) => module.HomeMap),
  {
    loading: MAP_LOADING,
    failedTitle: recurring.couldNotLoadTheMap,
  },
);

export const ABOVE_LIST_LOADING = <PosterLoading />;
const loadAboveList = () => import('./components/above-list.ts');
type AboveList = Awaited<ReturnType<typeof loadAboveList>>;
const nextEvent: { component: AboveList['NextEvent'] | null } = { component: null };
const invitations: { component: AboveList['Invitations'] | null } = { component: null };
export const NextEvent = lazyComponent(() => loadAboveList().then((module) => module.NextEvent), {
  preloaded: nextEvent,
  loading: ABOVE_LIST_LOADING,
  failedTitle: texts.couldNotLoadTheNextEvent,
});
export const Invitations = lazyComponent(() => loadAboveList().then((module) => module.Invitations), {
  preloaded: invitations,
  loading: null,
  failedTitle: texts.couldNotLoadTheInvitations,
});
const aboveListLoaded = loadAboveList().then(
  (module) => {
    nextEvent.component = module.NextEvent;
    invitations.component = module.Invitations;
  },
  // Shown where it renders, and retried.
  () => {},
);

// Only for new people.
export const FirstSteps = lazyComponent(
  () => import('./components/first-steps.tsx').then((module) => module.FirstSteps),
  {
    loading: <Skeleton shape="block" height="12rem" />,
    failedTitle: recurring.couldNotLoadThisPart,
  },
);

// Below the fold: the list must not wait for it.
export const Introduction = lazyComponent(
  () => import('./components/introduction.tsx').then((module) => module.Introduction),
  { loading: <Skeleton shape="block" height="32rem" />, failedTitle: recurring.couldNotLoadThisPart },
);

/** Also true where it has failed. */
export function useIsAboveListLoaded(): boolean {
  const [isLoaded, setIsLoaded] = useState(false);
  useEffect(() => void aboveListLoaded.then(() => setIsLoaded(true)), []);
  return isLoaded;
}
