import type { Clock } from '#server/clock.ts';
import type { DatabaseLog } from '#server/db/database.ts';

/** `isStopping`: work in batches ends after the current one. */
export type IntervalJob = {
  everyMs: number;
  failure: string;
  work: (isStopping: () => boolean) => Promise<unknown>;
};

/** Runs do not overlap. The returned function stops the interval and waits for a run in progress. */
export function startInterval(
  { clock, log }: { clock: Pick<Clock, 'every'>; log: Pick<DatabaseLog, 'error'> },
  { everyMs, failure, work }: IntervalJob,
): () => Promise<void> {
  let running: Promise<void> | null = null;
  let isStopping = false;
  const stopClock = clock.every(everyMs, () => {
    running ??= work(() => isStopping)
      .then(() => {})
      .catch((error: unknown) => log.error({ err: error }, failure))
      .finally(() => {
        running = null;
      });
  });
  return async () => {
    stopClock();
    isStopping = true;
    await running;
  };
}
