import { expect, test } from 'vitest';
import { clipRing } from './clip.ts';

const SQUARE = [0, 0, 10, 0, 10, 10, 0, 10];

/** Twice the signed area. */
const area = (ring: number[]) => {
  let sum = 0;
  for (let i = 0; i < ring.length; i += 2) {
    const next = (i + 2) % ring.length;
    sum += (ring[i] ?? 0) * (ring[next + 1] ?? 0) - (ring[next] ?? 0) * (ring[i + 1] ?? 0);
  }
  return Math.abs(sum);
};

test('HOME-17 a ring inside the box is kept whole', () => {
  expect(area(clipRing(SQUARE, [-1, -1, 11, 11]))).toBe(200);
});

test('HOME-17 a ring outside the box leaves nothing', () => {
  expect(clipRing(SQUARE, [20, 20, 30, 30])).toEqual([]);
});

test('HOME-17 a ring around the box becomes the box', () => {
  expect(area(clipRing(SQUARE, [2, 3, 4, 7]))).toBe(16);
});

test('HOME-17 a ring across the edge is cut there', () => {
  const cut = clipRing(SQUARE, [5, -5, 20, 5]);
  expect(area(cut)).toBe(50);
  expect(Math.min(...cut.filter((_, i) => i % 2 === 0))).toBe(5);
});
