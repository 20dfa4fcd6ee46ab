import { expect, test } from 'vitest';
import { between, GLIDE_MS, isWalkable, partOf } from './glide.ts';

const A = { latitude: 49.18, longitude: -2.1 };
const B = { latitude: 49.181, longitude: -2.102 };

test('LIVE-05 a friend glides from one fix to the next and stays there', () => {
  expect(between(A, B, 0)).toEqual(A);
  expect(between(A, B, 0.5).latitude).toBeCloseTo(49.1805, 6);
  expect(between(A, B, 0.5).longitude).toBeCloseTo(-2.101, 6);
  expect(between(A, B, 1)).toEqual(B);
  expect(between(A, B, 3)).toEqual(B);
  const early = between(A, B, 0.1).latitude - A.latitude;
  const middle = between(A, B, 0.55).latitude - between(A, B, 0.45).latitude;
  expect(middle).toBeGreaterThan(early);
});

test('LIVE-05 what nobody walked in a second is a jump', () => {
  expect(isWalkable(A, B)).toBe(true);
  expect(isWalkable(A, { latitude: 49.2, longitude: -2.1 })).toBe(false);
});

test('LIVE-05 a glide takes its time, and is over at once on a device that needs long for a frame', () => {
  expect(partOf(0, 0)).toBe(0);
  expect(partOf(GLIDE_MS / 2, 16)).toBe(0.5);
  expect(partOf(GLIDE_MS + 5, 16)).toBe(1);
  expect(partOf(200, 100)).toBeLessThan(1);
  expect(partOf(200, 101)).toBe(1);
});
