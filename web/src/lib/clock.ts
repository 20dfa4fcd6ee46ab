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

/** Time and timers for code outside React; each timer gives back how to stop it. */
export type WebClock = {
  now(): number;
  after(delayMs: number, run: () => void): () => void;
  every(intervalMs: number, run: () => void): () => void;
};

export const webClock: WebClock = {
  now,
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
  every(intervalMs, run) {
    const timer = setInterval(run, intervalMs);
    return () => clearInterval(timer);
  },
};
