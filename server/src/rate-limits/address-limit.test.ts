import { DAY_MS } from '@hereabouts/contract/durations';
import { createFakeClock } from '@hereabouts/testing/fake-clock';
import { expect, test } from 'vitest';
import { createAddressLimit } from './address-limit.ts';

const limit = () => createAddressLimit({ max: 100, windowMs: DAY_MS }, createFakeClock());
const subnet = (nth: number) => `2001:db8:7:${nth.toString(16)}::1`;

test('LIVE-10 an IPv4 address, and the /64 of an IPv6 one, has its own share', () => {
  const take = limit();
  expect([take('192.0.2.1', 100), take('192.0.2.2', 100), take(subnet(1), 100)]).toEqual([0, 0, 0]);
  expect(take('192.0.2.1', 1)).toBeGreaterThan(0);
  expect(take('2001:db8:7:1:ffff::2', 1)).toBeGreaterThan(0);
});

test('LIVE-10 a customer’s thousands of IPv6 addresses have ten times as much together', () => {
  const take = limit();
  // What is refused to one address is not charged to its network.
  for (let nth = 1; nth <= 9; nth += 1)
    expect([take(subnet(nth), 100), take(subnet(nth), 50) > 0]).toEqual([0, true]);
  expect(take(subnet(10), 60)).toBe(0);
  expect(take(subnet(11), 41)).toBeGreaterThan(0);
  expect(take(subnet(12), 40)).toBe(0);
  expect(take('2001:db8:8:1::1', 100)).toBe(0);
});
