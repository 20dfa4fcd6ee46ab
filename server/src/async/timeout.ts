import type { Clock } from '#server/clock.ts';

type Timers = Pick<Clock, 'after'>;

/** @throws the error of `answer`, or of `late` after `ms` */
export function answerWithin<T>(
  clock: Timers,
  ms: number,
  answer: Promise<T>,
  late: () => Error,
): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const cancel = clock.after(ms, () => reject(late()));
  return Promise.race([answer, promise]).finally(cancel);
}

/** Null after `ms`, or if the answer fails. */
export const nullAfter = <T>(clock: Timers, ms: number, answer: Promise<T>): Promise<T | null> =>
  answerWithin(clock, ms, answer, () => new Error('timed out')).catch(() => null);
