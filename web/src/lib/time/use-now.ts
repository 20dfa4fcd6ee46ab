import { useSyncExternalStore } from 'react';
import { now, webClock } from './clock.ts';

/** In ms, renewed on each multiple of `tickMs` and when the page is shown again. `offsetMs` is added to the device's clock. */
export function useNow(tickMs: number, offsetMs = 0): number {
  const present = () => now() + offsetMs;
  return useSyncExternalStore(
    (onChange) => {
      let stopTimer = () => {};
      const schedule = () => {
        stopTimer = webClock.after(tickMs - (present() % tickMs), () => {
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
    () => Math.floor(present() / tickMs) * tickMs,
  );
}
