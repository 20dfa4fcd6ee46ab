import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from './clock.ts';

/** What is done again and again: how often, and what the log says when it fails. */
export type Repeated = { everyMs: number; failure: string; work: () => Promise<unknown> };

/** Does the work every so often, never twice at once; the returned function stops it and waits for what is running. */
export function repeat(
  { clock, log }: { clock: Pick<Clock, 'every'>; log: Pick<FastifyBaseLogger, 'error'> },
  { everyMs, failure, work }: Repeated,
): () => Promise<void> {
  let running: Promise<void> | null = null;
  const stopClock = clock.every(everyMs, () => {
    running ??= work()
      .then(() => {})
      .catch((error: unknown) => log.error({ err: error }, failure))
      .finally(() => {
        running = null;
      });
  });
  return async () => {
    stopClock();
    await running;
  };
}
