import type { Person } from '@hereabouts/contract/person';
import { participantIdsSql } from '#server/access/event-roles.ts';
import type { Queryable } from '#server/db/database.ts';
import { personSql } from '#server/db/sql.ts';

export type MeetingPointRow = {
  name: string;
  latitude: number;
  longitude: number;
  meet_at: string | null;
  /** Null for a deleted or hidden account. */
  set_by: Person | null;
  set_at: string;
};

export type NewMeetingPoint = {
  eventId: number;
  name: string;
  latitude: number;
  longitude: number;
  meetAt: string | null;
  setBy: string;
  now: string;
};

const SAVE_POINT_SQL = `
  with saved as (
    insert into meeting_points (event_id, name, latitude, longitude, meet_at, set_by, set_at)
    values ($1, $2, $3, $4, $5, $6, $7)
    on conflict (event_id) do update set name = excluded.name, latitude = excluded.latitude,
      longitude = excluded.longitude, meet_at = excluded.meet_at, set_by = excluded.set_by, set_at = excluded.set_at,
      author_key = null
    returning *)
  select m.name, m.latitude, m.longitude, m.meet_at, m.set_at, ${personSql('u')} as set_by
  from saved m join users u on u.id = m.set_by`;

/** @throws a foreign key violation when event or person is gone */
export async function saveMeetingPoint(tx: Queryable, point: NewMeetingPoint): Promise<MeetingPointRow> {
  const { eventId, name, latitude, longitude, meetAt, setBy, now } = point;
  const params = [eventId, name, latitude, longitude, meetAt, setBy, now];
  const [row] = await tx.query<MeetingPointRow>(SAVE_POINT_SQL, params);
  return row as MeetingPointRow;
}

const POINT_SETTER_SQL = `
  select set_by from meeting_points
  where event_id = $1 and ($2::timestamptz is null or set_at = $2) for update`;

/** @param setAt of the one that is meant; null for any */
export async function lockMeetingPoint(
  tx: Queryable,
  eventId: number,
  setAt: string | null,
): Promise<{ set_by: string | null } | undefined> {
  const [row] = await tx.query<{ set_by: string | null }>(POINT_SETTER_SQL, [eventId, setAt]);
  return row;
}

const DELETE_POINT_SQL = 'delete from meeting_points where event_id = $1';

export async function deleteMeetingPoint(tx: Queryable, eventId: number): Promise<void> {
  await tx.query(DELETE_POINT_SQL, [eventId]);
}

export async function listParticipantIds(tx: Queryable, eventId: number): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(participantIdsSql('$1'), [eventId]);
  return rows.map((row) => row.id);
}
