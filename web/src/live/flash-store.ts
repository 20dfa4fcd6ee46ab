import type { Flash } from '@hereabouts/contract/live';
import { webClock } from '#web/lib/time/clock.ts';

let shown: Flash | null = null;
/** When the last one of the viewer was shown. */
let ownSinceMs = -Infinity;
let stopTimer = () => {};
const listeners = new Set<() => void>();

function replace(next: Flash | null): void {
  stopTimer();
  shown = next;
  stopTimer = next ? webClock.after(next.duration_ms, () => replace(null)) : () => {};
  for (const listener of listeners) listener();
}

/** Fills the screen with its colour for as long as it lasts. Source: FIND-02. */
export function showFlash(flash: Flash): void {
  // The sender gets the response and a message; the second is ignored, also after Close.
  const isEcho = flash.is_mine && webClock.now() - ownSinceMs < flash.duration_ms;
  if (isEcho) return;
  if (flash.is_mine) ownSinceMs = webClock.now();
  replace(flash);
}

export const closeFlash = (): void => replace(null);
export const readFlash = (): Flash | null => shown;

export function subscribeFlash(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
