import { expect, test } from 'vitest';
import { addressKey, turnKey } from './address-key.ts';

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

test('LIVE-10 the thousands of addresses of an IPv6 customer take turns as one, an IPv4 address alone', () => {
  expect(turnKey('2001:db8:1:2::3')).toBe(turnKey('2001:db8:1:ffff::9'));
  expect(turnKey('2001:db8:1::1')).not.toBe(turnKey('2001:db8:2::1'));
  expect(turnKey('203.0.113.9')).not.toBe(turnKey('203.0.113.10'));
});

test.each([
  ['203.0.113.9:52100', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['::ffff:cb00:7109', '203.0.113.9'],
  ['0:0:0:0:0:FFFF:203.0.113.9', '203.0.113.9'],
  ['64:ff9b::203.0.113.9', '203.0.113.9'],
  ['64:ff9b::cb00:7109', '203.0.113.9'],
  ['64:ff9b:1::cb00:7109', '64:ff9b:1:0::/64'],
  ['[::ffff:203.0.113.9]:443', '203.0.113.9'],
  ['[2001:db8::1]:52100', '2001:db8:0:0::/64'],
  ['[fe80::1%eth0]:80', 'fe80:0:0:0::/64'],
  ['unknown7', 'unknown'],
  ['_hidden', 'unknown'],
  ['', 'unknown'],
  ['1.1.1.1.1', 'unknown'],
])('AUTH-09 what a proxy writes as %j counts as %s', (written, key) => {
  expect(addressKey(written)).toBe(key);
});
