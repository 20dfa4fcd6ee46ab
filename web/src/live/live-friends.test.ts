import { expect, test } from 'vitest';
import { friendState, withPositions } from './live-friends.ts';

const NOW = Date.parse('2026-06-20T20:00:00Z');
const position = (ageMs: number, accuracyM = 10, contactAgeMs = ageMs) => ({
  latitude: 49.18,
  longitude: -2.1,
  accuracyM,
  fixedAtMs: NOW - ageMs,
  contactAtMs: NOW - contactAgeMs,
});

test('LIVE-05 LIVE-06 a friend is live, approximate, last seen after a minute, or not sharing', () => {
  expect(friendState(true, position(59_999), NOW)).toBe('live');
  expect(friendState(true, position(0, 100), NOW)).toBe('approximate');
  expect(friendState(true, position(0, 99.9), NOW)).toBe('live');
  expect(friendState(true, position(60_000), NOW)).toBe('last_seen');
  expect(friendState(true, position(60_000, 500), NOW)).toBe('last_seen');
  expect(friendState(true, null, NOW)).toBe('last_seen');
  expect(friendState(false, null, NOW)).toBe('not_sharing');
});

test('LIVE-12 LIVE-05 a person standing still stays live while the device is in contact', () => {
  expect(friendState(true, position(600_000, 10, 59_999), NOW)).toBe('live');
  expect(friendState(true, position(600_000, 10, 60_000), NOW)).toBe('last_seen');
});

test('LIVE-02 only friends of the page are shown, whatever positions are at hand', () => {
  const ann = { id: 'ann', name: 'Ann', image: null };
  const ben = { id: 'ben', name: 'Ben', image: null };
  const heard = new Map([
    ['ann', { userId: 'ann', ...position(0) }],
    ['stranger', { userId: 'stranger', ...position(0) }],
  ]);
  const page = [
    { user: ann, is_sharing: false },
    { user: ben, is_sharing: true },
  ];
  expect(withPositions(page, heard, NOW, true)).toMatchObject([
    { user: ann, isSharing: true, state: 'live' },
    { user: ben, isSharing: true, position: null, state: 'last_seen' },
  ]);
});
