import { MINUTE_MS } from '@hereabouts/contract/durations';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answerByWatch } from '#web/lib/geo/watched-position.ts';
import { myLocation, refresh, request } from './use-my-location.ts';

let asked: PositionCallback[];
let failed: (() => void)[];
let permission: PermissionState;

beforeEach(() => {
  [asked, failed, permission] = [[], [], 'granted'];
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  vi.stubGlobal('navigator', {
    geolocation: {
      getCurrentPosition(onFound: PositionCallback, onFailed: () => void) {
        asked.push(onFound);
        failed.push(onFailed);
      },
    },
    permissions: { query: () => Promise.resolve({ state: permission }) },
  });
});
afterEach(() => {
  answerByWatch(() => null);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('HOME-16 LOC-09 where the browser never answers, the position is unavailable, and can be asked for again', async () => {
  const first = request();
  expect(request()).toBe(first);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await first).toEqual({ state: 'unavailable' });
  const second = request();
  expect(asked).toHaveLength(2);
  asked[1]?.({ coords: { latitude: 49.18, longitude: -2.1, accuracy: 12 } } as GeolocationPosition);
  expect(await second).toMatchObject({ state: 'known', accuracyM: 12 });
});

test('HOME-16 LOC-09 a watch of the page that knows the position is asked in place of the device', async () => {
  const here = { latitude: 49.2, longitude: -2.2, accuracyM: 9 };
  answerByWatch(() => Promise.resolve(here));
  expect(await request()).toEqual({
    state: 'known',
    point: { latitude: here.latitude, longitude: here.longitude },
    accuracyM: 9,
  });
  answerByWatch(() => Promise.resolve(null));
  expect(await request()).toEqual({ state: 'unavailable' });
  expect(asked).toHaveLength(0);
});

const HERE = { coords: { latitude: 49.18, longitude: -2.1, accuracy: 12 } } as GeolocationPosition;

async function find(): Promise<void> {
  const finding = request();
  asked.at(-1)!(HERE);
  expect(await finding).toMatchObject({ state: 'known' });
}

async function refreshInVain(): Promise<void> {
  const refreshing = refresh();
  await vi.advanceTimersByTimeAsync(0);
  failed.at(-1)!();
  await refreshing;
}

test('HOME-16 a position that cannot be found anew is forgotten once it is old', async () => {
  await find();
  await vi.advanceTimersByTimeAsync(4 * MINUTE_MS);
  await refreshInVain();
  expect(myLocation()).toMatchObject({ state: 'known' });
  await vi.advanceTimersByTimeAsync(2 * MINUTE_MS);
  await refreshInVain();
  expect(myLocation()).toEqual({ state: 'unavailable' });
});

test('HOME-16 a position is forgotten at once where the permission is taken back, and once it is old where it has to be asked for', async () => {
  await find();
  permission = 'denied';
  await refresh();
  expect(myLocation()).toEqual({ state: 'unknown' });
  await find();
  permission = 'prompt';
  await refresh();
  expect(myLocation()).toMatchObject({ state: 'known' });
  await vi.advanceTimersByTimeAsync(6 * MINUTE_MS);
  await refresh();
  expect(myLocation()).toEqual({ state: 'unknown' });
  expect(asked).toHaveLength(2);
});
