import { revisionOf, writeCalendar, type CalendarEntry } from '@hereabouts/contract/calendar-entries';

type Entry = Omit<CalendarEntry, 'stamp' | 'status'> & Parameters<typeof revisionOf>[0];

/** An iCalendar file (RFC 5545). Added again, it replaces the entry: its id stays. @param origin for the link back */
export function calendarFile(event: Entry, origin: string): File {
  const name = `${fileName(event.title)}.ics`;
  return new File([writeCalendar([{ ...event, ...revisionOf(event) }], origin)], name, {
    type: 'text/calendar',
  });
}

/** The title without what file systems refuse. */
const fileName = (title: string): string => title.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim() || 'event';
