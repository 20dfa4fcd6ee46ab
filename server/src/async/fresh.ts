import type { Clock } from '#server/clock.ts';

/** Caches for `forMs` ms from the start of the read. Callers share a read; failures are not cached. */
export function createFresh<T>(
  clock: Pick<Clock, 'now'>,
  forMs: number,
  read: () => Promise<T>,
): () => Promise<T> {
  let last: { value: T; atMs: number } | null = null;
  let reading: Promise<T> | null = null;
  const readAgain = async () => {
    const atMs = clock.now();
    const value = await read();
    last = { value, atMs };
    return value;
  };
  return async () => {
    // A negative age: the clock was set back.
    const ageMs = last === null ? Infinity : clock.now() - last.atMs;
    if (last !== null && ageMs >= 0 && ageMs <= forMs) return last.value;
    reading ??= readAgain().finally(() => {
      reading = null;
    });
    return await reading;
  };
}
