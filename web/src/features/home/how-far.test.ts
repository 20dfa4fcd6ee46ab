import { expect, test } from 'vitest';
import { destination } from '#web/lib/geo/geodesy.ts';
import type { MyLocation } from '#web/map/own-location/use-my-location.ts';
import { howFar } from './how-far.ts';

const HERE = { latitude: 49.1838, longitude: -2.1095 };
const known = (accuracyM: number): MyLocation => ({ state: 'known', point: HERE, accuracyM });
const eventAt = (metres: number) => {
  const { latitude, longitude } = destination(HERE, 70, metres);
  return { location_latitude: latitude, location_longitude: longitude };
};

test.each([
  [1_240, 20, '1.2 km away'],
  [350, 20, '350 m away'],
  [350, 120, 'about 350 m away'],
  [40, 60, 'close by'],
  [8, 1, 'under 10 m away'],
  [800, 3_000, null],
])('HOME-12 an event %d m off, known to %d m, is "%s"', (metres, accuracyM, text) => {
  expect(howFar(eventAt(metres), known(accuracyM))).toBe(text);
});

test('HOME-07 HOME-16 without coordinates or a position nothing is said', () => {
  expect(howFar({ location_latitude: Number.NaN, location_longitude: -2 }, known(5))).toBeNull();
  expect(howFar(eventAt(100), { state: 'unknown' })).toBeNull();
  expect(howFar(eventAt(100), { state: 'unavailable' })).toBeNull();
});
