import { SECOND_MS } from '@hereabouts/contract/durations';
import type { Clock } from '#server/clock.ts';
import { waitFor } from './wait-until.ts';

/** Transactions time out earlier: a longer interval is taken for a change of the clock. */
const BATCH_MAX_MS = 10 * SECOND_MS;

/** Bounded, because the next one in a queue waits too. */
const COOL_DOWN_MAX_MS = SECOND_MS;

/** Waits as long as the work took, at most 1 s: short batches use the database for half of the time. */
export async function coolDownSince(clock: Clock, startedMs: number): Promise<void> {
  const tookMs = clock.now() - startedMs;
  if (tookMs <= 0 || tookMs >= BATCH_MAX_MS) return;
  // A clock that is set back must not keep a slot occupied.
  await waitFor(clock, Math.min(tookMs, COOL_DOWN_MAX_MS));
}

/** Repeats `batch`, with cool-downs, until it returns less than `size`; returns the sum. */
export async function inBatches(clock: Clock, size: number, batch: () => Promise<number>): Promise<number> {
  for (let done = 0; ;) {
    const startedMs = clock.now();
    const count = await batch();
    done += count;
    if (count < size) return done;
    await coolDownSince(clock, startedMs);
  }
}
