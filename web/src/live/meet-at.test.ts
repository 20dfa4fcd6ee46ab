import { expect, test } from 'vitest';
import { meetAt } from './meet-at.ts';

const EVENING = Date.parse('2026-06-20T20:10:00Z');
const at = (time: string, nowMs = EVENING) => meetAt(time, nowMs, 'Europe/Jersey');

test('LIVE-09 a time of day means the next one, also past midnight', () => {
  expect(at('21:30')).toBe('2026-06-20T20:30:00.000Z');
  expect(at('00:15')).toBe('2026-06-20T23:15:00.000Z');
  expect(at('21:00')).toBe('2026-06-20T20:00:00.000Z');
  expect(at('09:00')).toBe('2026-06-21T08:00:00.000Z');
  expect(at('00:05', Date.parse('2026-06-20T23:15:00Z'))).toBe('2026-06-20T23:05:00.000Z');
});

test('LIVE-09 the time may be left out', () => {
  expect(at('')).toBeNull();
});
