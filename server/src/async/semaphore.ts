import { addTo } from '#server/add-to.ts';
import { dropOldest } from '#server/drop-oldest.ts';

/** At most `running` tasks at once and `waiting` queued. The key that has had the fewest turns comes next, so that
 * somebody who asks for the first time does not wait for everybody who asks all the time. Tasks of a key are first in,
 * first out. */
export type Semaphore = {
  /** Null at once when the queue is full or the key has `perKey` tasks. */
  run<T>(task: () => Promise<T>, key?: string): Promise<T | null>;
};

/** `perKey` counts queued and running tasks of a key, `runningPerKey` the running ones. */
export type SemaphoreSize = { running: number; waiting: number; perKey?: number; runningPerKey?: number };

/** Keys whose turns are remembered; the oldest are forgotten. */
const COUNTED_KEYS_MAX = 10_000;

export function createSemaphore(limits: SemaphoreSize): Semaphore {
  const { perKey = Infinity, runningPerKey = Infinity } = limits;
  let running = 0;
  let waiting = 0;
  const queues = new Map<string, (() => void)[]>();
  const tasksOf = new Map<string, number>();
  const runningOf = new Map<string, number>();
  const turns = createTurns();

  const mayStart = (key: string) => running < limits.running && (runningOf.get(key) ?? 0) < runningPerKey;

  const start = (key: string) => {
    running += 1;
    addTo(runningOf, key, 1);
    turns.take(key);
  };

  const waitForTurn = (key: string) =>
    new Promise<void>((resolve) => {
      waiting += 1;
      const queue = queues.get(key);
      if (queue) queue.push(resolve);
      else queues.set(key, [resolve]);
    });

  // A finished task frees one place: for any key if all were taken, else for its own.
  const startNext = (ended: string) => {
    const wasFull = running + 1 >= limits.running;
    const key = turns.fewest(wasFull ? queues.keys() : [ended], (each) => queues.has(each) && mayStart(each));
    if (key === null) return;
    const queue = queues.get(key) ?? [];
    const next = queue.shift();
    queues.delete(key);
    if (queue.length > 0) queues.set(key, queue);
    waiting -= 1;
    start(key);
    next?.();
  };

  return {
    async run(task, key = '') {
      if ((tasksOf.get(key) ?? 0) >= perKey) return null;
      const isFree = mayStart(key);
      if (!isFree && waiting >= limits.waiting) return null;
      addTo(tasksOf, key, 1);
      try {
        // A queued task is started by the finished one, so that no newcomer overtakes it.
        if (isFree) start(key);
        else await waitForTurn(key);
        try {
          return await task();
        } finally {
          running -= 1;
          addTo(runningOf, key, -1);
          startNext(key);
        }
      } finally {
        addTo(tasksOf, key, -1);
        if (tasksOf.size === 0) turns.clear();
      }
    },
  };
}

/** Turns of each key. A new key starts behind everybody who waits: it is next, but cannot claim all the turns it
 * never asked for. */
function createTurns() {
  const turnsOf = new Map<string, number>();
  let latest = 0;
  const of = (key: string) => Math.max(turnsOf.get(key) ?? 0, latest - 2);
  return {
    take(key: string) {
      const turns = of(key) + 1;
      turnsOf.delete(key);
      turnsOf.set(key, turns);
      dropOldest(turnsOf, COUNTED_KEYS_MAX);
      latest = Math.max(latest, turns);
    },
    fewest(keys: Iterable<string>, isEligible: (key: string) => boolean): string | null {
      let best: string | null = null;
      for (const key of keys) {
        if (isEligible(key) && (best === null || of(key) < of(best))) best = key;
      }
      return best;
    },
    clear() {
      turnsOf.clear();
      latest = 0;
    },
  };
}
