import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '#server/clock.ts';

/** A job that runs at an interval, and what the log says when it fails. */
export type IntervalJob = { everyMs: number; failure: string; work: () => Promise<unknown> };

/** Runs the job at its interval, never twice at once; the returned function stops it and waits for a run in progress. */
export function startInterval(
  { clock, log }: { clock: Pick<Clock, 'every'>; log: Pick<FastifyBaseLogger, 'error'> },
  { everyMs, failure, work }: IntervalJob,
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
