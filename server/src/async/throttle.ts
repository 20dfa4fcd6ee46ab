import type { Clock } from '#server/clock.ts';

export type Throttle = {
  /** Runs at once or, within `everyMs` of the key's last run, at the end of that time: then only the latest task. */
  run(key: string, everyMs: number, task: () => void): void;
  stop(): void;
};

export function createThrottle(clock: Pick<Clock, 'after'>): Throttle {
  const resting = new Map<string, { next: (() => void) | null; cancel: () => void }>();

  const runAndRest = (key: string, everyMs: number, task: () => void) => {
    const wake = () => {
      resting.delete(key);
      if (rest.next !== null) runAndRest(key, everyMs, rest.next);
    };
    const rest = { next: null as (() => void) | null, cancel: clock.after(everyMs, wake) };
    resting.set(key, rest);
    task();
  };

  return {
    run(key, everyMs, task) {
      const rest = resting.get(key);
      if (rest === undefined) runAndRest(key, everyMs, task);
      else rest.next = task;
    },
    stop() {
      for (const { cancel } of resting.values()) cancel();
      resting.clear();
    },
  };
}
