import type { Clock } from './clock.ts';

/** What was asked, or null where there is no answer within `ms` or the question fails. */
export function answerInTime<T>(
  clock: Pick<Clock, 'after'>,
  ms: number,
  answer: Promise<T>,
): Promise<T | null> {
  const { promise, resolve } = Promise.withResolvers<T | null>();
  const cancel = clock.after(ms, () => resolve(null));
  answer.then(resolve, () => resolve(null));
  return promise.finally(cancel);
}
