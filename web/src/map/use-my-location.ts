import { useCallback, useEffect, useRef, useState } from 'react';
import type { MapPoint } from './coordinates.ts';

/** `unknown`: not asked. `unavailable`: denied, not found in time, or a device without a way to tell. */
export type MyLocation =
  | { state: 'unknown' }
  | { state: 'asking' }
  | { state: 'known'; point: MapPoint; accuracyM: number }
  | { state: 'unavailable' };

const OPTIONS: PositionOptions = { enableHighAccuracy: true, timeout: 10_000, maximumAge: 60_000 };

/**
 * Where this device is. On its own it asks only where permission has been given already, so that nobody meets an
 * unexplained prompt; `request` asks in any case and never fails: no answer is `unavailable` (HOME-16).
 */
export function useMyLocation(): { location: MyLocation; request: () => Promise<MyLocation> } {
  const [location, setLocation] = useState<MyLocation>({ state: 'unknown' });
  const asking = useRef<Promise<MyLocation> | null>(null);

  const request = useCallback(() => {
    if (!asking.current) {
      setLocation((before) => (before.state === 'known' ? before : { state: 'asking' }));
      asking.current = askDevice().then((found) => {
        asking.current = null;
        setLocation((before) => (found.state === 'unavailable' && before.state === 'known' ? before : found));
        return found;
      });
    }
    return asking.current;
  }, []);

  useEffect(() => {
    let left = false;
    void isGranted().then((granted) => {
      if (granted && !left) void request();
    });
    return () => {
      left = true;
    };
  }, [request]);

  return { location, request };
}

async function isGranted(): Promise<boolean> {
  try {
    return (await navigator.permissions.query({ name: 'geolocation' })).state === 'granted';
  } catch {
    return false;
  }
}

function askDevice(): Promise<MyLocation> {
  return new Promise((resolve) => {
    if (!('geolocation' in navigator)) return resolve({ state: 'unavailable' });
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude, accuracy } }) =>
        resolve({ state: 'known', point: { latitude, longitude }, accuracyM: accuracy }),
      () => resolve({ state: 'unavailable' }),
      OPTIONS,
    );
  });
}
