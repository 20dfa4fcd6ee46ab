import type { CalendarEntry } from '@hereabouts/contract/calendar-entries';
import type { EntryRow } from './repo.ts';

/** Of the event and of the viewer's answer. */
const stampOf = ({ updated_at, cancelled_at, answered_at }: EntryRow): string =>
  [updated_at, cancelled_at ?? '', answered_at ?? ''].toSorted().at(-1) ?? updated_at;

export function presentEntry(row: EntryRow): CalendarEntry {
  const stamp = stampOf(row);
  const { id, title, description, location_name, location_address, location_latitude, location_longitude } =
    row;
  return {
    id,
    title,
    description,
    location_name,
    location_address,
    location_latitude,
    location_longitude,
    start_time: row.start_time,
    end_time: row.end_time,
    stamp,
    status: statusOf(row),
  };
}

const statusOf = ({ cancelled_at, my_status }: EntryRow): CalendarEntry['status'] => {
  if (cancelled_at !== null) return 'cancelled';
  return my_status === null || my_status === 'accepted' ? 'confirmed' : 'tentative';
};
