import type { Queryable } from '#server/db/database.ts';
import type { InviteStatus } from '#server/db/schema.ts';
import { isoTimeSql } from '#server/db/sql.ts';
import { notBlockedSql } from '#server/features/blocks/policy.ts';
import { participantIdsSql, participantSql, visibleSql } from '#server/features/events/policy.ts';
import { audienceSql, consentStandsSql } from './policy.ts';

export type PersonRow = { id: string; name: string; image: string | null };

/** An event as it concerns whoever looks at its live map. */
export type AccessRow = {
  id: number;
  title: string;
  start_time: string;
  end_time: string;
  cancelled_at: string | null;
  created_by: string;
  my_status: InviteStatus | null;
};

export type MeetingPointRow = {
  name: string;
  latitude: number;
  longitude: number;
  meet_at: string | null;
  /** Null where the account is gone or does not exist for the viewer. */
  set_by: PersonRow | null;
  set_at: string;
};

export type SharingRow = {
  event_id: number;
  title: string;
  end_time: string;
  started_at: string;
  session_id: string;
  friend_count: number;
};

export type LiveRow = AccessRow & {
  location_name: string;
  location_latitude: number;
  location_longitude: number;
  friends: { user: PersonRow; is_sharing: boolean }[];
  meeting_point: MeetingPointRow | null;
  /** The viewer's own consent, if it stands. */
  sharing: { started_at: string; session_id: string } | null;
};

const ACCESS_COLUMNS =
  'e.id, e.title, e.start_time, e.end_time, e.cancelled_at, e.created_by, mine.status as my_status';
/** `$1` the event, `$2` the viewer. */
const ACCESS_FROM = `
  from events e left join event_invites mine on mine.event_id = e.id and mine.user_id = $2
  where e.id = $1 and ${visibleSql('$2', 'mine.user_id is not null')}`;

const personSql = (person: string): string =>
  `json_build_object('id', ${person}.id, 'name', ${person}.name, 'image', ${person}.image)`;

const MEETING_POINT_SQL = `
  select json_build_object('name', m.name, 'latitude', m.latitude, 'longitude', m.longitude,
    'meet_at', ${isoTimeSql('m.meet_at')}, 'set_at', ${isoTimeSql('m.set_at')},
    'set_by', case when setter.id is not null and ${notBlockedSql('$2', 'setter.id')} then ${personSql('setter')} end)
  from meeting_points m left join users setter on setter.id = m.set_by
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
    (select json_build_object('started_at', ${isoTimeSql('s.started_at')}, 'session_id', s.session_id)
      from live_sharing s where s.event_id = e.id and s.user_id = $2 and ${consentStandsSql('$3')}) as sharing
  ${ACCESS_FROM}`;

/** Undefined when the viewer cannot see the event. Whether they take part is for the caller to judge. */
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
  /** The session that sends positions; null when none does. */
  session_id: string | null;
  friend_ids: string[];
};

const GRANT_SQL = `
  select e.start_time, e.end_time,
    (select s.session_id from live_sharing s
      where s.event_id = e.id and s.user_id = $2 and ${consentStandsSql('greatest($3::timestamptz, e.start_time)')}) as session_id,
    array(select id from ${audienceSql('$2')} f)::text[] as friend_ids
  from events e
  where e.id = $1 and e.cancelled_at is null and e.end_time >= $3 and ${participantSql('$2')}`;

/** What a participant of an event that is not over may see and send; undefined for everybody else. */
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
  select e.id as event_id, e.title, e.end_time, s.started_at, s.session_id,
    (select count(*)::int from ${audienceSql('s.user_id')} f) as friend_count
  from live_sharing s join events e on e.id = s.event_id
  where s.user_id = $1 and ${consentStandsSql('$2')} ${where}
  order by e.end_time, e.id`;
const LIST_SHARING_SQL = sharingSql('');
const ONE_SHARING_SQL = sharingSql('and e.id = $3');

/** The running events at which the person shares, by end. */
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

/** Undefined when the viewer cannot see the event. */
export async function findAccess(
  db: Queryable,
  eventId: number,
  viewerId: string,
): Promise<AccessRow | undefined> {
  const [row] = await db.query<AccessRow>(ACCESS_SQL, [eventId, viewerId]);
  return row;
}

const SAVE_SHARING_SQL = `
  insert into live_sharing (event_id, user_id, session_id, started_at) values ($1, $2, $3, $4)
  on conflict (event_id, user_id) do update set session_id = excluded.session_id
  where live_sharing.session_id <> excluded.session_id
  returning event_id`;

/** Gives the consent to this session, in place of another; whether that changed anything. */
export async function saveSharing(
  tx: Queryable,
  sharing: { eventId: number; userId: string; sessionId: string; now: string },
): Promise<boolean> {
  const { eventId, userId, sessionId, now } = sharing;
  return (await tx.query(SAVE_SHARING_SQL, [eventId, userId, sessionId, now])).length > 0;
}

export type ConsentRow = { event_id: number; user_id: string };

const DELETE_OF_SESSION_SQL = 'delete from live_sharing where session_id = $1 returning event_id, user_id';

export function deleteSharingOfSession(db: Queryable, sessionId: string): Promise<ConsentRow[]> {
  return db.query<ConsentRow>(DELETE_OF_SESSION_SQL, [sessionId]);
}

const DELETE_LAPSED_SQL = `
  delete from live_sharing s using events e
  where e.id = s.event_id and not ${consentStandsSql('$1')}
  returning s.event_id, s.user_id`;

/** Takes away every consent that does not stand any more. */
export function deleteLapsed(db: Queryable, now: string): Promise<ConsentRow[]> {
  return db.query<ConsentRow>(DELETE_LAPSED_SQL, [now]);
}

const LOST_SQL = `
  select held.event_id, held.user_id
  from unnest($1::bigint[], $2::uuid[]) held (event_id, user_id)
  where not exists (
    select from live_sharing s join events e on e.id = s.event_id
    where s.event_id = held.event_id and s.user_id = held.user_id and ${consentStandsSql('$3')})`;

/** Those of `held` whose consent does not stand. */
export function findLost(
  db: Queryable,
  held: readonly { eventId: number; userId: string }[],
  now: string,
): Promise<ConsentRow[]> {
  const eventIds = held.map(({ eventId }) => eventId);
  const userIds = held.map(({ userId }) => userId);
  return db.query<ConsentRow>(LOST_SQL, [eventIds, userIds, now]);
}

const AUDIENCE_IDS_SQL = `select f.id from events e cross join lateral ${audienceSql('$2')} f where e.id = $1`;

/** The person's friends who take part. */
export async function listAudienceIds(db: Queryable, eventId: number, userId: string): Promise<string[]> {
  const rows = await db.query<{ id: string }>(AUDIENCE_IDS_SQL, [eventId, userId]);
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
      longitude = excluded.longitude, meet_at = excluded.meet_at, set_by = excluded.set_by, set_at = excluded.set_at
    returning *)
  select m.name, m.latitude, m.longitude, m.meet_at, m.set_at, ${personSql('u')} as set_by
  from saved m join users u on u.id = m.set_by`;

/** Sets the point in place of the last. @throws a foreign key violation when event or person is gone */
export async function saveMeetingPoint(tx: Queryable, point: NewMeetingPoint): Promise<MeetingPointRow> {
  const { eventId, name, latitude, longitude, meetAt, setBy, now } = point;
  const params = [eventId, name, latitude, longitude, meetAt, setBy, now];
  const [row] = await tx.query<MeetingPointRow>(SAVE_POINT_SQL, params);
  return row as MeetingPointRow;
}

const POINT_SETTER_SQL = 'select set_by from meeting_points where event_id = $1 for update';

/** Undefined without a meeting point. */
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

export type FlashRow = AccessRow & {
  viewer: PersonRow;
  /** Null unless a friend of the viewer's who takes part. */
  target: PersonRow | null;
};

const FLASH_SQL = `
  select ${ACCESS_COLUMNS}, ${personSql('own')} as viewer,
    (select ${personSql('u')} from users u where u.id = $3 and u.id in ${audienceSql('$2')}) as target
  from events e
  join users own on own.id = $2
  left join event_invites mine on mine.event_id = e.id and mine.user_id = $2
  where e.id = $1 and ${visibleSql('$2', 'mine.user_id is not null')}`;

/** Undefined when the viewer cannot see the event. */
export async function findFlash(
  db: Queryable,
  { eventId, viewerId, targetId }: { eventId: number; viewerId: string; targetId: string },
): Promise<FlashRow | undefined> {
  const [row] = await db.query<FlashRow>(FLASH_SQL, [eventId, viewerId, targetId]);
  return row;
}
