import { expect, test } from 'vitest';
import { createFakeClock } from '@hereabouts/testing/fake-clock';
import { createRateLimit } from './memory-limit.ts';

test('AUTH-07 attempts refill one by one, up to the maximum', () => {
  const clock = createFakeClock();
  const limit = createRateLimit({ max: 3, windowMs: 60_000 }, clock);
  const taken = () => {
    let count = 0;
    while (count < 10 && limit.take('key') === 0) count += 1;
    return count;
  };
  expect(taken()).toBe(3);
  expect(limit.take('key')).toBe(20_000);
  clock.advance(19_999);
  expect(limit.take('key')).toBe(1);
  expect(taken()).toBe(0);
  clock.advance(1);
  expect(taken()).toBe(1);
  limit.refund('key');
  expect(taken()).toBe(1);
  clock.advance(3_600_000);
  limit.refund('key');
  expect(taken()).toBe(3);
});

test('keys whose attempts are all back are forgotten, and others keep their limit', () => {
  const clock = createFakeClock();
  const limit = createRateLimit({ max: 2, windowMs: 60_000 }, clock);
  const used = (key: string) => [limit.take(key), limit.take(key)].filter((wait) => wait === 0).length;
  expect(used('first')).toBe(2);
  clock.advance(40_000);
  expect(used('second')).toBe(2);
  clock.advance(20_000);
  // `first` is full again and forgotten with the next key, `second` is not.
  expect(used('third')).toBe(2);
  expect(used('second')).toBe(0);
  expect(used('first')).toBe(2);
  expect(used('first')).toBe(0);
});
