import { coolDownSince } from '#server/async/cool-down.ts';
import { createSemaphore, type SemaphoreSize } from '#server/async/semaphore.ts';
import type { Clock } from '#server/clock.ts';
import { rateLimited } from '#server/http/errors.ts';

export const RETRY_MS = 1_000;

/** Runs the work when the queue serves its key. @throws HttpError `rate_limited` when the queue is full */
export type InTurn = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** `coolDownBy`: pauses after each task for as long as it took (`coolDownSince`), by this clock. `afterEach`: awaited before the next task. */
export function createInTurn(
  size: SemaphoreSize,
  coolDownBy: Clock | null = null,
  afterEach?: () => Promise<unknown>,
): InTurn {
  const semaphore = createSemaphore(size);
  return <T>(key: string, work: () => Promise<T>) => {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const turn = async () => {
      const startedMs = coolDownBy?.now() ?? 0;
      await work().then(resolve, reject);
      if (coolDownBy !== null) await coolDownSince(coolDownBy, startedMs);
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
