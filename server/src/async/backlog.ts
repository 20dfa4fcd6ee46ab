import type { Clock } from '#server/clock.ts';
import { coolDownSince } from './cool-down.ts';

export type Backlog<T> = {
  add: (items: Iterable<T>) => void;
  /** Drops what waits; resolves when nothing is in progress. */
  stop: () => Promise<void>;
};

/** Handles the added items in batches of at most `size`, one after the other, with a cool-down after a full one. An item that is
 * added again while it waits is handled once. */
export function createBacklog<T>({
  clock,
  size,
  work,
  onError,
}: {
  clock: Clock;
  size: number;
  work: (part: readonly T[]) => Promise<void>;
  onError: (error: unknown) => void;
}): Backlog<T> {
  const waiting = new Set<T>();
  let running: Promise<void> | null = null;

  const take = (): T[] => {
    const part: T[] = [];
    for (const item of waiting) {
      if (part.length === size) break;
      part.push(item);
      waiting.delete(item);
    }
    return part;
  };

  const run = async () => {
    while (waiting.size > 0) {
      const startedMs = clock.now();
      const part = take();
      await work(part).catch(onError);
      if (waiting.size > 0 && part.length === size) await coolDownSince(clock, startedMs);
    }
    running = null;
  };

  return {
    add(items) {
      for (const item of items) waiting.add(item);
      if (waiting.size > 0) running ??= run();
    },
    async stop() {
      waiting.clear();
      await running;
    },
  };
}
