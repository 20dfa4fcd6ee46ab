import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answerByWatch } from '#web/lib/geo/watched-position.ts';
import { request } from './use-my-location.ts';

let asked: PositionCallback[];

beforeEach(() => {
  asked = [];
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('navigator', {
    geolocation: { getCurrentPosition: (found: PositionCallback) => void asked.push(found) },
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
