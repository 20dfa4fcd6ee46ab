import { expect, test } from 'vitest';
import { destination } from '#web/lib/geo/geodesy.ts';
import type { Fix } from './own-position.ts';
import { dueAtMs, isWorthSending } from './sending-pace.ts';

const HERE: Fix = {
  latitude: 49.18,
  longitude: -2.1,
  accuracyM: 10,
  speedMps: null,
  courseDeg: null,
  takenAtMs: 100_000,
};
const at = (metres: number, changes: Partial<Fix> = {}): Fix => ({
  ...HERE,
  ...destination(HERE, 90, metres),
  takenAtMs: 101_000,
  ...changes,
});
const WATCHED = { isWatched: true, isBatteryLow: false };
const due = (fix: Fix, conditions = WATCHED) =>
  dueAtMs(fix, { fix: HERE, atMs: 100_000 }, conditions) - 100_000;

test('LIVE-07 the first fix goes out at once', () => {
  expect(dueAtMs(HERE, null, { isWatched: false, isBatteryLow: true })).toBe(0);
});

test('LIVE-07 somebody who walks is sent every second, somebody who stands every 15', () => {
  expect(due(at(30))).toBe(1_000);
  expect(due(at(5))).toBe(15_000);
  expect(due(at(0, { speedMps: 1.4 }))).toBe(1_000);
  expect(due(at(0, { speedMps: 0 }))).toBe(15_000);
});

test('LIVE-07 on a low battery both are sent more rarely, and a still friend stays live', () => {
  const low = { isWatched: true, isBatteryLow: true };
  expect(due(at(30), low)).toBe(5_000);
  expect(due(at(5), low)).toBe(25_000);
});

test('LIVE-07 while nobody looks, once a minute', () => {
  expect(due(at(30), { isWatched: false, isBatteryLow: false })).toBe(60_000);
  expect(due(at(30), { isWatched: false, isBatteryLow: true })).toBe(180_000);
});

test('LIVE-07 what lies within the accuracy is not worth sending, a far better fix is', () => {
  expect(isWorthSending(at(8), HERE)).toBe(false);
  expect(isWorthSending(at(11), HERE)).toBe(true);
  // Nobody jitters by less than a good receiver does, nor walks 40 m unseen behind a rough one.
  expect(isWorthSending(at(2, { accuracyM: 1 }), { ...HERE, accuracyM: 1 })).toBe(false);
  expect(isWorthSending(at(15, { accuracyM: 40 }), { ...HERE, accuracyM: 40 })).toBe(true);
  expect(isWorthSending(at(0, { accuracyM: 5 }), HERE)).toBe(true);
  expect(isWorthSending(at(50, { takenAtMs: HERE.takenAtMs }), HERE)).toBe(false);
});
