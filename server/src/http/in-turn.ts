import { restSince } from '#server/async/rest.ts';
import { createSemaphore, type SemaphoreSize } from '#server/async/semaphore.ts';
import type { Clock } from '#server/clock.ts';
import { rateLimited } from './errors.ts';

export const RETRY_MS = 1_000;

/** @throws HttpError `rate_limited` when the queue is full */
export type InTurn = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** With a clock a turn rests as long as it worked before the next one starts; `afterEach` resolves before the next one. */
export function createInTurn(
  size: SemaphoreSize,
  restBy: Clock | null = null,
  afterEach?: () => Promise<unknown>,
): InTurn {
  const semaphore = createSemaphore(size);
  return <T>(key: string, work: () => Promise<T>) => {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const turn = async () => {
      const startedMs = restBy?.now() ?? 0;
      await work().then(resolve, reject);
      if (restBy !== null) await restSince(restBy, startedMs);
      await afterEach?.();
      return true;
    };
    void semaphore.run(turn, key).then((hadTurn) => {
      if (hadTurn === null) reject(rateLimited(RETRY_MS));
    });
    return promise;
  };
}

export const perKey = (runningPerKey: number): SemaphoreSize => ({
  running: Infinity,
  waiting: Infinity,
  runningPerKey,
});
