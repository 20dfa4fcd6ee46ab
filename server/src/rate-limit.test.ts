import { expect, test } from 'vitest';
import { createFakeClock } from '@hereabouts/testing/fake-clock';
import { addressKey, createLimiter } from './rate-limit.ts';

test('AUTH-07 attempts come back one by one, never more than there were', () => {
  const clock = createFakeClock();
  const limiter = createLimiter({ max: 3, windowMs: 60_000 }, clock);
  const taken = () => {
    let count = 0;
    try {
      for (; count < 10; count += 1) limiter.take('key');
    } catch {
      return count;
    }
    return count;
  };
  expect(taken()).toBe(3);
  clock.advance(19_999);
  expect(taken()).toBe(0);
  clock.advance(1);
  expect(taken()).toBe(1);
  limiter.refund('key');
  expect(taken()).toBe(1);
  clock.advance(3_600_000);
  limiter.refund('key');
  expect(taken()).toBe(3);
});

test('AUTH-07 an address counts as what one customer has', () => {
  expect(addressKey('203.0.113.9')).toBe('203.0.113.9');
  expect(addressKey('::ffff:203.0.113.9')).toBe('203.0.113.9');
  expect(addressKey('2001:DB8:0:1::1')).toBe(addressKey('2001:db8::1:ffff:0:0:9'));
  expect(addressKey('2001:db8:0:1::1')).not.toBe(addressKey('2001:db8:0:2::1'));
  expect(addressKey('2001:db8::')).toBe('2001:db8:0:0::/64');
  expect(addressKey('::1')).toBe('0:0:0:0::/64');
  expect(addressKey('fe80::1%eth0')).toBe('fe80:0:0:0::/64');
  expect(addressKey('1:2:3:4:5:6:7:8')).toBe('1:2:3:4::/64');
});
