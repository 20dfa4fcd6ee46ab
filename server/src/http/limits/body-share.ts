import { TwoOrders } from '#server/async/two-orders.ts';

/** Time for arriving bodies in one go. */
const WORK_MS = 4;
/** A pause lasts this many times as long as the work before it. */
const PAUSE_FACTOR = 2;

/* oxlint-disable hereabouts/injected-clock -- time of the event loop, whatever the time */
const now = () => performance.now();
const after = (ms: number, work: () => void) => void setTimeout(work, ms);
/* oxlint-enable hereabouts/injected-clock */

/** `key` and `group`: as in `TwoOrders`. `work` handles one chunk, synchronously: all others wait for it. */
export type BodyShare = (asker: { key: string; group: string }, work: () => void) => Promise<void>;

/** Gives arriving bodies a third of the event loop's time at most: a megabyte of a form takes 4 ms of it, and what is not read yet
 * waits with its sender. */
export function createBodyShare(): BodyShare {
  const waiting = new TwoOrders<() => void>();
  let isBusy = false;
  let spentMs = 0;
  let sinceMs = -Infinity;

  const serve = () => {
    if (isBusy) return;
    const hasRested = now() - sinceMs >= spentMs * (1 + PAUSE_FACTOR);
    if (hasRested) [spentMs, sinceMs] = [0, now()];
    if (spentMs >= WORK_MS) {
      isBusy = true;
      after(spentMs * PAUSE_FACTOR, () => {
        [isBusy, spentMs, sinceMs] = [false, 0, now()];
        serve();
      });
      return;
    }
    const next = waiting.takeNext();
    isBusy = next !== null;
    if (next === null) waiting.forgetTurns();
    else next();
  };

  return async (asker, work) => {
    await new Promise<void>((item) => {
      waiting.add({ ...asker, item });
      serve();
    });
    const startedMs = now();
    try {
      work();
    } finally {
      spentMs += now() - startedMs;
      isBusy = false;
      serve();
    }
  };
}
