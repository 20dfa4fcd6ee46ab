import { expect, test } from 'vitest';
import { meetAt, meetText } from './meet-at.ts';

const EVENING = Date.parse('2026-06-20T20:10:00Z');
/** A Saturday, from 20:00 to 02:00. */
const EVENT = { start_time: '2026-06-20T19:00:00Z', end_time: '2026-06-21T01:00:00Z' };
const at = (time: string, nowMs = EVENING) => meetAt(time, EVENT, nowMs, 'Europe/Jersey');

test('LIVE-09 a time of day means the next one, also past midnight', () => {
  expect(at('21:30')).toBe('2026-06-20T20:30:00.000Z');
  expect(at('00:15')).toBe('2026-06-20T23:15:00.000Z');
  expect(at('21:00')).toBe('2026-06-20T20:00:00.000Z');
  expect(at('09:00')).toBe('2026-06-21T08:00:00.000Z');
  expect(at('00:05', Date.parse('2026-06-20T23:15:00Z'))).toBe('2026-06-20T23:05:00.000Z');
});

test('LIVE-09 before an event a time of day means that of the event, or of the way there', () => {
  const wednesday = Date.parse('2026-06-17T12:00:00Z');
  expect(at('21:30', wednesday)).toBe('2026-06-20T20:30:00.000Z');
  expect(at('00:15', wednesday)).toBe('2026-06-20T23:15:00.000Z');
  expect(at('18:00', wednesday)).toBe('2026-06-20T17:00:00.000Z');
  expect(at('18:00', Date.parse('2026-06-20T18:00:00Z'))).toBe('2026-06-21T17:00:00.000Z');
});

test('LIVE-09 the time may be left out', () => {
  expect(at('')).toBeNull();
});

test('LIVE-09 the time after a name has its day where that is another one', () => {
  const nowMs = new Date(2026, 10, 21, 20, 0).getTime();
  expect(meetText(new Date(2026, 10, 21, 21, 30).toISOString(), nowMs)).toBe(', 21:30');
  expect(meetText(new Date(2026, 10, 20, 21, 30).toISOString(), nowMs)).toBe(', Fri 20 Nov at 21:30');
  expect(meetText(null, nowMs)).toBe('');
});
