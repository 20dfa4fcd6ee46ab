import { expect, test } from 'vitest';
import { TokenBucket } from './token-bucket.ts';

test('a bucket gives its burst at once, then its rate, and never saves up more than the burst', () => {
  const bucket = new TokenBucket(3, 2, 0);
  const taken = (nowMs: number) => Array.from({ length: 5 }, () => bucket.take(nowMs)).filter(Boolean).length;
  expect(taken(0)).toBe(3);
  expect(taken(499)).toBe(0);
  expect(taken(1_000)).toBe(2);
  expect(taken(100_000)).toBe(3);
  expect(taken(50_000)).toBe(0);
});
