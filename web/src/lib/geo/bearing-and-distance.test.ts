import { accuracyCode, accuracyOfCode } from '@hereabouts/contract/live-frames';
import { expect, test } from 'vitest';
import { destination } from './geodesy.ts';
import { accuracyText, bearingAndDistance } from './bearing-and-distance.ts';

test('FIND-01 LIVE-06 a way has the distance, the direction and both accuracies together', () => {
  const home = { latitude: 49.1838, longitude: -2.1095, accuracyM: 8 };
  const way = bearingAndDistance(home, { ...destination(home, 60, 120), accuracyM: 15 });
  expect(way.distanceM).toBeCloseTo(120, 3);
  expect(way.bearingDeg).toBeCloseTo(60, 3);
  expect(way.combinedM).toBe(23);
});

test('FIND-01 LIVE-06 an accuracy is rounded upwards, a bad one said in kilometres', () => {
  expect([0.2, 12.4, 83, 101, 994, 2_340].map(accuracyText)).toEqual([
    '5 m',
    '15 m',
    '85 m',
    '110 m',
    '1 km',
    '2.3 km',
  ]);
});

test('LIVE-06 whole metres travel as they are, and two accuracies are rounded up once', () => {
  const overWire = (metres: number) => accuracyOfCode(accuracyCode(metres));
  for (let own = 1; own <= 50; own++) {
    for (let friend = 1; friend <= 50; friend++) {
      const rounded = Math.ceil((own + friend) / 5) * 5;
      expect(accuracyText(own + overWire(friend))).toBe(`${rounded} m`);
    }
  }
});
