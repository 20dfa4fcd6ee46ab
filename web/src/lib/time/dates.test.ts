import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MINUTE_MS } from '@hereabouts/contract/durations';
import {
  dayLabel,
  formZones,
  formatDate,
  formatEventStart,
  formatEventTime,
  formatEventUntil,
  formatRange,
  formatStart,
  formatTime,
  formatUntil,
  formatUntilPhrase,
  isSoon,
  fromDateTimeInput,
  pastDayLabel,
  timeState,
  toDateTimeInput,
} from './dates.ts';

const JERSEY = 'Europe/Jersey';
const TOKYO = 'Asia/Tokyo';
const now = Date.parse('2026-07-10T21:30:00Z');

test('HOME-12 an event starts on a day "at" a time, in the viewer’s zone', () => {
  expect(formatStart('2026-07-11T18:30:00Z', { timeZone: JERSEY, now })).toBe('Sat 11 Jul at 19:30');
  expect(formatStart('2026-07-11T18:30:00Z', { timeZone: TOKYO, now })).toBe('Sun 12 Jul at 03:30');
  expect(formatStart('2027-01-02T00:00:00Z', { timeZone: JERSEY, now })).toBe('Sat 2 Jan 2027 at 00:00');
});

test('EVD-03 the end has its own day where it is another one', () => {
  const start = '2026-07-11T18:30:00Z';
  expect(formatRange(start, '2026-07-11T22:00:00Z', { timeZone: JERSEY, now })).toBe(
    'Sat 11 Jul at 19:30 → 23:00',
  );
  expect(formatRange(start, '2026-07-11T23:30:00Z', { timeZone: JERSEY, now })).toBe(
    'Sat 11 Jul at 19:30 → Sun 12 Jul at 00:30',
  );
});

test('LIVE-03 LIVE-13 HOME-23 until when something lasts has its day where that is not today', () => {
  const options = { timeZone: JERSEY, now };
  expect(formatUntil('2026-07-10T22:59:00Z', options)).toBe('23:59');
  expect(formatUntilPhrase('2026-07-10T22:59:00Z', options)).toBe('at 23:59');
  expect(formatUntil('2026-07-10T23:30:00Z', options)).toBe('Sat 11 Jul at 00:30');
  expect(formatUntilPhrase('2026-08-02T17:00:00Z', options)).toBe('on Sun 2 Aug at 18:00');
  expect(formatUntil('2026-07-10T22:59:00Z', { timeZone: TOKYO, now })).toBe('07:59');
});

test('HOME-09 HOME-10 a day is TODAY, TOMORROW or weekday, day, month by the local date', () => {
  // 22:30 in Jersey, already the 11th in Tokyo.
  expect(dayLabel('2026-07-10T22:59:00Z', { timeZone: JERSEY, now })).toBe('TODAY');
  expect(dayLabel('2026-07-10T23:00:00Z', { timeZone: JERSEY, now })).toBe('TOMORROW');
  expect(dayLabel('2026-07-10T23:00:00Z', { timeZone: TOKYO, now })).toBe('TODAY');
  expect(dayLabel('2026-07-12T12:00:00Z', { timeZone: JERSEY, now })).toBe('Sunday 12 July');
  expect(dayLabel('2027-03-01T12:00:00Z', { timeZone: JERSEY, now })).toBe('Monday 1 March 2027');
});

test('HOME-09 tomorrow is found across the ends of summer time, of the month and of the year', () => {
  const lastEvening = Date.parse('2026-10-24T22:30:00Z');
  expect(dayLabel('2026-10-25T23:30:00Z', { timeZone: JERSEY, now: lastEvening })).toBe('TOMORROW');
  const newYearsEve = Date.parse('2026-12-31T12:00:00Z');
  expect(dayLabel('2027-01-01T12:00:00Z', { timeZone: JERSEY, now: newYearsEve })).toBe('TOMORROW');
});

test('EVD-03 soon is today and tomorrow, also where one of them has 23 or 25 hours', () => {
  const isSoonInJersey = (start: string, at: string) => isSoon(start, Date.parse(at), JERSEY);
  const [longDay, shortDay] = ['2026-10-24T23:30:00Z', '2026-03-28T23:30:00Z'];
  expect(isSoonInJersey('2026-10-26T10:00:00Z', longDay)).toBe(true);
  expect(isSoonInJersey('2026-10-27T00:00:00Z', longDay)).toBe(false);
  expect(isSoonInJersey('2026-03-29T10:00:00Z', shortDay)).toBe(true);
  expect(isSoonInJersey('2026-03-29T23:30:00Z', shortDay)).toBe(false);
});

test('HOME-10 live includes both its ends; ended means later than the end', () => {
  const start = '2026-07-10T20:00:00.000Z';
  const end = '2026-07-10T22:00:00.000Z';
  expect(timeState(start, end, Date.parse(start) - 1)).toBe('upcoming');
  expect(timeState(start, end, Date.parse(start))).toBe('live');
  expect(timeState(start, end, Date.parse(end))).toBe('live');
  expect(timeState(start, end, Date.parse(end) + 1)).toBe('ended');
});

test('CONT-04 a date is day, month and year; CHAT-02 a time hour and minute', () => {
  expect(formatDate('2026-07-09T23:30:00Z', JERSEY)).toBe('10 July 2026');
  expect(formatTime('2026-07-09T23:05:00Z', JERSEY)).toBe('00:05');
});

test('EVF-02 a date-time input is cut to minutes and means the same moment again', () => {
  expect(toDateTimeInput('2026-07-11T18:30:59.999Z', JERSEY)).toBe('2026-07-11T19:30');
  expect(fromDateTimeInput('2026-07-11T19:30', JERSEY)).toBe('2026-07-11T18:30:00.000Z');
  expect(fromDateTimeInput('2026-01-11T19:30', JERSEY)).toBe('2026-01-11T19:30:00.000Z');
  expect(fromDateTimeInput('2026-07-11T19:30', TOKYO)).toBe('2026-07-11T10:30:00.000Z');
});

test('EVF-02 hours beside a change of the clocks stay as typed', () => {
  expect(fromDateTimeInput('2026-03-29T00:59', JERSEY)).toBe('2026-03-29T00:59:00.000Z');
  expect(fromDateTimeInput('2026-03-29T02:00', JERSEY)).toBe('2026-03-29T01:00:00.000Z');
  expect(fromDateTimeInput('2026-10-25T03:00', JERSEY)).toBe('2026-10-25T03:00:00.000Z');
});

test.each(['', '2026-07-11', '2026-07', 'soon'])('EVF-02 %j is no moment yet', (value) => {
  expect(fromDateTimeInput(value, JERSEY)).toBeNull();
});

test('EVF-02 nothing stored is an empty input', () => {
  expect(toDateTimeInput(null)).toBe('');
  expect(toDateTimeInput('nonsense')).toBe('');
});

test('CHAT-02 a day that has been is Today, Yesterday or weekday, day, month by the local date', () => {
  // 22:30 in Jersey, already the 11th in Tokyo.
  expect(pastDayLabel('2026-07-10T05:00:00Z', { timeZone: JERSEY, now })).toBe('Today');
  expect(pastDayLabel('2026-07-10T05:00:00Z', { timeZone: TOKYO, now })).toBe('Yesterday');
  expect(pastDayLabel('2026-07-09T23:00:00Z', { timeZone: JERSEY, now })).toBe('Today');
  expect(pastDayLabel('2026-07-09T22:59:00Z', { timeZone: JERSEY, now })).toBe('Yesterday');
  expect(pastDayLabel('2026-06-20T12:00:00Z', { timeZone: JERSEY, now })).toBe('Saturday 20 June');
  expect(pastDayLabel('2025-12-31T12:00:00Z', { timeZone: JERSEY, now })).toBe('Wednesday 31 December 2025');
});

/** With changes of one hour, of half an hour, of a whole day, and none. */
const ZONES = [JERSEY, 'America/New_York', 'Australia/Lord_Howe', 'Pacific/Apia', 'Asia/Kolkata'];
const aMinute = fc
  .integer({ min: Date.UTC(2010, 0, 1) / MINUTE_MS, max: Date.UTC(2037, 11, 31) / MINUTE_MS })
  .map((minutes) => minutes * MINUTE_MS);
const DAY_MIN = 24 * 60;
/** Half of them within a day or so of a change of the clocks, where there are any. */
const nearChanges = (timeZone: string) => {
  const changes: number[] = [];
  const dayMs = DAY_MIN * MINUTE_MS;
  for (let day = Date.UTC(2010, 0, 1); day < Date.UTC(2014, 0, 1); day += dayMs) {
    if (wallOf(day + dayMs, timeZone) - wallOf(day, timeZone) !== dayMs) changes.push(day);
  }
  if (changes.length === 0) return aMinute;
  const beside = fc
    .tuple(fc.constantFrom(...changes), fc.integer({ min: -180, max: DAY_MIN + 240 }))
    .map(([change, minutes]) => change + minutes * MINUTE_MS);
  return fc.oneof(aMinute, beside);
};
const wallOf = (moment: number, timeZone: string) =>
  Date.parse(`${toDateTimeInput(new Date(moment).toISOString(), timeZone)}Z`);
const momentOf = (text: string, timeZone: string) => Date.parse(fromDateTimeInput(text, timeZone) ?? '');

test.each(ZONES)(
  'EVF-20 every time shown in %s means that time, the first where it occurs twice',
  (timeZone) => {
    fc.assert(
      fc.property(nearChanges(timeZone), (moment) => {
        const text = toDateTimeInput(new Date(moment).toISOString(), timeZone);
        const read = momentOf(text, timeZone);
        expect(wallOf(read, timeZone)).toBe(wallOf(moment, timeZone));
        expect(read).toBeLessThanOrEqual(moment);
      }),
      { numRuns: 150 },
    );
  },
);

test.each(ZONES)(
  'EVF-20 a time typed in %s is kept where it exists, and otherwise moves forward',
  (timeZone) => {
    fc.assert(
      fc.property(nearChanges(timeZone), fc.integer({ min: 0, max: 180 }), (moment, minutes) => {
        const wall = wallOf(moment, timeZone) + minutes * MINUTE_MS;
        const read = momentOf(new Date(wall).toISOString().slice(0, 16), timeZone);
        const shown = wallOf(read, timeZone);
        expect(shown).toBeGreaterThanOrEqual(wall);
        // Later only by as much as the clocks skip: a gap lies right before what it became.
        const before = wallOf(read - (shown - wall) - MINUTE_MS, timeZone);
        expect(before).toBeLessThan(wall);
      }),
      { numRuns: 100 },
    );
  },
);

test('EVF-20 a typed time that does not exist means an hour later, one that occurs twice the first', () => {
  expect(fromDateTimeInput('2027-03-28T01:30', JERSEY)).toBe('2027-03-28T01:30:00.000Z');
  expect(fromDateTimeInput('2027-10-31T01:30', JERSEY)).toBe('2027-10-31T00:30:00.000Z');
  expect(fromDateTimeInput('2027-03-14T02:30', 'America/New_York')).toBe('2027-03-14T07:30:00.000Z');
  expect(fromDateTimeInput('2027-11-07T01:30', 'America/New_York')).toBe('2027-11-07T05:30:00.000Z');
  // Half an hour there; and a day that Samoa left out.
  expect(fromDateTimeInput('2027-10-03T02:15', 'Australia/Lord_Howe')).toBe('2027-10-02T15:45:00.000Z');
  expect(fromDateTimeInput('2011-12-30T12:00', 'Pacific/Apia')).toBe('2011-12-30T22:00:00.000Z');
});

test('EVF-20 the zone is shown where start and end look identical or reversed, and nowhere else', () => {
  const options = { timeZone: JERSEY, now };
  const night = { start_time: '2026-10-25T00:30:00.000Z', end_time: '2026-10-25T01:15:00.000Z' };
  expect(formatRange(night.start_time, night.end_time, options)).toBe(
    'Sun 25 Oct at 01:30 GMT+1 → 01:15 GMT',
  );
  expect(formatEventStart(night, options)).toBe('Sun 25 Oct at 01:30 GMT+1');
  expect(formatEventTime(night, 'end_time', JERSEY)).toBe('01:15 GMT');
  expect(formatEventUntil(night, { ...options, now: Date.parse(night.start_time) })).toBe('01:15 GMT');
  expect(formZones(night.start_time, night.end_time, JERSEY)).toEqual({ start: 'GMT+1', end: 'GMT' });
  const identical = { start_time: '2026-12-01T10:00:42.000Z', end_time: '2026-12-01T10:00:59.000Z' };
  expect(formatRange(identical.start_time, identical.end_time, options)).toBe(
    'Tue 1 Dec at 10:00 GMT → 10:00 GMT',
  );
  const plain = { start_time: '2026-10-25T00:30:00.000Z', end_time: '2026-10-25T04:00:00.000Z' };
  expect(formatRange(plain.start_time, plain.end_time, options)).toBe('Sun 25 Oct at 01:30 → 04:00');
  expect(formatEventStart(plain, options)).toBe('Sun 25 Oct at 01:30');
  expect(formZones(plain.start_time, plain.end_time, JERSEY)).toBeNull();
  expect(formZones(plain.end_time, plain.start_time, JERSEY)).toBeNull();
});
