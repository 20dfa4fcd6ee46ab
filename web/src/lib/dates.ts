import { now as presentTime } from './clock.ts';

/**
 * Every date and time the app shows: British English, in the viewer's own zone unless one is given.
 * Days are named by hand from their parts, because engines differ in where they put commas.
 */
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

/** Calendar fields of a moment in a zone. */
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

/** `2026-11-21`: tells days apart. */
export function dayKey(when: When, timeZone?: string): string {
  const { year, month, day } = fields(when, timeZone);
  return `${year}-${month}-${day}`;
}

const nextDayKey = (key: string) =>
  new Date(Date.parse(`${key}T00:00Z`) + 86_400_000).toISOString().slice(0, 10);

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

/** "Today", "Yesterday", or "Saturday 21 November", with the year where it is not this one: for what has been said. */
export function pastDayLabel(when: When, { timeZone, now = presentTime() }: Options = {}): string {
  const today = dayKey(now, timeZone);
  const key = dayKey(when, timeZone);
  if (key === today) return 'Today';
  if (nextDayKey(key) === today) return 'Yesterday';
  const { weekday, day, month, year } = parts(when, timeZone, 'long');
  return `${weekday} ${day} ${month}${key.slice(0, 4) === today.slice(0, 4) ? '' : ` ${year}`}`;
}

/** Source: HOME-10. Live from start to end, both included. */
export function timeState(start: When, end: When, now: number): 'upcoming' | 'live' | 'ended' {
  if (now > new Date(end).getTime()) return 'ended';
  return now >= new Date(start).getTime() ? 'live' : 'upcoming';
}

/** "Sat 21 Nov at 19:30", with the year where it is not this one. */
export function formatStart(when: When, { timeZone, now = presentTime() }: Options = {}): string {
  const { weekday, day, month, year, time } = parts(when, timeZone, 'short');
  const otherYear = dayKey(when, timeZone).slice(0, 4) !== dayKey(now, timeZone).slice(0, 4);
  return `${weekday} ${day} ${month}${otherYear ? ` ${year}` : ''} at ${time}`;
}

/** "Sat 21 Nov at 19:30 → 23:00"; the end has its own day where it is another one. */
export function formatRange(start: When, end: When, options: Options = {}): string {
  const sameDay = dayKey(start, options.timeZone) === dayKey(end, options.timeZone);
  return `${formatStart(start, options)} → ${sameDay ? formatTime(end, options.timeZone) : formatStart(end, options)}`;
}

/** "19:30" */
export function formatTime(when: When, timeZone?: string): string {
  return parts(when, timeZone, 'short').time;
}

/** "21 November 2026": since when people are friends, or members. */
export function formatDate(when: When, timeZone?: string): string {
  const { day, month, year } = parts(when, timeZone, 'long');
  return `${day} ${month} ${year}`;
}

/** The value of a `datetime-local` input, cut to minutes; empty for none. */
export function toDateTimeInput(iso: string | null, timeZone?: string): string {
  if (!iso || Number.isNaN(Date.parse(iso))) return '';
  const { year, month, day, hour, minute } = fields(iso, timeZone);
  return `${year}-${month}-${day}T${hour}:${minute}`;
}

/** The moment a `datetime-local` input means, as ISO in UTC; null where it is empty or incomplete. */
export function fromDateTimeInput(value: string, timeZone?: string): string | null {
  const wall = Date.parse(`${value.slice(0, 16)}Z`);
  if (!/^\d{4,}-\d\d-\d\dT\d\d:\d\d/.test(value) || Number.isNaN(wall)) return null;
  // The zone's offset depends on the moment sought: guess with the wall time, then correct once.
  let moment = wall - offsetMs(wall, timeZone);
  moment = wall - offsetMs(moment, timeZone);
  return new Date(moment).toISOString();
}

function offsetMs(moment: number, timeZone: string | undefined): number {
  const { year, month, day, hour, minute, second } = fields(moment, timeZone);
  const wall = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return wall - Math.floor(moment / 1000) * 1000;
}
