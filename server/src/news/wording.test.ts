import { expect, test } from 'vitest';
import { momentText } from './wording.ts';

const at = (iso: string): number => Date.parse(iso);

test.each([
  ['2026-06-20T18:00:00Z', 'Europe/Jersey', '2026-06-20T09:00:00Z', 'today at 19:00'],
  ['2026-06-20T23:30:00Z', 'Europe/Jersey', '2026-06-20T09:00:00Z', 'tomorrow at 00:30'],
  ['2026-06-20T23:30:00Z', 'America/New_York', '2026-06-20T09:00:00Z', 'today at 19:30'],
  ['2026-06-27T18:00:00Z', 'Europe/Jersey', '2026-06-20T09:00:00Z', 'on Sat 27 Jun at 19:00'],
  // The day has 23 hours, and then 25.
  ['2026-03-29T18:00:00Z', 'Europe/Jersey', '2026-03-28T23:30:00Z', 'tomorrow at 19:00'],
  ['2026-03-30T18:00:00Z', 'Europe/Jersey', '2026-03-28T23:30:00Z', 'on Mon 30 Mar at 19:00'],
  ['2026-10-26T19:00:00Z', 'Europe/Jersey', '2026-10-24T23:15:00Z', 'tomorrow at 19:00'],
])('DATA-04 %s in %s, at %s: %s', (moment, zone, now, text) => {
  expect(momentText(at(moment), { zone, nowMs: at(now) })).toBe(text);
});
