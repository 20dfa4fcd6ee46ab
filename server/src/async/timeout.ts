import type { Clock } from '#server/clock.ts';

/** Null after `ms` or on failure. */
export function withTimeout<T>(
  clock: Pick<Clock, 'after'>,
  ms: number,
  answer: Promise<T>,
): Promise<T | null> {
  const { promise, resolve } = Promise.withResolvers<T | null>();
  const cancel = clock.after(ms, () => resolve(null));
  answer.then(resolve, () => resolve(null));
  return promise.finally(cancel);
}
