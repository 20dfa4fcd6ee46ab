import { useSyncExternalStore } from 'react';

type Clock = () => number;
let clock: Clock = () => Date.now();

/** Replaces the source of time; for tests and the component page. */
export function setClock(next: Clock): void {
  clock = next;
}

/** Milliseconds since the epoch. */
export function now(): number {
  return clock();
}

/** The present moment in ms, renewed on each multiple of `tickMs` and when the page is shown again. */
export function useNow(tickMs: number): number {
  return useSyncExternalStore(
    (onChange) => {
      let timer: ReturnType<typeof setTimeout>;
      const schedule = () => {
        timer = setTimeout(
          () => {
            onChange();
            schedule();
          },
          tickMs - (now() % tickMs),
        );
      };
      schedule();
      document.addEventListener('visibilitychange', onChange);
      return () => {
        clearTimeout(timer);
        document.removeEventListener('visibilitychange', onChange);
      };
    },
    // A snapshot must not change between ticks, or React would render without end.
    () => Math.floor(now() / tickMs) * tickMs,
  );
}
