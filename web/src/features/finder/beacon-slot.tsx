import { useSyncExternalStore } from 'react';
import { readBeacon, subscribeBeacon } from '#web/live/beacon-store.ts';
import { lazyComponent } from '#web/ui/feedback/lazy-component.tsx';
import * as texts from '#web/texts/every-page.ts';

const BeaconScreen = lazyComponent(
  () => import('./components/beacon-screen.tsx').then((module) => module.BeaconScreen),
  { loading: null, failedTitle: texts.beaconNotLoaded },
);

/** On every signed-in page; loads nothing until a beacon (FIND-02). */
export function BeaconSlot() {
  const beacon = useSyncExternalStore(subscribeBeacon, readBeacon);
  return beacon ? <BeaconScreen beacon={beacon} /> : null;
}
