import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@hereabouts/contract/durations';
import { browserMaxAgeMs, freshnessOf } from './freshness.ts';

const NOW_MS = Date.parse('2026-06-20T12:00:00.000Z');
const of = (headers: Record<string, string>) => freshnessOf(new Headers(headers), NOW_MS);

test.each([
  ['max-age less the age', { 'cache-control': 'public, max-age=600', age: '100' }, 500_000],
  ['s-maxage before max-age', { 'cache-control': 'max-age=10, s-maxage="60"' }, 60_000],
  [
    'max-age before Expires',
    { 'cache-control': 'max-age=10', expires: 'Sat, 20 Jun 2026 13:00:00 GMT' },
    10_000,
  ],
  ['Expires against our clock', { expires: 'Sat, 20 Jun 2026 13:00:00 GMT' }, 3_600_000],
  [
    "Expires against the service's clock",
    { expires: 'Sat, 20 Jun 2026 13:00:00 GMT', date: 'Sat, 20 Jun 2026 12:59:00 GMT' },
    60_000,
  ],
  ['an unreadable Expires', { expires: '0' }, 0],
  ['an Expires in the past', { expires: 'Sat, 20 Jun 2026 11:00:00 GMT' }, 0],
  ['no-cache', { 'cache-control': 'no-cache, max-age=600' }, 0],
  ['nothing stated', {}, 7 * DAY_MS],
  ['a very long time', { 'cache-control': 'max-age=999999999' }, 365 * DAY_MS],
])('HOME-17 fresh for: %s', (_, headers, freshForMs) => {
  expect(of(headers as Record<string, string>)).toMatchObject({ mayStore: true, freshForMs });
});

test.each(['no-store', 'private, max-age=60'])('HOME-17 a tile with %s is not kept', (value) => {
  expect(of({ 'cache-control': value })).toEqual({ mayStore: false, freshForMs: 0, lifetimeMs: 0 });
});

test('HOME-17 browsers get the same max-age however long a cache has had the tile', () => {
  const toldMs = (ageS: number) =>
    browserMaxAgeMs(of({ 'cache-control': 'max-age=604800', age: `${ageS}` }).lifetimeMs, 7 * DAY_MS);
  expect([0, 1, 604_799].map(toldMs)).toEqual([7 * DAY_MS, 7 * DAY_MS, 7 * DAY_MS]);
});

test('HOME-17 a browser keeps a tile no longer than the tile service states, in steps', () => {
  const lifetimes = [59_999, MINUTE_MS, HOUR_MS - 1, HOUR_MS, DAY_MS, 7 * DAY_MS - 1, 365 * DAY_MS];
  expect(lifetimes.map((ms) => browserMaxAgeMs(ms, 7 * DAY_MS))).toEqual([
    0,
    MINUTE_MS,
    MINUTE_MS,
    HOUR_MS,
    DAY_MS,
    DAY_MS,
    7 * DAY_MS,
  ]);
  expect(browserMaxAgeMs(365 * DAY_MS, DAY_MS)).toBe(DAY_MS);
});
