import { SECOND_MS } from '@hereabouts/contract/durations';
import type { Clock } from '#server/clock.ts';
import { waitFor } from './wait-until.ts';

/** A transaction would have timed out: a longer interval means that the clock was changed. */
const BATCH_MAX_MS = 10 * SECOND_MS;

/** Bounded, because the next one in a queue waits too. */
const COOL_DOWN_MAX_MS = SECOND_MS;

/** Waits as long as the work took, at most 1 s: batches leave the database to others half of the time. */
export async function coolDownSince(clock: Clock, startedMs: number): Promise<void> {
  const tookMs = clock.now() - startedMs;
  if (tookMs <= 0 || tookMs >= BATCH_MAX_MS) return;
  // A clock that is set back must not keep a slot occupied.
  await waitFor(clock, Math.min(tookMs, COOL_DOWN_MAX_MS));
}

/** With cool-downs, until one does less than `size`; returns the sum. */
export async function inBatches(clock: Clock, size: number, batch: () => Promise<number>): Promise<number> {
  for (let done = 0; ;) {
    const startedMs = clock.now();
    const count = await batch();
    done += count;
    if (count < size) return done;
    await coolDownSince(clock, startedMs);
  }
}
