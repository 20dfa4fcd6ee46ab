/** Lets at most `running` tasks run at once and at most `waiting` more wait their turn, first come, first served. */
export type Limiter = {
  /** Runs the task when it is its turn; null at once when the queue is full. */
  run<T>(task: () => Promise<T>): Promise<T | null>;
};

export function createLimiter(limits: { running: number; waiting: number }): Limiter {
  let running = 0;
  const queue: (() => void)[] = [];

  return {
    async run(task) {
      if (running >= limits.running) {
        if (queue.length >= limits.waiting) return null;
        // The one that finishes hands its place over, so `running` stays as it is.
        await new Promise<void>((resolve) => queue.push(resolve));
      } else {
        running += 1;
      }
      try {
        return await task();
      } finally {
        const next = queue.shift();
        if (next) next();
        else running -= 1;
      }
    },
  };
}
