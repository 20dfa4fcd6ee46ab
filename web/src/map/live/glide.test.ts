import { expect, test } from 'vitest';
import { between, isWalkable } from './glide.ts';

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
