import * as fc from 'fast-check';
import { randomFrom } from '#demo/pictures/shapes.ts';
import { expect, test } from 'vitest';
import { createWalk, WALKING_MPS, type Place } from './walk.ts';

const CENTRE = { latitude: 49.1786, longitude: -2.1868 };
const RADIUS_M = 120;

/** Flat enough over a few hundred metres. */
function metresBetween(a: Place, b: Place): number {
  const north = (b.latitude - a.latitude) * 111_195;
  const east = (b.longitude - a.longitude) * 111_195 * Math.cos((a.latitude * Math.PI) / 180);
  return Math.hypot(north, east);
}

test('people walk no faster than people do, and stay at the venue', () => {
  fc.assert(
    fc.property(fc.integer(), fc.double({ min: 0.2, max: 5, noNaN: true }), (seed, seconds) => {
      const walk = createWalk(CENTRE, RADIUS_M, randomFrom(seed));
      for (let step = 0; step < 300; step += 1) {
        const before = walk.place;
        walk.step(seconds);
        expect(metresBetween(before, walk.place)).toBeLessThanOrEqual(WALKING_MPS.max * seconds + 0.001);
        expect(metresBetween(CENTRE, walk.place)).toBeLessThanOrEqual(RADIUS_M + 0.01);
      }
    }),
    { numRuns: 50 },
  );
});

test('phones are off by about what they say, fall silent now and then, and people stop', () => {
  const offBy: number[] = [];
  const said: number[] = [];
  const silences: number[] = [];
  const pauses: number[] = [];
  const jumps: number[] = [];
  for (let seed = 0; seed < 40; seed += 1) {
    const walk = createWalk(CENTRE, RADIUS_M, randomFrom(seed));
    let last: Place | null = null;
    for (let second = 0; second < 900; second += 1) {
      const fix = walk.step(1);
      silences.push(fix === null ? 1 : 0);
      pauses.push(walk.isWalking ? 0 : 1);
      if (fix && last) jumps.push(metresBetween(last, fix));
      last = fix;
      if (fix === null) continue;
      offBy.push(metresBetween(walk.place, fix) <= fix.accuracy ? 1 : 0);
      said.push(fix.accuracy);
    }
  }
  const share = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  expect(share(offBy)).toBeGreaterThan(0.55);
  expect(share(offBy)).toBeLessThan(0.8);
  expect(Math.min(...said)).toBeGreaterThanOrEqual(4);
  expect(Math.max(...said)).toBeLessThanOrEqual(22);
  expect(share(silences)).toBeGreaterThan(0.05);
  expect(share(silences)).toBeLessThan(0.4);
  expect(share(pauses)).toBeGreaterThan(0.1);
  expect(share(pauses)).toBeLessThan(0.6);
  // What a friend sees moves like somebody who walks, not like a fly.
  expect(share(jumps)).toBeLessThan(6);
});
