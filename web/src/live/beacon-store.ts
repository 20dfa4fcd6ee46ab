import type { Beacon } from '@hereabouts/contract/live';
import { webClock } from '#web/lib/time/clock.ts';

let shown: Beacon | null = null;
/** The last one of the viewer, and when it was shown. */
let own: Beacon | null = null;
let ownSinceMs = -Infinity;
/** Whoever has closed one gets at what is below it, Stop above all, however many people send beacons. */
const QUIET_AFTER_CLOSE_MS = 10_000;
let closedAtMs = -Infinity;
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
  // The sender gets the response and a message; the second is ignored, also after Close.
  const isEcho =
    beacon.is_mine &&
    webClock.now() - ownSinceMs < beacon.duration_ms &&
    beacon.user.id === own?.user.id &&
    beacon.colour === own.colour;
  const isQuiet = !beacon.is_mine && webClock.now() - closedAtMs < QUIET_AFTER_CLOSE_MS;
  if (isEcho || isQuiet) return;
  if (beacon.is_mine) [own, ownSinceMs] = [beacon, webClock.now()];
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
