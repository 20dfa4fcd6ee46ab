import { beforeEach } from 'vitest';
import { createFakeClock } from './fake-clock.ts';

type Permission = 'granted' | 'denied' | 'prompt';

/** A browser's geolocation that reports what a test says. The types are the browser's, which this workspace does not know. */
export function standInDevice<Position, Failure>() {
  type Called = { found: (position: Position) => void; failed: (failure: Failure) => void };
  type Failed = Called['failed'] | null;
  let begun = 0;
  const device = {
    clock: createFakeClock(),
    watches: new Map<number, Called>(),
    requests: [] as Called[],
    /** From the back/forward cache. */
    restore: () => {},
    show: () => {},
    changePermission: (_state: Permission) => {},
  };
  beforeEach(() => {
    begun = 0;
    device.clock = createFakeClock();
    device.watches.clear();
    device.requests = [];
  });

  const positionNow = (accuracy: number, timestamp = device.clock.now()) =>
    ({ coords: { latitude: 49.18, longitude: -2.1, accuracy, speed: null }, timestamp }) as Position;
  const locator = {
    watchPosition(found: Called['found'], failed?: Failed) {
      begun += 1;
      device.watches.set(begun, { found, failed: failed ?? (() => {}) });
      return begun;
    },
    clearWatch: (id: number) => void device.watches.delete(id),
    getCurrentPosition: (found: Called['found'], failed?: Failed) =>
      void device.requests.push({ found, failed: failed ?? (() => {}) }),
  };
  return Object.assign(device, {
    positionNow,
    find(accuracy: number) {
      for (const { found } of device.watches.values()) found(positionNow(accuracy));
    },
    fail(code: number) {
      for (const { failed } of device.watches.values()) failed({ code } as Failure);
    },
    parts: (permission: Permission | null) => ({
      locator,
      isSecure: true,
      watchPermission(onChange: (state: Permission) => void) {
        device.changePermission = onChange;
        return Promise.resolve(permission);
      },
      readPermission: () => Promise.resolve(permission),
      watchRestored: (onRestored: () => void) => void (device.restore = onRestored),
      watchShown: (onShown: () => void) => void (device.show = onShown),
      clock: device.clock,
    }),
  });
}
