/** At most `running` tasks at once and `waiting` queued. Keys take turns, each first in, first out. */
export type Semaphore = {
  /** Null at once when the queue is full or the key has `perKey` tasks. */
  run<T>(task: () => Promise<T>, key?: string): Promise<T | null>;
};

/** `perKey` counts queued and running tasks of a key, `runningPerKey` the running ones. */
export type SemaphoreSize = { running: number; waiting: number; perKey?: number; runningPerKey?: number };

export function createSemaphore(limits: SemaphoreSize): Semaphore {
  const { perKey = Infinity, runningPerKey = Infinity } = limits;
  let running = 0;
  let waiting = 0;
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

  // A finished task frees one place: for any key if all were taken, else for its own.
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
        // A queued task is started by the finished one, so that no newcomer overtakes it.
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
