import type { Clock } from './clock.ts';

/** Lets things of one key happen at most once in a while. */
export type Pace = {
  /** Does the task at once or, less than `everyMs` after the last of its key, when they have passed: then the latest alone. */
  run(key: string, everyMs: number, task: () => void): void;
  /** Forgets what has not been done. */
  stop(): void;
};

export function createPace(clock: Pick<Clock, 'after'>): Pace {
  /** Keys something was done of a moment ago, with what has come since. */
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
