import type { Clock } from '#server/clock.ts';

/** Answers with what was read, for so long; then it is read again. Whoever asks meanwhile waits for the same reading. */
export function createFresh<T>(
  clock: Pick<Clock, 'now'>,
  forMs: number,
  read: () => Promise<T>,
): () => Promise<T> {
  let last: { value: T; atMs: number } | null = null;
  let reading: Promise<T> | null = null;
  const readAgain = async () => {
    const value = await read();
    last = { value, atMs: clock.now() };
    return value;
  };
  return async () => {
    if (last !== null && clock.now() - last.atMs <= forMs) return last.value;
    reading ??= readAgain().finally(() => {
      reading = null;
    });
    return await reading;
  };
}
