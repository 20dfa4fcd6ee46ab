import type { Beacon } from '@hereabouts/contract/live';
import { webClock } from '#web/lib/time/clock.ts';

let shown: Beacon | null = null;
/** Whom the viewer's last one was for, with its colour, and when it was shown. */
let ownFor = '';
let ownSinceMs = 0;
/** Whoever has closed one gets at what is below it, Stop above all, however many people send beacons. */
const QUIET_AFTER_CLOSE_MS = 10_000;
let closedAtMs = 0;
let stopTimer = () => {};
const listeners = new Set<() => void>();

function replace(next: Beacon | null): void {
  stopTimer();
  shown = next;
  stopTimer = next ? webClock.after(next.duration_ms, () => replace(null)) : () => {};
  for (const listener of listeners) listener();
}

/** Source: FIND-02. */
export function showBeacon(beacon: Beacon): void {
  const nowMs = webClock.now();
  if (beacon.is_mine) {
    const shownFor = beacon.user.id + beacon.colour;
    // The sender gets the response and a message; the second is ignored, also after Close.
    if (shownFor === ownFor && nowMs - ownSinceMs < beacon.duration_ms) return;
    ownFor = shownFor;
    ownSinceMs = nowMs;
  } else if (nowMs - closedAtMs < QUIET_AFTER_CLOSE_MS) return;
  replace(beacon);
}

export function closeBeacon(): void {
  if (shown?.is_mine === false) closedAtMs = webClock.now();
  replace(null);
}

export const readBeacon = (): Beacon | null => shown;

export function subscribeBeacon(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
