import { addTo } from '#server/lib/add-to.ts';
import { dropOldest } from '#server/lib/drop-oldest.ts';

/** A fair queue: at most `running` tasks at once and `waiting` queued. The next task is of the key with the fewest turns (tasks
 * started), so that a new key does not wait for keys that ask all the time. Tasks of a key are first in, first out. */
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
  const ready = createReadyKeys();

  const isBelowItsShare = (key: string) => (runningOf.get(key) ?? 0) < runningPerKey;

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
      if (!queue && isBelowItsShare(key)) ready.add(key, turns.of(key));
    });

  const startNext = () => {
    const key = running < limits.running ? ready.takeFirst() : null;
    const queue = key === null ? undefined : queues.get(key);
    const next = queue?.shift();
    if (key === null || !queue || !next) return;
    if (queue.length === 0) queues.delete(key);
    waiting -= 1;
    start(key);
    if (queue.length > 0 && isBelowItsShare(key)) ready.add(key, turns.of(key));
    next();
  };

  const end = (key: string) => {
    const wasAtItsShare = !isBelowItsShare(key);
    running -= 1;
    addTo(runningOf, key, -1);
    if (wasAtItsShare && queues.has(key)) ready.add(key, turns.of(key));
    startNext();
  };

  return {
    async run(task, key = '') {
      if ((tasksOf.get(key) ?? 0) >= perKey) return null;
      const isFree = running < limits.running && isBelowItsShare(key);
      if (!isFree && waiting >= limits.waiting) return null;
      addTo(tasksOf, key, 1);
      try {
        // A queued task is started by the finished one, so that no newcomer overtakes it.
        if (isFree) start(key);
        else await waitForTurn(key);
        try {
          return await task();
        } finally {
          end(key);
        }
      } finally {
        addTo(tasksOf, key, -1);
        if (tasksOf.size === 0) turns.clear();
      }
    },
  };
}

/** Counts the turns of each key. A new key counts as two turns short of the latest: it is next, but does not catch up all the turns
 * of others. */
function createTurns() {
  const turnsOf = new Map<string, number>();
  let latest = 0;
  const of = (key: string) => Math.max(turnsOf.get(key) ?? 0, latest - 2);
  return {
    of,
    take(key: string) {
      const turns = of(key) + 1;
      turnsOf.delete(key);
      turnsOf.set(key, turns);
      dropOldest(turnsOf, COUNTED_KEYS_MAX);
      latest = Math.max(latest, turns);
    },
    clear() {
      turnsOf.clear();
      latest = 0;
    },
  };
}

/** Keys with a task that may start, fewest turns first, then first in, first out. Turns of waiting keys differ by a few, so
 * there are few sets and the next key is found at once. */
function createReadyKeys() {
  const byTurns = new Map<number, Set<string>>();
  return {
    add(key: string, turns: number) {
      const keys = byTurns.get(turns);
      if (keys) keys.add(key);
      else byTurns.set(turns, new Set([key]));
    },
    takeFirst(): string | null {
      if (byTurns.size === 0) return null;
      const fewest = Math.min(...byTurns.keys());
      const keys = byTurns.get(fewest);
      const [key] = keys ?? [];
      if (!keys || key === undefined) return null;
      keys.delete(key);
      if (keys.size === 0) byTurns.delete(fewest);
      return key;
    },
  };
}
