import { MINUTE_MS, SECOND_MS } from '@hereabouts/contract/durations';
import type { Clock } from '#server/clock.ts';
import type { DatabaseLog } from '#server/db/database.ts';
import { isUnavailable } from '#server/db/errors.ts';
import { busy, isBusy } from './wire-error.ts';

const IN_FLIGHT_MAX = 1_000;
const RETRY_MS = SECOND_MS;
/** The caller has been answered, so the work is retried while the database is unavailable. */
const RETRY_FOR_MS = 2 * MINUTE_MS;

export type Background = {
  /** Failures are logged. @throws WireError 503 when too much is in flight */
  run(what: string, task: () => Promise<void>): void;
  idle(): Promise<void>;
  stop(): Promise<void>;
};

/** Work that a response must not wait for: its time would reveal known addresses. */
export function createBackground(log: Pick<DatabaseLog, 'error'>, clock: Clock): Background {
  const inFlight = new Set<Promise<void>>();
  const pauses = new Set<() => void>();
  let isStopped = false;

  const pause = () =>
    new Promise<void>((resolve) => {
      const end = () => {
        cancel();
        pauses.delete(end);
        resolve();
      };
      const cancel = clock.after(RETRY_MS, end);
      pauses.add(end);
    });

  const persist = async (task: () => Promise<void>) => {
    const untilMs = clock.now() + RETRY_FOR_MS;
    for (;;) {
      try {
        return await task();
      } catch (error) {
        if (isStopped || !(isUnavailable(error) || isBusy(error)) || clock.now() >= untilMs) throw error;
      }
      await pause();
    }
  };

  const background: Background = {
    run(what, task) {
      if (inFlight.size >= IN_FLIGHT_MAX) throw busy();
      const work = persist(task)
        .catch((error: unknown) => log.error({ err: error }, `${what} failed`))
        .finally(() => inFlight.delete(work));
      inFlight.add(work);
    },
    async idle() {
      while (inFlight.size > 0) await Promise.all(inFlight);
    },
    async stop() {
      isStopped = true;
      for (const end of pauses) end();
      await background.idle();
    },
  };
  return background;
}
