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

let location: MyLocation = { state: 'unknown' };
let asking: Promise<MyLocation> | null = null;
const listeners = new Set<() => void>();

/** The device's position. Requested by itself only if permission was granted before: no prompt without an explanation. `request`
 * may prompt and never fails: without a position it is `unavailable` (HOME-16). `refresh` asks again if that needs no prompt. */
export function useMyLocation(): {
  location: MyLocation;
  request: () => Promise<MyLocation>;
  refresh: () => Promise<void>;
} {
  useEffect(() => void refresh(), []);
  return { location: useSyncExternalStore(subscribe, () => location), request, refresh };
}

export function request(): Promise<MyLocation> {
  if (!asking) {
    if (location.state !== 'known') publish({ state: 'asking' });
    asking = (askWatch() ?? askDevice()).then((found) => {
      asking = null;
      if (found.state === 'known' || location.state !== 'known') publish(found);
      return found;
    });
  }
  return asking;
}

async function refresh(): Promise<void> {
  if (await isGranted()) await request();
}

function publish(next: MyLocation): void {
  location = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

async function isGranted(): Promise<boolean> {
  try {
    return (await navigator.permissions.query({ name: 'geolocation' })).state === 'granted';
  } catch {
    return false;
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
