import type { Clock } from '#server/clock.ts';

export async function waitUntil(clock: Clock, momentMs: number): Promise<void> {
  for (let leftMs = momentMs - clock.now(); leftMs > 0; leftMs = momentMs - clock.now()) {
    await new Promise<void>((resolve) => void clock.after(leftMs, resolve));
  }
}
