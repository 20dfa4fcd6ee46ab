import type { Clock } from '#server/clock.ts';

/** Waits by a timer alone: setting the clock makes it neither shorter nor longer. */
export const waitFor = (clock: Pick<Clock, 'after'>, ms: number): Promise<void> =>
  new Promise((resolve) => void clock.after(ms, resolve));

export async function waitUntil(clock: Clock, momentMs: number): Promise<void> {
  for (let leftMs = momentMs - clock.now(); leftMs > 0; leftMs = momentMs - clock.now())
    await waitFor(clock, leftMs);
}
