import { useSyncExternalStore } from 'react';
import { readBeacon, subscribeBeacon } from '#web/live/beacon-store.ts';
import { lazyPart } from '#web/ui/feedback/lazy-part.tsx';

const BeaconScreen = lazyPart(
  () => import('./components/beacon-screen.tsx').then((module) => module.BeaconScreen),
  { loading: null, failedTitle: 'A friend is lighting up, but this part did not load' },
);

/** On every signed-in page; loads nothing until a beacon (FIND-02). */
export function BeaconSlot() {
  const beacon = useSyncExternalStore(subscribeBeacon, readBeacon);
  return beacon ? <BeaconScreen beacon={beacon} /> : null;
}
