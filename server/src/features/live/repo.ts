import { PLAIN_MEETING_POINT_NAME } from '@hereabouts/contract/live';
import type { Person } from '@hereabouts/contract/person';
import { blockedDigestSql } from '#server/access/blocked.ts';
import { isHiddenAuthorSql } from '#server/access/chat.ts';
import { joinOwnInviteSql, participantIdsSql, ROLE_COLUMNS, type Role } from '#server/access/event-roles.ts';
import { visibleByInviteSql } from '#server/access/events.ts';
import {
  audienceSql,
  canJoinLiveSql,
  consentEndSql,
  consentStandsSql,
  consentWillStandSql,
} from '#server/access/live.ts';
import type { Queryable } from '#server/db/database.ts';
import { isoTimeSql, personSql } from '#server/db/sql.ts';
import {
  consentParams,
  CONSENTS_GIVEN_SQL,
  stopParams,
  STOPS_GIVEN_SQL,
  type ConsentRow,
  type Stop,
} from '#server/live-consents.ts';

export type AccessRow = Role & {
  id: number;
  title: string;
  start_time: string;
  end_time: string;
  cancelled_at: string | null;
};

export type MeetingPointRow = {
  name: string;
  latitude: number;
  longitude: number;
  meet_at: string | null;
  /** Null for a deleted or hidden account. */
  set_by: Person | null;
  set_at: string;
};

export type SharingRow = {
  event_id: number;
  title: string;
  end_time: string;
  until: string;
  started_at: string;
  session_id: string;
  friend_count: number;
};

export type LiveRow = AccessRow & {
  location_name: string;
  location_latitude: number;
  location_longitude: number;
  friends: { user: Person; is_sharing: boolean }[];
  meeting_point: MeetingPointRow | null;
  sharing: { started_at: string; until: string; session_id: string } | null;
};

const ACCESS_COLUMNS = `e.id, e.title, e.start_time, e.end_time, e.cancelled_at, ${ROLE_COLUMNS}`;
const ACCESS_FROM = `
  from events e ${joinOwnInviteSql('$2')}
  where e.id = $1 and ${visibleByInviteSql('$2')}`;

const MEETING_POINT_SQL = `
  select json_build_object('name', case when exists_for_viewer then m.name else '${PLAIN_MEETING_POINT_NAME}' end,
    'latitude', m.latitude, 'longitude', m.longitude,
    'meet_at', case when exists_for_viewer then ${isoTimeSql('m.meet_at')} end, 'set_at', ${isoTimeSql('m.set_at')},
    'set_by', case when setter.id is not null and exists_for_viewer then ${personSql('setter')} end)
  from meeting_points m left join users setter on setter.id = m.set_by
  cross join lateral (select not ${isHiddenAuthorSql('$2', 'm.set_by', 'm.author_key')} as exists_for_viewer) known
  where m.event_id = e.id`;

const LIVE_SQL = `
  select ${ACCESS_COLUMNS}, e.location_name, e.location_latitude, e.location_longitude,
    (select coalesce(json_agg(json_build_object(
        'user', ${personSql('u')},
        'is_sharing', exists (
          select from live_sharing s where s.event_id = e.id and s.user_id = u.id and ${consentStandsSql('$3')}))
        order by lower(u.name), u.id), '[]'::json)
      from ${audienceSql('$2')} f join users u on u.id = f.id) as friends,
    (${MEETING_POINT_SQL}) as meeting_point,
    (select json_build_object('started_at', ${isoTimeSql('s.started_at')}, 'until', ${isoTimeSql(consentEndSql)},
        'session_id', s.session_id)
      from live_sharing s where s.event_id = e.id and s.user_id = $2 and ${consentStandsSql('$3')}) as sharing
  ${ACCESS_FROM}`;

/** Undefined when the viewer cannot see the event. The caller checks participation. */
export async function findLive(
  db: Queryable,
  eventId: number,
  viewerId: string,
  now: string,
): Promise<LiveRow | undefined> {
  const [row] = await db.query<LiveRow>(LIVE_SQL, [eventId, viewerId, now]);
  return row;
}

export type GrantRow = {
  start_time: string;
  end_time: string;
  /** The session that sends positions; null without one. */
  session_id: string | null;
  shares_since: string | null;
  shares_until: string | null;
  friend_ids: string[];
  blocked: string | null;
};

const GRANT_SQL = `
  select e.start_time, e.end_time, consent.session_id, consent.shares_since, consent.shares_until,
    array(select id from ${audienceSql('$2')} f)::text[] as friend_ids,
    ${blockedDigestSql('$2')} as blocked
  from events e
  left join lateral (
    select s.session_id, s.started_at as shares_since, ${consentEndSql} as shares_until from live_sharing s
    where s.event_id = e.id and s.user_id = $2
      and ${consentWillStandSql('$3')}) consent on true
  where e.id = $1 and ${canJoinLiveSql('$2', '$3')}`;

/** Undefined unless a participant of an event that is not over. */
export async function findGrant(
  db: Queryable,
  eventId: number,
  viewerId: string,
  now: string,
): Promise<GrantRow | undefined> {
  const [row] = await db.query<GrantRow>(GRANT_SQL, [eventId, viewerId, now]);
  return row;
}

const sharingSql = (where: string): string => `
  select e.id as event_id, e.title, e.end_time, ${consentEndSql} as until, s.started_at, s.session_id,
    (select count(*)::int from ${audienceSql('s.user_id')} f) as friend_count
  from live_sharing s join events e on e.id = s.event_id
  where s.user_id = $1 and ${consentStandsSql('$2')} ${where}
  order by until, e.id`;
const LIST_SHARING_SQL = sharingSql('');
const ONE_SHARING_SQL = sharingSql('and e.id = $3');

export function listSharing(db: Queryable, userId: string, now: string): Promise<SharingRow[]> {
  return db.query<SharingRow>(LIST_SHARING_SQL, [userId, now]);
}

export async function findSharing(
  db: Queryable,
  { eventId, userId, now }: { eventId: number; userId: string; now: string },
): Promise<SharingRow | undefined> {
  const [row] = await db.query<SharingRow>(ONE_SHARING_SQL, [userId, now, eventId]);
  return row;
}

const ACCESS_SQL = `select ${ACCESS_COLUMNS} ${ACCESS_FROM}`;

export async function findAccess(
  db: Queryable,
  eventId: number,
  viewerId: string,
): Promise<AccessRow | undefined> {
  const [row] = await db.query<AccessRow>(ACCESS_SQL, [eventId, viewerId]);
  return row;
}

const SAVE_SHARING_SQL = `
  insert into live_sharing (event_id, user_id, session_id, started_at, ends_at)
  select id, $2, $3, $4, coalesce($5::timestamptz, end_time) from events where id = $1
  on conflict (event_id, user_id) do update
    set session_id = excluded.session_id, started_at = excluded.started_at, ends_at = excluded.ends_at
    where live_sharing.started_at <= excluded.started_at`;

/** Replaces an earlier consent of the person, and leaves a later one; `until` null: the event's end. */
export async function saveSharing(
  tx: Queryable,
  sharing: { eventId: number; userId: string; sessionId: string; until: string | null; startedAt: string },
): Promise<void> {
  const { eventId, userId, sessionId, until, startedAt } = sharing;
  await tx.query(SAVE_SHARING_SQL, [eventId, userId, sessionId, startedAt, until]);
}

/** Returns the people. `where` is over `live_sharing s`, and `events e`. */
const deleteSharingSql = (where: string): string => `
  delete from live_sharing s using events e where e.id = s.event_id and ${where} returning s.event_id, s.user_id`;
const DELETE_SHARING_SQL = deleteSharingSql(
  's.event_id = $1 and ($2::uuid[] is null or s.user_id = any($2))',
);
const DELETE_STOPPED_SQL = `
  delete from live_sharing s using ${STOPS_GIVEN_SQL}
  where s.event_id = stop.event_id and s.user_id = stop.user_id and s.started_at <= stop.at
  returning s.event_id, s.user_id`;
const DELETE_OF_SESSION_SQL = deleteSharingSql('s.session_id = $1');
const DELETE_BETWEEN_SQL = deleteSharingSql(
  '((s.user_id = $1 and e.created_by = $2) or (s.user_id = $2 and e.created_by = $1))',
);
// After a wait for a connection `now` may be older than a consent given at the event's start.
const DELETE_LAPSED_SQL = deleteSharingSql(
  `(s.event_id, s.user_id) in (select * from ${CONSENTS_GIVEN_SQL}) and not ${consentWillStandSql('$3')}`,
);

/** Consents of these people, or (null) of everybody. */
export const deleteSharing = (db: Queryable, eventId: number, userIds: readonly string[] | null) =>
  db.query<ConsentRow>(DELETE_SHARING_SQL, [eventId, userIds]);

export const deleteStopped = (db: Queryable, stops: readonly Stop[]) =>
  db.query<ConsentRow>(DELETE_STOPPED_SQL, stopParams(stops));

export const deleteSharingOfSession = (db: Queryable, sessionId: string) =>
  db.query<ConsentRow>(DELETE_OF_SESSION_SQL, [sessionId]);

/** Of either of two people at events of the other. */
export const deleteSharingBetween = (tx: Queryable, userId: string, otherId: string) =>
  tx.query<ConsentRow>(DELETE_BETWEEN_SQL, [userId, otherId]);

export const deleteLapsed = (db: Queryable, consents: readonly ConsentRow[], now: string) =>
  db.query<ConsentRow>(DELETE_LAPSED_SQL, [...consentParams(consents), now]);

const AUDIENCE_IDS_SQL = `
  select distinct f.id from events e cross join unnest((select $2::uuid[])) as person (id)
  cross join lateral ${audienceSql('person.id')} f where e.id = $1`;

export async function listAudienceIds(
  db: Queryable,
  eventId: number,
  userIds: readonly string[],
): Promise<string[]> {
  const rows = await db.query<{ id: string }>(AUDIENCE_IDS_SQL, [eventId, userIds]);
  return rows.map((row) => row.id);
}

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

/** Replaces the previous one. @throws a foreign key violation when event or person is gone */
export async function saveMeetingPoint(tx: Queryable, point: NewMeetingPoint): Promise<MeetingPointRow> {
  const { eventId, name, latitude, longitude, meetAt, setBy, now } = point;
  const params = [eventId, name, latitude, longitude, meetAt, setBy, now];
  const [row] = await tx.query<MeetingPointRow>(SAVE_POINT_SQL, params);
  return row as MeetingPointRow;
}

const POINT_SETTER_SQL = 'select set_by from meeting_points where event_id = $1 for update';

export async function lockMeetingPoint(
  tx: Queryable,
  eventId: number,
): Promise<{ set_by: string | null } | undefined> {
  const [row] = await tx.query<{ set_by: string | null }>(POINT_SETTER_SQL, [eventId]);
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

export type BeaconRow = AccessRow & {
  viewer: Person;
  /** Null unless a friend of the viewer and a participant. */
  target: Person | null;
};

const BEACON_SQL = `
  select ${ACCESS_COLUMNS}, ${personSql('own')} as viewer,
    (select ${personSql('u')} from users u where u.id = $3 and u.id in ${audienceSql('$2')}) as target
  from events e
  join users own on own.id = $2
  ${joinOwnInviteSql('$2')}
  where e.id = $1 and ${visibleByInviteSql('$2')}`;

export async function findBeacon(
  db: Queryable,
  { eventId, viewerId, targetId }: { eventId: number; viewerId: string; targetId: string },
): Promise<BeaconRow | undefined> {
  const [row] = await db.query<BeaconRow>(BEACON_SQL, [eventId, viewerId, targetId]);
  return row;
}
