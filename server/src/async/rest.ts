import { SECOND_MS } from '@hereabouts/contract/durations';
import type { Clock } from '#server/clock.ts';
import { waitUntil } from './wait-until.ts';

/** No part of a run takes as long, because its transaction would be cut off: the clock was set meanwhile. */
const PART_MAX_MS = 10 * SECOND_MS;

/** Whoever is next in a queue waits for the rest as well. */
const REST_MAX_MS = SECOND_MS;

/** As long as the work since `startedMs` took, up to a second: work in many parts leaves the database to others for half of the
 * time. */
export function restSince(clock: Clock, startedMs: number): Promise<void> {
  const nowMs = clock.now();
  const tookMs = nowMs - startedMs;
  return waitUntil(clock, tookMs < PART_MAX_MS ? nowMs + Math.min(tookMs, REST_MAX_MS) : nowMs);
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
