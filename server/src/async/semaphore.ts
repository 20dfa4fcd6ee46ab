/** Lets at most `running` tasks run at once and at most `waiting` more wait. Keys take turns, each first come, first served. */
export type Semaphore = {
  /** Runs the task when it is its turn; null at once when the queue is full, or when its key has `perKey` tasks already. */
  run<T>(task: () => Promise<T>, key?: string): Promise<T | null>;
};

/** `perKey` counts the tasks of a key that run or wait, `runningPerKey` those that run. */
export type SemaphoreSize = { running: number; waiting: number; perKey?: number; runningPerKey?: number };

export function createSemaphore(limits: SemaphoreSize): Semaphore {
  const { perKey = Infinity, runningPerKey = Infinity } = limits;
  let running = 0;
  let waiting = 0;
  /** Waiting tasks by key; the key whose turn is next comes first. */
  const queues = new Map<string, (() => void)[]>();
  const tasksOf = new Map<string, number>();
  const runningOf = new Map<string, number>();

  const mayStart = (key: string) => running < limits.running && (runningOf.get(key) ?? 0) < runningPerKey;

  const start = (key: string) => {
    running += 1;
    add(runningOf, key, 1);
  };

  const waitForTurn = (key: string) =>
    new Promise<void>((resolve) => {
      waiting += 1;
      const queue = queues.get(key);
      if (queue) queue.push(resolve);
      else queues.set(key, [resolve]);
    });

  // What has ended makes room for one task at most: of any key where all places were taken, else of its own.
  const startNext = (ended: string) => {
    const wasFull = running + 1 >= limits.running;
    for (const key of wasFull ? queues.keys() : [ended]) {
      const queue = queues.get(key);
      if (!queue || !mayStart(key)) continue;
      const next = queue.shift();
      queues.delete(key);
      if (queue.length > 0) queues.set(key, queue);
      waiting -= 1;
      start(key);
      next?.();
      return;
    }
  };

  return {
    async run(task, key = '') {
      if ((tasksOf.get(key) ?? 0) >= perKey) return null;
      const isFree = mayStart(key);
      if (!isFree && waiting >= limits.waiting) return null;
      add(tasksOf, key, 1);
      try {
        // A task whose turn has come is started by the one that ended, so that nobody comes in between.
        if (isFree) start(key);
        else await waitForTurn(key);
        try {
          return await task();
        } finally {
          running -= 1;
          add(runningOf, key, -1);
          startNext(key);
        }
      } finally {
        add(tasksOf, key, -1);
      }
    },
  };
}

function add(counts: Map<string, number>, key: string, change: 1 | -1): void {
  const count = (counts.get(key) ?? 0) + change;
  if (count > 0) counts.set(key, count);
  else counts.delete(key);
}
