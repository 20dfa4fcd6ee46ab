import { PLAIN_MEETING_POINT_NAME } from '@hereabouts/contract/meeting-points';
import type { LivePage } from '@hereabouts/contract/live';
import type { Person } from '@hereabouts/contract/person';
import { blockedDigestSql } from '#server/access/blocked.ts';
import { isHiddenAuthorSql } from '#server/access/chat.ts';
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
  OWN_INVITE_SQL,
  PARTICIPATION_COLUMNS,
  PARTICIPATION_WHERE,
  type Participation,
} from '#server/events/participation.ts';

export type LiveRow = Participation & {
  location_name: string;
  location_latitude: number;
  location_longitude: number;
  friends: { user: Person; is_sharing: boolean }[];
  meeting_point: LivePage['meeting_point'];
  sharing: { started_at: string; until: string; session_id: string } | null;
};

const MEETING_POINT_SQL = `
  select json_build_object('name', case when exists_for_viewer then m.name else '${PLAIN_MEETING_POINT_NAME}' end,
    'latitude', m.latitude, 'longitude', m.longitude,
    'meet_at', case when exists_for_viewer then ${isoTimeSql('m.meet_at')} end, 'set_at', ${isoTimeSql('m.set_at')},
    'set_by', case when setter.id is not null and exists_for_viewer then ${personSql('setter')} end)
  from meeting_points m left join users setter on setter.id = m.set_by
  cross join lateral (select not ${isHiddenAuthorSql('$2', 'm.set_by', 'm.author_key')} as exists_for_viewer) known
  where m.event_id = e.id`;

const LIVE_SQL = `
  select ${PARTICIPATION_COLUMNS}, e.location_name, e.location_latitude, e.location_longitude,
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
  from events e ${OWN_INVITE_SQL} where ${PARTICIPATION_WHERE}`;

/** The caller checks participation. */
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
  /** The session that sends positions; null without consent. */
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

/** Undefined for others than participants, and once over. */
export async function findGrant(
  db: Queryable,
  eventId: number,
  viewerId: string,
  now: string,
): Promise<GrantRow | undefined> {
  const [row] = await db.query<GrantRow>(GRANT_SQL, [eventId, viewerId, now]);
  return row;
}

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

export type BeaconRow = Participation & {
  viewer: Person;
  /** Null unless a friend of the viewer and a participant. */
  target: Person | null;
};

const BEACON_SQL = `
  select ${PARTICIPATION_COLUMNS}, ${personSql('own')} as viewer,
    (select ${personSql('u')} from users u where u.id = $3 and u.id in ${audienceSql('$2')}) as target
  from events e
  join users own on own.id = $2
  ${OWN_INVITE_SQL} where ${PARTICIPATION_WHERE}`;

export async function findBeacon(
  db: Queryable,
  { eventId, viewerId, targetId }: { eventId: number; viewerId: string; targetId: string },
): Promise<BeaconRow | undefined> {
  const [row] = await db.query<BeaconRow>(BEACON_SQL, [eventId, viewerId, targetId]);
  return row;
}
