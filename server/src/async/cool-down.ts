import { SECOND_MS } from '@hereabouts/contract/durations';
import type { Clock } from '#server/clock.ts';
import { waitFor } from './wait-until.ts';

/** A batch cannot take this long (its transaction would have timed out), so a longer interval means that the clock was changed. */
const BATCH_MAX_MS = 10 * SECOND_MS;

/** Bounded, because the next one in a queue waits for the pause too. */
const COOL_DOWN_MAX_MS = SECOND_MS;

/** Cool-down: waits as long as the work since `startedMs` took, at most 1 s, so that work in batches leaves the database to others
 * for half of the time. */
export async function coolDownSince(clock: Clock, startedMs: number): Promise<void> {
  const tookMs = clock.now() - startedMs;
  if (tookMs <= 0 || tookMs >= BATCH_MAX_MS) return;
  // A clock that is set back meanwhile must not keep a place in a queue.
  await waitFor(clock, Math.min(tookMs, COOL_DOWN_MAX_MS));
}

/** Repeats a batch, with cool-downs between, until one does less than `size`; returns the sum. */
export async function inBatches(clock: Clock, size: number, batch: () => Promise<number>): Promise<number> {
  for (let done = 0; ;) {
    const startedMs = clock.now();
    const count = await batch();
    done += count;
    if (count < size) return done;
    await coolDownSince(clock, startedMs);
  }
}
