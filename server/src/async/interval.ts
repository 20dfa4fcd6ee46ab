import type { Clock } from '#server/clock.ts';
import type { DatabaseLog } from '#server/db/database.ts';

export type IntervalJob = { everyMs: number; failure: string; work: () => Promise<unknown> };

/** Never runs twice at once; the result stops it and waits for a run in progress. */
export function startInterval(
  { clock, log }: { clock: Pick<Clock, 'every'>; log: Pick<DatabaseLog, 'error'> },
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
