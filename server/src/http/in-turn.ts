import { restSince } from '#server/async/rest.ts';
import { createSemaphore, type SemaphoreSize } from '#server/async/semaphore.ts';
import type { Clock } from '#server/clock.ts';
import { rateLimited } from './errors.ts';

export const RETRY_MS = 1_000;

/** Runs the work when the queue serves its key. @throws HttpError `rate_limited` when the queue is full */
export type InTurn = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** `restBy`: pauses after each task for as long as it took (`restSince`), by this clock. `afterEach`: awaited before the next task. */
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
