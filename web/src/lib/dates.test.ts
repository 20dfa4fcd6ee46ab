import { expect, test } from 'vitest';
import {
  dayLabel,
  formatDate,
  formatRange,
  formatStart,
  formatTime,
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
