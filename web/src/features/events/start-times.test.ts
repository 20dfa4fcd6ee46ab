import { expect, test } from 'vitest';
import { evenings, newDraft } from './start-times.ts';

const JERSEY = 'Europe/Jersey';
const at = (iso: string) => Date.parse(iso);
const labelled = (iso: string) => evenings(at(iso), JERSEY).map(({ label, start }) => `${label} ${start}`);

test.each([
  ['2031-01-06T18:20:31Z', JERSEY, '2031-01-06T19:00', '2031-01-06T21:00'],
  ['2031-01-06T19:00:00Z', JERSEY, '2031-01-06T20:00', '2031-01-06T22:00'],
  ['2031-01-06T23:59:59Z', JERSEY, '2031-01-07T00:00', '2031-01-07T02:00'],
  ['2031-01-06T18:20:00Z', 'Asia/Kolkata', '2031-01-07T00:00', '2031-01-07T02:00'],
])('EVF-26 at %s in %s a new event lasts from %s to %s', (now, zone, start, end) => {
  expect(newDraft(at(now), zone)).toMatchObject({ start, end });
});

test('EVF-26 EVF-20 a new event begins in the coming hour also where the clocks repeat it', () => {
  const [start, end] = ['2026-10-25T01:00', '2026-10-25T03:00'];
  const [startAt, endAt] = ['2026-10-25T01:00:00.000Z', '2026-10-25T03:00:00.000Z'];
  expect(newDraft(at('2026-10-25T00:40Z'), JERSEY)).toMatchObject({ start, end, startAt, endAt });
});

test('EVF-26 Tonight only before 20:00; Saturday is neither today nor tomorrow', () => {
  // A Monday.
  expect(labelled('2031-01-06T19:59:00Z')).toEqual([
    'Tonight 2031-01-06T20:00',
    'Tomorrow 2031-01-07T20:00',
    'Saturday 2031-01-11T20:00',
  ]);
  expect(labelled('2031-01-06T20:00:00Z')).toEqual([
    'Tomorrow 2031-01-07T20:00',
    'Saturday 2031-01-11T20:00',
  ]);
  expect(labelled('2031-01-09T12:00:00Z').at(-1)).toBe('Saturday 2031-01-11T20:00');
  expect(labelled('2031-01-10T12:00:00Z').at(-1)).toBe('Saturday 2031-01-18T20:00');
  expect(labelled('2031-01-11T12:00:00Z').at(-1)).toBe('Saturday 2031-01-18T20:00');
  expect(labelled('2031-01-12T12:00:00Z').at(-1)).toBe('Saturday 2031-01-18T20:00');
  // Summer time: 19:30 in UTC is half past eight.
  expect(labelled('2031-06-20T19:30:00Z')[0]).toBe('Tomorrow 2031-06-21T20:00');
});
