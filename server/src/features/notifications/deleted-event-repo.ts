import { chatterIdsSql, isParticipantSql } from '#server/access/event-roles.ts';
import { notCancelledSql, notOverSql } from '#server/access/event-times.ts';
import type { Queryable } from '#server/db/database.ts';
import { isoTimeSql } from '#server/db/sql.ts';

/** Named events per account, so that nobody crowds out others, and per notification. */
const NAMED_MAX = { ofAccount: 10, inAll: 50 };
const NEAR_HOURS = 3;
const newestSql = (events: string, more: string): string => `(
  select jsonb_build_object(
    'events', coalesce(jsonb_agg(item order by place) filter (where place <= ${NAMED_MAX.inAll}), '[]'),
    'more', ${more} + count(*) filter (where place > ${NAMED_MAX.inAll}))
  from jsonb_array_elements(${events}) with ordinality as all_of (item, place))`;
const STILL_AHEAD_SQL = `(
  select coalesce(jsonb_agg(item), '[]') from jsonb_array_elements(notifications.deleted_events->'events') as known (item)
  where (item->>'start_time')::timestamptz > $2::timestamptz)`;
/** Notifications of earlier releases have no count and stand for one event. */
const UNNAMED_BEFORE_SQL = `coalesce((notifications.deleted_events->>'more')::int, 1)`;
/** Newest invitations that are compared; a guest with so many is told no name. */
const COMPARED_MAX = 1_000;
const OTHERS_OF_GUEST_SQL = `
  select coalesce(array_agg(e.start_time) filter (where e.created_by <> $1 and ${notCancelledSql}), '{}') as starts,
    count(*) = ${COMPARED_MAX} as is_too_many
  from (
    select mine.event_id from event_invites mine where mine.user_id = guest.guest_id
    order by mine.event_id desc limit ${COMPARED_MAX}) newest
  join events e on e.id = newest.event_id`;
/** The guest has somebody else's event at about that time. Then none is named: otherwise somebody could make an event of the same
 * name and delete their account, so that guests of the real event stay at home. */
const IS_AMBIGUOUS_SQL = `(others.is_too_many or exists (
  select from unnest(others.starts) other (start_time)
  where other.start_time between item_start - interval '${NEAR_HOURS} hours' and item_start + interval '${NEAR_HOURS} hours'))`;
/** New accounts cost nothing, so their deleted events are named only to guests who answered Going or Maybe. */
const IS_UNPROVEN_SQL = `($4 and not ${isParticipantSql('guest.id')})`;
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
/** For all guests of events that are not over but those who have declined. */
const INSERT_DELETED_SQL = `
  insert into notifications (user_id, kind, created_at, deleted_events)
  select u.id, $3, $2::timestamptz,
    jsonb_build_object('events', named.events, 'more', named.total - jsonb_array_length(named.events))
  from (
    select guest.guest_id, guest.total, (
      select coalesce(jsonb_agg(item order by place) filter (where $3 = 'event_deleted' and not ${IS_AMBIGUOUS_SQL}), '[]')
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
    deleted_events = ${newestSql(
      `(excluded.deleted_events->'events') || ${STILL_AHEAD_SQL}`,
      `${UNNAMED_BEFORE_SQL} + (excluded.deleted_events->>'more')::int`,
    )}
  returning user_id`;

type Deleted = { creatorId: string; isNew: boolean; kind: 'event_deleted' | 'event_removed'; now: string };
/** Only `event_deleted` names the events. `guestIds` null: all. Returns the recipients. */
export async function insertDeletedEvents(
  tx: Queryable,
  { creatorId, isNew, kind, now }: Deleted,
  guestIds: readonly string[] | null,
): Promise<string[]> {
  const params = [creatorId, now, kind, isNew, guestIds];
  return (await tx.query<{ user_id: string }>(INSERT_DELETED_SQL, params)).map((row) => row.user_id);
}

const INSERT_REMOVED_SQL = `
  insert into notifications (user_id, kind, created_at, deleted_events)
  select u.id, $2, $3::timestamptz, '{"events": [], "more": 1}' from users u
  where u.id = any($1::uuid[])
  order by u.id for key share
  on conflict (user_id, kind, event_id, actor_id) where read_at is null
  do update set id = default, created_at = excluded.created_at,
    deleted_events = jsonb_build_object('events', '[]'::jsonb, 'more', ${UNNAMED_BEFORE_SQL} + 1)`;

type Removed = { kind: 'event_removed' | 'own_event_removed'; userIds: readonly string[]; now: string };
/** Of one event that the operator removed: unread ones are counted, none is named (OPS-12). */
export async function insertRemovedEvent(tx: Queryable, { kind, userIds, now }: Removed): Promise<void> {
  await tx.query(INSERT_REMOVED_SQL, [userIds, kind, now]);
}
