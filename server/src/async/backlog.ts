import type { Clock } from '#server/clock.ts';
import { coolDownSince } from './cool-down.ts';
import { runInBackground } from './requester.ts';

export type Backlog<T> = {
  add: (items: Iterable<T>) => void;
  /** Drops what waits; resolves when nothing is in progress. */
  stop: () => Promise<void>;
};

/** Batches follow each other, with a cool-down after a full one. An item added again while it waits is handled once. */
export function createBacklog<T>({
  clock,
  size,
  work,
  onError,
}: {
  clock: Clock;
  size: number;
  work: (batch: readonly T[]) => Promise<void>;
  onError: (error: unknown) => void;
}): Backlog<T> {
  const waiting = new Set<T>();
  let running: Promise<void> | null = null;

  const take = (): T[] => {
    const batch: T[] = [];
    for (const item of waiting) {
      if (batch.length === size) break;
      batch.push(item);
      waiting.delete(item);
    }
    return batch;
  };

  const run = async () => {
    while (waiting.size > 0) {
      const startedMs = clock.now();
      const batch = take();
      await work(batch).catch(onError);
      if (waiting.size > 0 && batch.length === size) await coolDownSince(clock, startedMs);
    }
    running = null;
  };

  return {
    add(items) {
      for (const item of items) waiting.add(item);
      if (waiting.size > 0) running ??= runInBackground(run);
    },
    async stop() {
      waiting.clear();
      await running;
    },
  };
}
