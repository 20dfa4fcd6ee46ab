import { coolDownSince } from '#server/async/cool-down.ts';
import { currentRequester } from '#server/async/requester.ts';
import { createSemaphore, type SemaphoreSize } from '#server/async/semaphore.ts';
import type { Clock } from '#server/clock.ts';
import { rateLimited } from '#server/http/errors.ts';

const RETRY_MS = 1_000;

/** `group`: as in `Semaphore`. @throws HttpError `rate_limited` if the queue is full, or the task is displaced */
export type InTurn = <T>(key: string, work: () => Promise<T>, group?: string) => Promise<T>;

/** `coolDownBy`: the clock of a pause after each task, as long as it took without its waits for database connections, at most 1 s.
 * `afterEach`: awaited before the next task. */
export function createInTurn(
  size: SemaphoreSize,
  coolDownBy: Clock | null = null,
  afterEach?: () => Promise<unknown>,
): InTurn {
  const semaphore = createSemaphore(size);
  return <T>(key: string, work: () => Promise<T>, group?: string) => {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const turn = async () => {
      const startedMs = coolDownBy?.now() ?? 0;
      const requester = currentRequester();
      const waitedBeforeMs = requester?.waitedMs ?? 0;
      await work().then(resolve, reject);
      const waitedMs = (requester?.waitedMs ?? 0) - waitedBeforeMs;
      if (coolDownBy !== null) await coolDownSince(coolDownBy, startedMs + waitedMs);
      await afterEach?.();
      return true;
    };
    void semaphore.run(turn, key, group).then((hadTurn) => {
      if (hadTurn === null) reject(rateLimited(RETRY_MS));
    });
    return promise;
  };
}

export const runningPerKey = (count: number): SemaphoreSize => ({
  running: Infinity,
  waiting: Infinity,
  runningPerKey: count,
});
