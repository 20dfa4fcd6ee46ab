import { ageMs, type Clock } from '#server/clock.ts';
import { runInBackground } from './requester.ts';

/** Caches for `forMs` ms from the start of the read. Callers share a read, which is background work; failures are not cached. */
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
    if (last !== null && ageMs(clock.now(), last.atMs) <= forMs) return last.value;
    reading ??= runInBackground(readAgain).finally(() => {
      reading = null;
    });
    return await reading;
  };
}
