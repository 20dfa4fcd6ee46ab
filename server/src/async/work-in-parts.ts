import type { Clock } from '#server/clock.ts';
import type { DatabaseLog } from '#server/db/database.ts';

export type PartedWork = {
  restMs: number;
  failure: string;
  /** Does one part; true: there is more, after a rest. */
  work: () => Promise<boolean>;
};

/** Work that rests between its parts, and never does two at once. `begin` asks for it, also while it is being done; `stop`
 * waits for the part in progress. */
export function workInParts(
  { clock, log }: { clock: Pick<Clock, 'after'>; log: Pick<DatabaseLog, 'error'> },
  { restMs, failure, work }: PartedWork,
): { begin: () => void; stop: () => Promise<void> } {
  let running: Promise<void> | null = null;
  let cancelRest: (() => void) | null = null;
  let isAskedAgain = false;
  let isStopped = false;

  const doPart = async () => {
    const hasMore = await work().catch((error: unknown) => {
      log.error({ err: error }, failure);
      return false;
    });
    running = null;
    if (isStopped) return;
    if (hasMore) cancelRest = clock.after(restMs, go);
    else if (isAskedAgain) go();
  };
  const go = () => {
    cancelRest = null;
    isAskedAgain = false;
    running = doPart();
  };

  return {
    begin() {
      if (running !== null || cancelRest !== null) isAskedAgain = true;
      else if (!isStopped) go();
    },
    async stop() {
      isStopped = true;
      cancelRest?.();
      await running;
    },
  };
}
