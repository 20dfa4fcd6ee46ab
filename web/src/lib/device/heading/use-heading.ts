import { useEffect, useSyncExternalStore } from 'react';
import { now, webClock } from '#web/lib/time/clock.ts';
import { HeadingWatch, type HeadingParts, type HeadingState } from './heading-watch.ts';

type SensorClass = new (options: {
  frequency: number;
}) => ReturnType<NonNullable<HeadingParts['openSensor']>>;
type Browser = typeof globalThis & { AbsoluteOrientationSensor?: SensorClass };
type AskingEvent = { requestPermission: () => Promise<'granted' | 'denied'> };

const SENSOR_HZ = 60;

function browserParts(): HeadingParts {
  const { AbsoluteOrientationSensor: Sensor } = globalThis as Browser;
  const events = (globalThis as Browser).DeviceOrientationEvent as object | undefined;
  return {
    events: globalThis,
    openSensor: Sensor ? () => new Sensor({ frequency: SENSOR_HZ }) : null,
    // Called on its own class, as Safari demands.
    requestPermission:
      events && 'requestPermission' in events ? () => (events as AskingEvent).requestPermission() : null,
    isAllowed,
    screenAngle: () => screen.orientation?.angle ?? 0,
    nowMs: now,
    every: (intervalMs, run) => webClock.every(intervalMs, run),
    nextFrame: (run) => {
      const frame = requestAnimationFrame(run);
      return () => cancelAnimationFrame(frame);
    },
  };
}

async function isAllowed(): Promise<boolean> {
  try {
    const { state } = await navigator.permissions.query({ name: 'magnetometer' as PermissionName });
    return state === 'granted';
  } catch {
    return false;
  }
}

export const compass = new HeadingWatch(browserParts());

/** Uses the compass while mounted; never prompts: see `compass.ask`. */
export function useHeading(): HeadingState {
  useEffect(() => compass.hold(), []);
  return useSyncExternalStore(compass.subscribe, compass.snapshot);
}

/** Renders only when the kind changes, not for each degree. */
export function useHeadingKind(): HeadingState['kind'] {
  useEffect(() => compass.hold(), []);
  return useSyncExternalStore(compass.subscribe, () => compass.snapshot().kind);
}
