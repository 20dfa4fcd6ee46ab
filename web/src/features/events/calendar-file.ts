import type { EventDetail } from '@hereabouts/contract/events';
import { cleanLine, cleanLines } from '@hereabouts/contract/visible-text';
import { createEvent } from 'ics';

type Entry = Pick<
  EventDetail,
  | 'id'
  | 'title'
  | 'description'
  | 'location_name'
  | 'location_address'
  | 'location_latitude'
  | 'location_longitude'
  | 'start_time'
  | 'end_time'
>;

/** An event as an iCalendar file (RFC 5545). Added again after a change, it replaces the entry: its id stays the same.
 *
 * @param origin where the product is, for the link back */
export function calendarFile(event: Entry, origin: string): File {
  const { error, value } = createEvent({
    uid: `event-${event.id}@${new URL(origin).host}`,
    productId: 'hereabouts',
    // What was stored before the server cleaned it may hold a bare CR, which some readers take for the end of a line.
    title: cleanLine(event.title),
    description: cleanLines(event.description),
    start: Date.parse(event.start_time),
    end: Date.parse(event.end_time),
    startOutputType: 'utc',
    endOutputType: 'utc',
    location: [event.location_name, event.location_address].map(cleanLine).filter(Boolean).join(', '),
    geo: { lat: event.location_latitude, lon: event.location_longitude },
    url: `${origin}/event/${event.id}`,
  });
  if (value === null) throw error ?? new Error('No calendar entry was made');
  return new File([value], `${fileName(event.title)}.ics`, { type: 'text/calendar' });
}

/** The title without what file systems refuse. */
const fileName = (title: string): string => title.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim() || 'event';
