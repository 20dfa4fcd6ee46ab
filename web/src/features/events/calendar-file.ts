import { writeCalendar, type CalendarEntry } from '@hereabouts/contract/calendar-entries';
import { now } from '#web/lib/time/clock.ts';

type Entry = Omit<CalendarEntry, 'stamp' | 'status'>;

/** An iCalendar file (RFC 5545). Added again, it replaces the entry: its id stays. @param origin for the link back */
export function calendarFile(event: Entry, origin: string): File {
  const stamp = new Date(now()).toISOString();
  const entry = { ...event, stamp, status: 'confirmed' } as const;
  const name = `${fileName(event.title)}.ics`;
  return new File([writeCalendar([entry], origin)], name, { type: 'text/calendar' });
}

/** The title without what file systems refuse. */
const fileName = (title: string): string => title.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim() || 'event';
