import type { Person } from '@hereabouts/contract/person';
import { chatterIdsSql, isParticipantSql, participantIdsSql } from '#server/access/event-roles.ts';
import { notCancelledSql, notOverSql, runningSql } from '#server/access/event-times.ts';
import { canAnswerRequestSql } from '#server/access/friends.ts';
import { canAnswerInvitationSql, canSeeNewsSql } from '#server/access/notifications.ts';
import type { Queryable } from '#server/db/database.ts';
import type { DeletedEvents, InviteStatus, NotificationKind } from '#server/db/schema.ts';
import { isoTimeSql, personSql } from '#server/db/sql.ts';
import { GOING_COUNT_SQL } from '#server/guest-counts.ts';

export type NotificationRow = {
  id: number;
  kind: NotificationKind;
  created_at: string;
  is_read: boolean;
  actor: Person | null;
  event: { id: number; title: string; start_time: string } | null;
  deleted_events: DeletedEvents | null;
  request: { friendship_id: string } | null;
  invitation: {
    my_status: InviteStatus;
    is_waiting: boolean;
    can_answer: boolean;
    end_time: string;
    places: number | null;
    going_count: number | null;
    bring_max: number;
  } | null;
};

/** Counts no further, because every change of an event counts for each of its guests. */
const COUNTED_MAX = 100;

/** Of a person, the newest: what nobody may see any more is passed over, and must not be looked at without an end. */
const LOOKED_AT_MAX = 300;

const unreadSql = (viewer: string): string => `
  select count(*)::int from (
    select from (
      select newest.event_id, newest.actor_id from notifications newest
      where newest.user_id = ${viewer} and newest.read_at is null order by newest.id desc limit ${LOOKED_AT_MAX}) n
    left join events e on e.id = n.event_id
    where ${canSeeNewsSql(viewer)}
    limit ${COUNTED_MAX}) counted`;

const REQUEST_SQL = `(
  select json_build_object('friendship_id', f.id) from friendships f
  where f.requester_id = n.actor_id and ${canAnswerRequestSql('$1')})`;

const CAN_ANSWER_SQL = canAnswerInvitationSql('$3');
/** Counts only where the count decides about a place. */
const INVITATION_SQL = `(
  select json_build_object('my_status', mine.status, 'is_waiting', mine.waiting_since is not null,
    'can_answer', ${CAN_ANSWER_SQL}, 'end_time', ${isoTimeSql('e.end_time')}, 'places', e.places,
    'going_count', case when e.places is not null and ${CAN_ANSWER_SQL} then ${GOING_COUNT_SQL} end,
    'bring_max', e.bring_max)
  from event_invites mine where mine.event_id = e.id and mine.user_id = $1)`;

const pageSql = (after: string): string => `
  select (${unreadSql('$1')}) as unread_count,
    (select coalesce(json_agg(page order by page.id desc), '[]'::json) from (
      select n.id, n.kind, ${isoTimeSql('n.created_at')} as created_at, n.read_at is not null as is_read,
        case when a.id is not null then ${personSql('a')} end as actor,
        case when e.id is not null then json_build_object(
          'id', e.id, 'title', e.title, 'start_time', ${isoTimeSql('e.start_time')}) end as event,
        n.deleted_events,
        case when n.kind = 'request_received' then ${REQUEST_SQL} end as request,
        case when n.kind = 'invited' then ${INVITATION_SQL} end as invitation
      from notifications n
      left join events e on e.id = n.event_id
      left join users a on a.id = n.actor_id
      where n.user_id = $1 and ${canSeeNewsSql('$1')} ${after}
      order by n.id desc
      limit $2) page) as notifications`;

const FIRST_SQL = pageSql('');
const NEXT_SQL = pageSql('and n.id < $4');

export async function listNotifications(
  db: Queryable,
  { userId, before, limit, now }: { userId: string; before: number | null; limit: number; now: string },
): Promise<{ unread_count: number; notifications: NotificationRow[] }> {
  type Row = { unread_count: number; notifications: NotificationRow[] };
  const [row] = await (before === null
    ? db.query<Row>(FIRST_SQL, [userId, limit, now])
    : db.query<Row>(NEXT_SQL, [userId, limit, now, before]));
  if (row === undefined) throw new Error('A query of aggregates gave no row');
  return row;
}

const COUNTS_SQL = `
  select u.id as user_id, (${unreadSql('u.id')}) as unread_count
  from unnest((select $1::uuid[])) u (id)`;

export function countUnread(
  db: Queryable,
  userIds: readonly string[],
): Promise<{ user_id: string; unread_count: number }[]> {
  return db.query(COUNTS_SQL, [userIds]);
}

/** Merges with an unread notification of the same kind, event and person: a new id moves it to the top, because lists
 * sort by id. Rows of people are locked in one global order against concurrent deletions and senders. */
const INSERT_SQL = `
  insert into notifications (user_id, kind, event_id, actor_id, created_at)
  select u.id, $2, $3::bigint, $4::uuid, $5::timestamptz from users u
  where u.id = any($1::uuid[]) and u.id is distinct from $4::uuid
  order by u.id for key share
  on conflict (user_id, kind, event_id, actor_id) where read_at is null
  do update set id = default, created_at = excluded.created_at`;

/** `now`: when they are written. */
export type NewRows = {
  kind: NotificationKind;
  userIds: readonly string[];
  eventId: number | null;
  actorId: string | null;
  now: string;
};

export async function insertNotifications(tx: Queryable, news: NewRows): Promise<void> {
  await tx.query(INSERT_SQL, [news.userIds, news.kind, news.eventId, news.actorId, news.now]);
}

const INSERT_SHARING_SQL = `
  insert into notifications (user_id, kind, event_id, actor_id, created_at)
  select u.id, 'friend_sharing', $2::bigint, $3::uuid, $4::timestamptz from users u
  where u.id = any($1::uuid[]) order by u.id for key share
  on conflict do nothing returning user_id`;

/** Returns those who had not been told before. */
export async function insertSharingNotifications(
  tx: Queryable,
  { userIds, eventId, actorId, now }: Omit<NewRows, 'kind'>,
): Promise<string[]> {
  const rows = await tx.query<{ user_id: string }>(INSERT_SHARING_SQL, [userIds, eventId, actorId, now]);
  return rows.map((row) => row.user_id);
}

/** Named of one account, so that nobody crowds out what others have told of; and in one notification. */
const NAMED_MAX = { ofAccount: 10, inAll: 50 };
/** Between two events of about the same time. */
const NEAR_HOURS = 3;
/** The newest of a list, and how many more beside `more`. */
const newestSql = (events: string, more: string): string => `(
  select jsonb_build_object(
    'events', coalesce(jsonb_agg(item order by place) filter (where place <= ${NAMED_MAX.inAll}), '[]'),
    'more', ${more} + count(*) filter (where place > ${NAMED_MAX.inAll}))
  from jsonb_array_elements(${events}) with ordinality as all_of (item, place))`;
/** Of an unread notification, without what has begun since. */
const STILL_AHEAD_SQL = `(
  select coalesce(jsonb_agg(item), '[]') from jsonb_array_elements(notifications.deleted_events->'events') as known (item)
  where (item->>'start_time')::timestamptz > $2::timestamptz)`;
/** Of each guest, the newest invitations; whoever has more of them has none of the events named. */
const COMPARED_MAX = 1_000;
/** When the guest's events of others begin. */
const OTHERS_OF_GUEST_SQL = `
  select coalesce(array_agg(e.start_time) filter (where e.created_by <> $1 and ${notCancelledSql}), '{}') as starts,
    count(*) = ${COMPARED_MAX} as is_too_many
  from (
    select mine.event_id from event_invites mine where mine.user_id = guest.guest_id
    order by mine.event_id desc limit ${COMPARED_MAX}) newest
  join events e on e.id = newest.event_id`;
/** The guest has an event of somebody else's at about that time. It is not named then: whoever makes a second one of the same
 * name, and deletes their account, must not make guests of the first stay at home. */
const IS_AMBIGUOUS_SQL = `(others.is_too_many or exists (
  select from unnest(others.starts) other (start_time)
  where other.start_time between item_start - interval '${NEAR_HOURS} hours' and item_start + interval '${NEAR_HOURS} hours'))`;
/** A new account, which costs nothing to give up, names an event only to guests who have said that they come. */
const IS_UNPROVEN_SQL = `($4 and not ${isParticipantSql('guest.id')})`;
/** Of each guest, the events of the account that may be named, nearest first. */
const GUESTS_OF_DELETED_SQL = `
  select gone.guest_id, count(*) as total, coalesce(
    jsonb_agg(jsonb_build_object('title', gone.title, 'start_time', ${isoTimeSql('gone.start_time')}, 'time_zone', gone.time_zone)
      order by gone.nth) filter (where gone.nth <= ${NAMED_MAX.ofAccount} and not gone.is_unproven), '[]') as nearest
  from (
    select told.*, row_number() over (partition by told.guest_id order by told.is_unproven, told.start_time, told.title) as nth
    from (
      select guest.id as guest_id, ${IS_UNPROVEN_SQL} as is_unproven, e.title, e.start_time, e.time_zone
      from events e cross join lateral ${chatterIdsSql('e.id')} guest
      where e.created_by = $1 and guest.id <> $1 and ${notOverSql('$2')}
        and ($5::uuid[] is null or guest.id = any($5))) told) gone
  group by gone.guest_id`;
/** To whom the person's events matter that are not over: all but those who have declined. */
const INSERT_DELETED_SQL = `
  insert into notifications (user_id, kind, created_at, deleted_events)
  select u.id, $3, $2::timestamptz, case when $3 = 'event_deleted' then jsonb_build_object(
    'events', named.events, 'more', named.total - jsonb_array_length(named.events)) end
  from (
    select guest.guest_id, guest.total, (
      select coalesce(jsonb_agg(item order by place) filter (where not ${IS_AMBIGUOUS_SQL}), '[]')
      from (
        -- Cast once an event, not once for each of the guest's others; the offset keeps it here.
        select item, place, (item->>'start_time')::timestamptz as item_start
        from jsonb_array_elements(guest.nearest) with ordinality as all_of (item, place) offset 0) dated) as events
    from (${GUESTS_OF_DELETED_SQL}) guest
    cross join lateral (${OTHERS_OF_GUEST_SQL}) others
  ) named
  join users u on u.id = named.guest_id
  order by u.id for key share of u
  on conflict (user_id, kind, event_id, actor_id) where read_at is null
  do update set id = default, created_at = excluded.created_at,
    deleted_events = case when excluded.deleted_events is not null then ${newestSql(
      `(excluded.deleted_events->'events') || ${STILL_AHEAD_SQL}`,
      "(notifications.deleted_events->>'more')::int + (excluded.deleted_events->>'more')::int",
    )} end
  returning user_id`;

type Deleted = { creatorId: string; isNew: boolean; kind: 'event_deleted' | 'event_removed'; now: string };
/** `event_deleted` names the events, `event_removed` does not. Of these guests, or (null) of all. Returns whom it is for. */
export async function insertDeletedEvents(
  tx: Queryable,
  { creatorId, isNew, kind, now }: Deleted,
  guestIds: readonly string[] | null,
): Promise<string[]> {
  const params = [creatorId, now, kind, isNew, guestIds];
  return (await tx.query<{ user_id: string }>(INSERT_DELETED_SQL, params)).map((row) => row.user_id);
}

const DELETE_SQL = `
  delete from notifications
  where user_id = any($1::uuid[]) and kind = $2 and event_id is not distinct from $3 and ($4::uuid is null or actor_id = $4)`;

export async function deleteNotifications(tx: Queryable, news: Omit<NewRows, 'now'>): Promise<void> {
  await tx.query(DELETE_SQL, [news.userIds, news.kind, news.eventId, news.actorId]);
}

const DELETE_BETWEEN_SQL = `
  delete from notifications n
  where (n.user_id = $1 and (n.actor_id = $2 or n.event_id in (select id from events where created_by = $2)))
    or (n.user_id = $2 and (n.actor_id = $1 or n.event_id in (select id from events where created_by = $1)))`;

export async function deleteNotificationsBetween(
  tx: Queryable,
  userId: string,
  otherId: string,
): Promise<void> {
  await tx.query(DELETE_BETWEEN_SQL, [userId, otherId]);
}

const STARTED_SQL = `
  select e.id, e.start_time from events e
  where (e.start_time, e.id) > ($1, $2) and ${runningSql('$3')} and e.created_at < e.start_time
  order by e.start_time, e.id limit $4`;

export type Started = { id: number; start_time: string };

/** Events running at `now`, by start, that were created before it. */
export function listStarted(
  db: Queryable,
  { after, now, limit }: { after: Started; now: string; limit: number | null },
): Promise<Started[]> {
  return db.query(STARTED_SQL, [after.start_time, after.id, now, limit]);
}

const INSERT_LIVE_SQL = `
  insert into notifications (user_id, kind, event_id, created_at)
  select u.id, 'event_live', untold.event_id, $2::timestamptz
  from (
    select e.id as event_id, who.id as user_id
    from events e cross join lateral ${participantIdsSql('e.id')} who
    where e.id = any($1::bigint[]) and ${runningSql('$2')} and not exists (
      select from notifications n where n.user_id = who.id and n.event_id = e.id and n.kind = 'event_live')
    limit $3
  ) untold
  join users u on u.id = untold.user_id
  order by u.id, untold.event_id
  for key share of u
  on conflict do nothing
  returning user_id, event_id`;

/** To participants of these events, if running at `now`, who have not been told. Returns them. */
export const insertLiveNotifications = (
  tx: Queryable,
  { eventIds, now, limit }: { eventIds: readonly number[]; now: string; limit: number | null },
): Promise<{ user_id: string; event_id: number }[]> => tx.query(INSERT_LIVE_SQL, [eventIds, now, limit]);

const MARK_READ_SQL = `
  update notifications set read_at = $3 where id = any(array(
    select id from notifications where user_id = $1 and id <= $2 and read_at is null order by id desc limit $4))
  and read_at is null returning id`;

export const markRead = async (
  db: Queryable,
  { userId, upToId, now, limit }: { userId: string; upToId: number; now: string; limit: number },
): Promise<number> => (await db.query(MARK_READ_SQL, [userId, upToId, now, limit])).length;

export async function listNotified(db: Queryable, since: string): Promise<string[]> {
  const sql = 'select distinct user_id from notifications where created_at > $1';
  return (await db.query<{ user_id: string }>(sql, [since])).map((row) => row.user_id);
}

const TRIM_SQL = `
  delete from notifications where id = any(array(
    select ranked.id
    from unnest((select $1::uuid[])) person (id)
    cross join lateral (
      select counted.id, counted.nth_of_actor, row_number() over (order by counted.nth_of_actor > $3, counted.id desc) as nth
      from (
        select n.id, row_number() over (partition by n.actor_id order by n.id desc) as nth_of_actor
        from notifications n where n.user_id = person.id) counted) ranked
    where exists (select from notifications n where n.user_id = person.id offset $3 limit 1)
      and (ranked.nth > $2 or ranked.nth_of_actor > $3)
    limit $4))
  returning id`;

/** Deletes what exceeds the newest `kept`, and the newest `keptOfActor` of one other person, of each of these people;
 * returns how many. */
export async function deleteSurplus(
  db: Queryable,
  userIds: readonly string[],
  { kept, keptOfActor, limit }: { kept: number; keptOfActor: number; limit: number },
): Promise<number> {
  return (await db.query(TRIM_SQL, [userIds, kept, keptOfActor, limit])).length;
}

const SWEEP_SQL = `
  delete from notifications where id = any(array(
    select id from notifications
    where created_at < $1 and (read_at is not null or created_at < $2)
    order by created_at limit $3 for update skip locked))
  returning id`;

/** At most `limit`; returns the count. */
export async function deleteOld(
  db: Queryable,
  { readBefore, before, limit }: { readBefore: string; before: string; limit: number },
): Promise<number> {
  return (await db.query(SWEEP_SQL, [readBefore, before, limit])).length;
}
