import type { Clock } from '#server/clock.ts';

/** Setting the system clock does not change how long it waits. */
export const waitFor = (clock: Pick<Clock, 'after'>, ms: number): Promise<void> =>
  new Promise((resolve) => void clock.after(ms, resolve));

/** As `waitFor`, for the time left until `momentMs`. */
export async function waitUntil(clock: Clock, momentMs: number): Promise<void> {
  const leftMs = momentMs - clock.now();
  if (leftMs > 0) await waitFor(clock, leftMs);
}
