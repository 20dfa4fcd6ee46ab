import { expect, test } from 'vitest';
import { EMPTY_DRAFT, inputOf, withStart } from './draft.ts';

test('EVF-02 the end follows the start and keeps the length of the event', () => {
  const draft = { ...EMPTY_DRAFT, start: '2026-06-20T19:00', end: '2026-06-20T20:30' };
  expect(withStart(draft, '2026-06-21T09:15').end).toBe('2026-06-21T10:45');
});

test('EVF-02 a first start proposes an end two hours later', () => {
  expect(withStart(EMPTY_DRAFT, '2026-06-20T23:00').end).toBe('2026-06-21T01:00');
});

test('EVF-02 an end before the start is left for the person to mend', () => {
  const draft = { ...EMPTY_DRAFT, start: '2026-06-20T19:00', end: '2026-06-20T18:00' };
  expect(withStart(draft, '2026-06-20T17:00').end).toBe('2026-06-20T18:00');
});

test('EVF-02 incomplete times are sent as missing', () => {
  expect(inputOf({ ...EMPTY_DRAFT, start: '2026-06' })).toMatchObject({ start_time: null, end_time: null });
});
