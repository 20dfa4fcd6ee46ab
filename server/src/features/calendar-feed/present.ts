import { createHash } from 'node:crypto';
import { calendarPieces, revisionOf, type CalendarEntry } from '@hereabouts/contract/calendar-entries';
import { FEED_DESCRIPTION_MAX } from '@hereabouts/contract/limits';
import { cutText } from '@hereabouts/contract/visible-text';
import type { EntryRow } from './repo.ts';

/** Calendars know one or the other property. */
const HEAD = ['REFRESH-INTERVAL;VALUE=DURATION:PT1H', 'X-PUBLISHED-TTL:PT1H', 'X-WR-CALNAME:Hereabouts'];

function presentEntry(row: EntryRow, origin: string): CalendarEntry {
  const { id, title, description, location_name, location_address, location_latitude, location_longitude } =
    row;
  return {
    id,
    title,
    description: shortened(description, `${origin}/event/${id}`),
    location_name,
    location_address,
    location_latitude,
    location_longitude,
    start_time: row.start_time,
    end_time: row.end_time,
    ...revisionOf({
      updated_at: row.updated_at,
      my_answered_at: row.answered_at,
      is_cancelled: row.cancelled_at !== null,
      my_status: row.my_status,
    }),
  };
}

const shortened = (description: string, address: string): string =>
  description.length <= FEED_DESCRIPTION_MAX
    ? description
    : `${cutText(description, FEED_DESCRIPTION_MAX)}\n${address}`;

/** Pieces of at most about 0.2 ms. */
export function* piecesOf(rows: readonly EntryRow[], origin: string): Generator<string, void> {
  const entries = rows.values().map((row) => presentEntry(row, origin));
  yield* calendarPieces(entries, origin, HEAD);
}

const SAMPLE: EntryRow = {
  id: 1,
  title: 'Sample',
  description: 'd'.repeat(FEED_DESCRIPTION_MAX + 1),
  location_name: 'Place',
  location_address: 'Address',
  location_latitude: 1,
  location_longitude: 1,
  start_time: '2026-06-20T18:30:00.000Z',
  end_time: '2026-06-20T22:00:00.000Z',
  updated_at: '2026-06-01T10:00:00.000Z',
  cancelled_at: null,
  answered_at: null,
  my_status: null,
};
/** The format of this release, so that a feed written by an earlier release counts as outdated. */
const format = (origin: string): string => [...piecesOf([SAMPLE], origin)].join('');

/** @param version changes whenever the rows do */
export const etagOf = (origin: string, version: string): string =>
  `"${createHash('sha256')
    .update(JSON.stringify([format(origin), version]))
    .digest('base64url')}"`;
