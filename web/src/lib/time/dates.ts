import { DAY_MS } from '@hereabouts/contract/durations';
import { hasEnded, hasStarted } from '@hereabouts/contract/event-times';
import { now as presentTime } from './clock.ts';

/** Day names are built from their parts, because engines differ in where they put commas. */
const LOCALE = 'en-GB';
export type When = string | number | Date;
type Options = { timeZone?: string | undefined; now?: number | undefined };

const formatters = new Map<string, Intl.DateTimeFormat>();

function parts(when: When, timeZone: string | undefined, style: 'short' | 'long') {
  const key = `${style} ${timeZone ?? ''}`;
  let formatter = formatters.get(key);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat(LOCALE, {
      weekday: style,
      day: 'numeric',
      month: style,
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZone,
    });
    formatters.set(key, formatter);
  }
  const found: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {};
  for (const part of formatter.formatToParts(new Date(when))) found[part.type] = part.value;
  const { weekday = '', day = '', month = '', year = '', hour = '', minute = '' } = found;
  return { weekday, day, month, year, time: `${hour}:${minute}` };
}

const numeric = new Map<string, Intl.DateTimeFormat>();

function fields(when: When, timeZone: string | undefined) {
  const key = timeZone ?? '';
  let formatter = numeric.get(key);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-CA', {
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
      timeZone,
    });
    numeric.set(key, formatter);
  }
  const found: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {};
  for (const part of formatter.formatToParts(new Date(when))) found[part.type] = part.value;
  const { year = '', month = '', day = '', hour = '', minute = '', second = '' } = found;
  return { year: year.padStart(4, '0'), month, day, hour, minute, second };
}

/** `2026-11-21` */
export function dayKey(when: When, timeZone?: string): string {
  const { year, month, day } = fields(when, timeZone);
  return `${year}-${month}-${day}`;
}

const nextDayKey = (key: string) => new Date(Date.parse(`${key}T00:00Z`) + DAY_MS).toISOString().slice(0, 10);

export function isSoon(when: When, now: number, timeZone?: string): boolean {
  const [key, today] = [dayKey(when, timeZone), dayKey(now, timeZone)];
  return key === today || key === nextDayKey(today);
}

/** "TODAY", "TOMORROW", or "Saturday 21 November", with the year where it is not this one. */
export function dayLabel(when: When, { timeZone, now = presentTime() }: Options = {}): string {
  const today = dayKey(now, timeZone);
  const key = dayKey(when, timeZone);
  if (key === today) return 'TODAY';
  if (key === nextDayKey(today)) return 'TOMORROW';
  const { weekday, day, month, year } = parts(when, timeZone, 'long');
  const otherYear = key.slice(0, 4) !== today.slice(0, 4);
  return `${weekday} ${day} ${month}${otherYear ? ` ${year}` : ''}`;
}

/** From when an event today is tonight. */
const EVENING_HOUR = '18';

/** "Tonight", "Today", "Tomorrow", or "Saturday 21 November", with the year where it is not this one. */
export function dayPhrase(when: When, options: Options = {}): string {
  const label = dayLabel(when, options);
  if (label === 'TODAY') return fields(when, options.timeZone).hour >= EVENING_HOUR ? 'Tonight' : 'Today';
  return label === 'TOMORROW' ? 'Tomorrow' : label;
}

export function pastDayLabel(when: When, { timeZone, now = presentTime() }: Options = {}): string {
  const today = dayKey(now, timeZone);
  const key = dayKey(when, timeZone);
  if (key === today) return 'Today';
  if (nextDayKey(key) === today) return 'Yesterday';
  const { weekday, day, month, year } = parts(when, timeZone, 'long');
  return `${weekday} ${day} ${month}${key.slice(0, 4) === today.slice(0, 4) ? '' : ` ${year}`}`;
}

/** Source: HOME-10. Live from start to end, both included. */
export function timeState(start: string, end: string, now: number): 'upcoming' | 'live' | 'ended' {
  if (hasEnded({ end_time: end }, now)) return 'ended';
  return hasStarted({ start_time: start }, now) ? 'live' : 'upcoming';
}

/** "Sat 21 Nov at 19:30", with the year where it is not this one. */
export function formatStart(when: When, { timeZone, now = presentTime() }: Options = {}): string {
  const { weekday, day, month, year, time } = parts(when, timeZone, 'short');
  const otherYear = dayKey(when, timeZone).slice(0, 4) !== dayKey(now, timeZone).slice(0, 4);
  return `${weekday} ${day} ${month}${otherYear ? ` ${year}` : ''} at ${time}`;
}

/** "Sat 21 Nov at 19:30 → 23:00"; the end has its own day where it is another one. */
export function formatRange(start: When, end: When, options: Options = {}): string {
  const { timeZone } = options;
  const sameDay = dayKey(start, timeZone) === dayKey(end, timeZone);
  const [startZone, endZone] = zoneNotes(start, end, timeZone);
  const endText = sameDay ? formatTime(end, timeZone) : formatStart(end, options);
  return `${formatStart(start, options)}${startZone} → ${endText}${endZone}`;
}

type Span = { start_time: string; end_time: string };

/** As `formatStart`, with the zone where the end would look no later. */
export const formatEventStart = (event: Span, options: Options = {}): string =>
  formatStart(event.start_time, options) + zoneNotes(event.start_time, event.end_time, options.timeZone)[0];

/** As `formatTime`, with the zone where the end would look no later than the start. */
export function formatEventTime(event: Span, which: keyof Span, timeZone?: string): string {
  const [startZone, endZone] = zoneNotes(event.start_time, event.end_time, timeZone);
  return formatTime(event[which], timeZone) + (which === 'start_time' ? startZone : endZone);
}

/** "19:30" for an end that is today, otherwise "Sat 21 Nov at 19:30". */
export function formatUntil(when: When, options: Options = {}): string {
  return isToday(when, options) ? formatTime(when, options.timeZone) : formatStart(when, options);
}

export const formatUntilPhrase = (when: When, options: Options = {}): string =>
  `${isToday(when, options) ? 'at' : 'on'} ${formatUntil(when, options)}`;

export const isToday = (when: When, { timeZone, now = presentTime() }: Options) =>
  dayKey(when, timeZone) === dayKey(now, timeZone);

/** As `formatUntil`, with the zone where the end would look no later than the start. */
export const formatEventUntil = (event: Span, options: Options = {}): string =>
  formatUntil(event.end_time, options) + zoneNotes(event.start_time, event.end_time, options.timeZone)[1];

/** " BST" and " GMT" where two times look identical or reversed to the minute, as when the clocks go back; else empty. */
function zoneNotes(start: When, end: When, timeZone: string | undefined): [string, string] {
  const looksInOrder = minuteOf(start, timeZone) < minuteOf(end, timeZone);
  if (looksInOrder || new Date(start) >= new Date(end)) return ['', ''];
  return [` ${zoneName(start, timeZone)}`, ` ${zoneName(end, timeZone)}`];
}

/** What the zone is called at that moment: "GMT", "BST", "GMT+5:30". */
function zoneName(when: When, timeZone: string | undefined): string {
  const formatter = new Intl.DateTimeFormat(LOCALE, { timeZoneName: 'short', timeZone });
  return formatter.formatToParts(new Date(when)).find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

/** The zones of a form's two times if they are ambiguous; otherwise null. */
export function formZones(start: string | null, end: string | null, timeZone?: string) {
  if (start === null || end === null) return null;
  const [startZone, endZone] = zoneNotes(start, end, timeZone);
  return startZone === '' ? null : { start: startZone.trim(), end: endZone.trim() };
}

export function formatTime(when: When, timeZone?: string): string {
  return parts(when, timeZone, 'short').time;
}

/** "21 November 2026" */
export function formatDate(when: When, timeZone?: string): string {
  const { day, month, year } = parts(when, timeZone, 'long');
  return `${day} ${month} ${year}`;
}

/** The value of a `datetime-local` input, cut to minutes; empty for none. */
export function toDateTimeInput(iso: string | null, timeZone?: string): string {
  return !iso || Number.isNaN(Date.parse(iso)) ? '' : minuteOf(iso, timeZone);
}

/** `2026-11-21T19:30` */
function minuteOf(when: When, timeZone: string | undefined): string {
  const { year, month, day, hour, minute } = fields(when, timeZone);
  return `${year}-${month}-${day}T${hour}:${minute}`;
}

/** ISO in UTC; null where the input is empty or incomplete. A repeated time means its first occurrence; one that the clocks
 * skip is moved forward by what they skip (EVF-20). */
export function fromDateTimeInput(value: string, timeZone?: string): string | null {
  const wall = Date.parse(`${value.slice(0, 16)}Z`);
  if (!/^\d{4,}-\d\d-\d\dT\d\d:\d\d/.test(value) || Number.isNaN(wall)) return null;
  // A day is more than any zone is away from UTC, so these are the offsets before and after a change near this time.
  const before = offsetMs(wall - DAY_MS, timeZone);
  const after = offsetMs(wall + DAY_MS, timeZone);
  const moments = [wall - before, wall - after].toSorted((a, b) => a - b);
  const found = moments.find((moment) => moment + offsetMs(moment, timeZone) === wall);
  return new Date(found ?? wall - before).toISOString();
}

function offsetMs(moment: number, timeZone: string | undefined): number {
  const { year, month, day, hour, minute, second } = fields(moment, timeZone);
  const wall = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return wall - Math.floor(moment / 1000) * 1000;
}
