import { expect, test } from 'vitest';
import { momentText } from './moment-text.ts';

const NOW = Date.parse('2026-06-20T12:00:30Z');

test.each([
  ['2026-06-20T12:00:00Z', 'Just now'],
  ['2026-06-20T12:02:00Z', 'Just now'],
  ['2026-06-20T11:59:30Z', '1 min ago'],
  ['2026-06-20T11:00:31Z', '59 min ago'],
  ['2026-06-20T11:00:30Z', '12:00'],
  ['2026-06-19T23:00:00Z', '00:00'],
  ['2026-06-19T22:59:00Z', '23:59'],
  ['2026-06-18T22:59:00Z', '23:59'],
  ['2025-06-20T12:00:00Z', '13:00'],
])('NOTE-01 at noon in Jersey %s reads %s', (when, text) => {
  expect(momentText(when, NOW, 'Europe/Jersey')).toBe(text);
});
