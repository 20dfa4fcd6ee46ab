import type { Clock } from '#server/clock.ts';
import { waitUntil } from './wait-until.ts';

/** As long as the work since then took: work in many parts leaves the database to others for half of the time. */
export const restSince = (clock: Clock, startedMs: number): Promise<void> =>
  waitUntil(clock, 2 * clock.now() - startedMs);
