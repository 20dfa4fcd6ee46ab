import { addTo } from '#server/lib/add-to.ts';
import { createFairQueue } from './fair-queue.ts';

/** At most `running` tasks at once and `waiting` queued in a `FairQueue`. If that is full, a new task displaces the latest one of
 * the key with the most waiting. */
export type Semaphore = {
  /** Null if the key has `perKey` tasks, if the queue is full and no other key has more waiting, or once displaced.
   * `group`: default the key. `cost`: as in `FairQueue`. */
  run<T>(task: () => Promise<T>, key?: string, group?: string, cost?: number): Promise<T | null>;
};

/** `perKey` counts queued and running tasks of a key, `runningPerKey` running ones. `headStart`: how many turns a new key is ahead
 * of the others. */
export type SemaphoreSize = {
  running: number;
  waiting: number;
  perKey?: number;
  runningPerKey?: number;
  headStart?: number;
};

export function createSemaphore(limits: SemaphoreSize): Semaphore {
  const { perKey = Infinity, runningPerKey = Infinity, headStart = 2 } = limits;
  let running = 0;
  const tasksOf = new Map<string, number>();
  const runningOf = new Map<string, number>();
  const isBelowItsShare = (key: string) => (runningOf.get(key) ?? 0) < runningPerKey;
  const queue = createFairQueue<(mayStart: boolean) => void>(isBelowItsShare, headStart);

  const countRunning = (key: string) => {
    running += 1;
    addTo(runningOf, key, 1);
  };

  const end = (key: string, group: string) => {
    queue.countEnd(key, group);
    const wasAtItsShare = !isBelowItsShare(key);
    running -= 1;
    addTo(runningOf, key, -1);
    if (wasAtItsShare) queue.allow(key);
    if (running < limits.running) queue.takeNext(countRunning)?.(true);
  };

  return {
    async run(task, key = '', group = key, cost = 1) {
      if ((tasksOf.get(key) ?? 0) >= perKey) return null;
      const isFree = running < limits.running && isBelowItsShare(key);
      if (!isFree && queue.size >= limits.waiting) {
        const displaced = queue.dropFor(key, group);
        if (displaced === null) return null;
        displaced(false);
      }
      addTo(tasksOf, key, 1);
      try {
        // The finished task starts a queued one: no newcomer overtakes it.
        if (isFree) {
          countRunning(key);
          queue.countTurn(key, group, cost);
        } else if (!(await new Promise<boolean>((item) => queue.add({ key, group, item, cost }))))
          return null;
        try {
          return await task();
        } finally {
          end(key, group);
        }
      } finally {
        addTo(tasksOf, key, -1);
        if (tasksOf.size === 0) queue.forgetTurns();
      }
    },
  };
}
