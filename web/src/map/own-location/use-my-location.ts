import { MINUTE_MS } from '@hereabouts/contract/durations';
import { useEffect, useSyncExternalStore } from 'react';
import type { Point } from '#web/lib/geo/geodesy.ts';
import { locateByWatch } from '#web/lib/geo/watched-position.ts';
import { webClock } from '#web/lib/time/clock.ts';

/** `unknown`: not requested. `unavailable`: denied, not found in time, or unsupported. */
export type MyLocation =
  | { state: 'unknown' }
  | { state: 'asking' }
  | { state: 'known'; point: Point; accuracyM: number }
  | { state: 'unavailable' };

const OPTIONS: PositionOptions = { enableHighAccuracy: true, timeout: 10_000, maximumAge: 60_000 };

/** `timeout` begins after the prompt, which may stay open: Firefox does not tell when it is put away. */
const QUESTION_MAX_MS = 30_000;

/** One that is older, and cannot be found anew, is forgotten: the device may be anywhere. */
const KNOWN_MAX_MS = 5 * MINUTE_MS;

let location: MyLocation = { state: 'unknown' };
let foundAtMs = 0;
let asking: Promise<MyLocation> | null = null;
const listeners = new Set<() => void>();

/** The device's position. Requested by itself only if permission was granted before: no prompt without an explanation. `request`
 * may prompt and never fails: without a position it is `unavailable` (HOME-16). `refresh` asks again if that needs no prompt, as does
 * a page that is shown again. */
export function useMyLocation(): {
  location: MyLocation;
  request: () => Promise<MyLocation>;
  refresh: () => Promise<void>;
} {
  useEffect(() => void refresh(), []);
  return { location: useSyncExternalStore(subscribe, myLocation), request, refresh };
}

export const myLocation = (): MyLocation => location;

export function request(): Promise<MyLocation> {
  if (!asking) {
    if (location.state !== 'known') publish({ state: 'asking' });
    asking = (askWatch() ?? askDevice()).then((found) => {
      asking = null;
      if (found.state === 'known' || location.state !== 'known' || isOld()) publish(found);
      return found;
    });
  }
  return asking;
}

export async function refresh(): Promise<void> {
  const permission = await readPermission();
  if (permission === 'granted') await request();
  else if (location.state === 'known' && (permission === 'denied' || isOld())) publish({ state: 'unknown' });
}

const isOld = () => webClock.now() - foundAtMs > KNOWN_MAX_MS;

function publish(next: MyLocation): void {
  location = next;
  if (next.state === 'known') foundAtMs = webClock.now();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) document.addEventListener('visibilitychange', refreshIfShown);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) document.removeEventListener('visibilitychange', refreshIfShown);
  };
}

function refreshIfShown(): void {
  if (!document.hidden) void refresh();
}

/** Null if the browser does not tell. */
async function readPermission(): Promise<PermissionState | null> {
  try {
    return (await navigator.permissions.query({ name: 'geolocation' })).state;
  } catch {
    return null;
  }
}

const askWatch = (): Promise<MyLocation> | undefined =>
  locateByWatch()?.then((found) => {
    if (found === null) return { state: 'unavailable' };
    const { latitude, longitude, accuracyM } = found;
    return { state: 'known', point: { latitude, longitude }, accuracyM };
  });

function askDevice(): Promise<MyLocation> {
  return new Promise((resolve) => {
    if (!('geolocation' in navigator)) return resolve({ state: 'unavailable' });
    const stopWaiting = webClock.after(QUESTION_MAX_MS, () => resolve({ state: 'unavailable' }));
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude, accuracy } }) => {
        stopWaiting();
        resolve({ state: 'known', point: { latitude, longitude }, accuracyM: accuracy });
      },
      () => {
        stopWaiting();
        resolve({ state: 'unavailable' });
      },
      OPTIONS,
    );
  });
}
