import { useSyncExternalStore } from 'react';
import { now, webClock } from './clock.ts';

/** The present moment in ms, renewed on each multiple of `tickMs` and when the page is shown again. */
export function useNow(tickMs: number): number {
  return useSyncExternalStore(
    (onChange) => {
      let stopTimer = () => {};
      const schedule = () => {
        stopTimer = webClock.after(tickMs - (now() % tickMs), () => {
          onChange();
          schedule();
        });
      };
      schedule();
      document.addEventListener('visibilitychange', onChange);
      return () => {
        stopTimer();
        document.removeEventListener('visibilitychange', onChange);
      };
    },
    // A snapshot must not change between ticks, or React would render without end.
    () => Math.floor(now() / tickMs) * tickMs,
  );
}
