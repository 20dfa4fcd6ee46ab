import { useSyncExternalStore } from 'react';
import { readFlash, subscribeFlash } from '#web/live/flash-store.ts';
import { lazyPart } from '#web/ui/feedback/lazy-part.tsx';

const FlashScreen = lazyPart(
  () => import('./components/flash-screen.tsx').then((module) => module.FlashScreen),
  { loading: null, failedTitle: 'A friend flashes you, but this part did not load' },
);

/** On every signed-in page; loads nothing until a flash (FIND-02). */
export function FlashSlot() {
  const flash = useSyncExternalStore(subscribeFlash, readFlash);
  return flash ? <FlashScreen flash={flash} /> : null;
}
