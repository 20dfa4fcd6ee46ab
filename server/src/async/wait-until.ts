import type { Clock } from '#server/clock.ts';

/** Resolves once the clock shows `momentMs`; at once when it does already. */
export async function waitUntil(clock: Clock, momentMs: number): Promise<void> {
  for (let leftMs = momentMs - clock.now(); leftMs > 0; leftMs = momentMs - clock.now()) {
    await new Promise<void>((resolve) => void clock.after(leftMs, resolve));
  }
}
