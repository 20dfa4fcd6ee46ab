import { SECOND_MS } from './durations.ts';
import type { EventDetail, EventSubstance } from './schemas/events.ts';
import { cleanLine, cleanLines } from './visible-text.ts';

export type CalendarEntry = EventSubstance & {
  id: number;
  /** ISO; of the entry's last change. */
  stamp: string;
  status: 'confirmed' | 'tentative' | 'cancelled';
};

type Changes = Pick<EventDetail, 'updated_at' | 'my_answered_at' | 'is_cancelled' | 'my_status'>;

/** Of one person's entry; the same in a feed and in the file of one event (CAL-02). */
export const revisionOf = ({
  updated_at,
  my_answered_at,
  is_cancelled,
  my_status,
}: Changes): Pick<CalendarEntry, 'stamp' | 'status'> => {
  const isCertain = my_status === null || my_status === 'accepted';
  return {
    stamp: my_answered_at !== null && my_answered_at > updated_at ? my_answered_at : updated_at,
    status: is_cancelled ? 'cancelled' : isCertain ? 'confirmed' : 'tentative',
  };
};

/** RFC 5545: octets in a line, without its end. */
const LINE_MAX = 75;
const COORDINATE_DIGITS = 6;
/** Earlier than any change. */
const SEQUENCES_FROM_MS = Date.UTC(2026, 0, 1);

/** An iCalendar file (RFC 5545). @param origin where the product is: part of each entry's id, and of the link back */
export const writeCalendar = (
  entries: readonly CalendarEntry[],
  origin: string,
  head: readonly string[] = [],
): string => [...calendarPieces(entries, origin, head)].join('');

/** The same, with a piece for each entry: a long one can be written with pauses. */
export function* calendarPieces(
  entries: Iterable<CalendarEntry>,
  origin: string,
  head: readonly string[] = [],
): Generator<string, void> {
  yield piece([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Hereabouts//Hereabouts//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    ...head,
  ]);
  for (const entry of entries) yield piece(linesOf(entry, origin));
  yield piece(['END:VCALENDAR']);
}

const piece = (lines: readonly string[]): string => lines.map((line) => `${fold(line)}\r\n`).join('');

function linesOf(entry: CalendarEntry, origin: string): string[] {
  const place = [entry.location_name, entry.location_address].map(cleanLine).filter(Boolean).join(', ');
  const description = cleanLines(entry.description);
  return [
    'BEGIN:VEVENT',
    `UID:event-${entry.id}@${new URL(origin).host}`,
    `DTSTAMP:${moment(entry.stamp)}`,
    `LAST-MODIFIED:${moment(entry.stamp)}`,
    `SEQUENCE:${sequenceOf(entry.stamp)}`,
    `DTSTART:${moment(entry.start_time)}`,
    `DTEND:${moment(entry.end_time)}`,
    `STATUS:${entry.status.toUpperCase()}`,
    // What was stored before the server cleaned it may hold a bare CR, which some readers take for the end of a line.
    `SUMMARY:${escape(cleanLine(entry.title))}`,
    ...(description === '' ? [] : [`DESCRIPTION:${escape(description)}`]),
    ...(place === '' ? [] : [`LOCATION:${escape(place)}`]),
    `GEO:${degrees(entry.location_latitude)};${degrees(entry.location_longitude)}`,
    `URL:${origin}/event/${entry.id}`,
    'END:VEVENT',
  ];
}

/** Grows with each change. */
const sequenceOf = (stamp: string): number =>
  Math.max(0, Math.floor((Date.parse(stamp) - SEQUENCES_FROM_MS) / SECOND_MS));

/** In UTC, to the second. */
const moment = (iso: string): string =>
  `${new Date(iso).toISOString().replaceAll(/[-:]/g, '').slice(0, 15)}Z`;

/** Never with an exponent; trailing zeros say nothing. */
const degrees = (value: number): string =>
  value
    .toFixed(COORDINATE_DIGITS)
    .replace(/\.?0+$/, '')
    .replace(/^-0$/, '0');

const escape = (text: string): string =>
  text.replaceAll(/[\\;,]/g, String.raw`\$&`).replaceAll('\n', String.raw`\n`);

const octetsOf = (code: number): number => (code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x1_0000 ? 3 : 4);

/** Between characters; a continued line begins with a space. */
function fold(line: string): string {
  const parts: string[] = [];
  let from = 0;
  let octets = 0;
  for (let at = 0; at < line.length;) {
    const code = line.codePointAt(at) ?? 0;
    const size = octetsOf(code);
    if (octets + size > LINE_MAX) {
      parts.push(line.slice(from, at));
      from = at;
      octets = 1;
    }
    octets += size;
    at += code < 0x1_0000 ? 1 : 2;
  }
  parts.push(line.slice(from));
  return parts.join('\r\n ');
}
