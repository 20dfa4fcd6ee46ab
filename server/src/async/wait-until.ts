import { SECOND_MS } from '@hereabouts/contract/durations';
import type { Clock } from '#server/clock.ts';

export async function waitUntil(clock: Clock, momentMs: number): Promise<void> {
  for (let leftMs = momentMs - clock.now(); leftMs > 0; leftMs = momentMs - clock.now()) {
    await new Promise<void>((resolve) => void clock.after(leftMs, resolve));
  }
}

/** The clock may be set meanwhile. */
const REST_MAX_MS = SECOND_MS;

/** As long as has been worked since `startedMs`, so that others have the database for half of the time. */
export const restAsLong = (clock: Clock, startedMs: number): Promise<void> =>
  waitUntil(clock, clock.now() + Math.min(clock.now() - startedMs, REST_MAX_MS));
