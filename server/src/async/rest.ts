import { SECOND_MS } from '@hereabouts/contract/durations';
import type { Clock } from '#server/clock.ts';
import { waitFor } from './wait-until.ts';

/** No part of a run takes as long, because its transaction would be cut off: the clock was set meanwhile. */
const PART_MAX_MS = 10 * SECOND_MS;

/** Whoever is next in a queue waits for the rest as well. */
const REST_MAX_MS = SECOND_MS;

/** As long as the work since `startedMs` took, up to a second: work in many parts leaves the database to others for half of the
 * time. */
export async function restSince(clock: Clock, startedMs: number): Promise<void> {
  const tookMs = clock.now() - startedMs;
  if (tookMs <= 0 || tookMs >= PART_MAX_MS) return;
  // A clock that is set back meanwhile must not keep a place in a queue.
  await waitFor(clock, Math.min(tookMs, REST_MAX_MS));
}

/** Repeats a part, with rests between, until it does less than `size`; returns how much was done. */
export async function inParts(clock: Clock, size: number, part: () => Promise<number>): Promise<number> {
  for (let done = 0; ;) {
    const startedMs = clock.now();
    const count = await part();
    done += count;
    if (count < size) return done;
    await restSince(clock, startedMs);
  }
}
