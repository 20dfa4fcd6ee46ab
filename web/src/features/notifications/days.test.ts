import type { Notification } from '@hereabouts/contract/notifications';
import { expect, test } from 'vitest';
import { daysOf } from './days.ts';

const NOW = Date.parse('2026-06-20T12:00:30Z');
const list = (...moments: string[]) =>
  moments.map((created_at, index) => ({ id: 100 - index, created_at }) as Notification);
const labelsAt = (zone: string, moments: string[], now = NOW) =>
  daysOf(list(...moments), now, zone).map(({ label, notifications }) => [label, notifications.length]);

test('NOTE-03 days have headings, in the zone of the reader', () => {
  const moments = [
    '2026-06-20T12:00:31Z',
    '2026-06-19T23:30:00Z',
    '2026-06-19T22:30:00Z',
    '2025-12-31T10:00:00Z',
  ];
  expect(labelsAt('Europe/Jersey', moments)).toEqual([
    ['Today', 2],
    ['Yesterday', 1],
    ['Wednesday 31 December 2025', 1],
  ]);
  expect(labelsAt('America/New_York', moments)).toEqual([
    ['Today', 1],
    ['Yesterday', 2],
    ['Wednesday 31 December 2025', 1],
  ]);
});

test('NOTE-03 yesterday is the day before, also where the clocks were put on', () => {
  const now = Date.parse('2026-03-29T22:30:00Z');
  expect(labelsAt('Europe/Jersey', ['2026-03-28T23:30:00Z'], now)).toEqual([['Yesterday', 1]]);
});

test('NOTE-03 nothing is listed under tomorrow where the clock of the server is ahead', () => {
  const now = Date.parse('2026-06-20T22:59:58Z');
  expect(labelsAt('Europe/Jersey', ['2026-06-20T23:00:01Z'], now)).toEqual([['Today', 1]]);
});
