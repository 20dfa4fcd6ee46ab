import type { CompleteEventInput, EventDetail, RecentPlace } from '@hereabouts/contract/events';
import type { Person } from '@hereabouts/contract/person';
import { notBlockedSql } from '#server/access/blocked.ts';
import { isHiddenMessageSql, uncountedSql } from '#server/access/chat.ts';
import {
  isGuestSql,
  isHostSql,
  joinOwnInviteSql,
  ROLE_COLUMNS,
  type Role,
} from '#server/access/event-roles.ts';
import { canSeeRemovedSql, visibleByInviteSql } from '#server/access/events.ts';
import type { Queryable } from '#server/db/database.ts';
import type { InviteStatus } from '#server/db/schema.ts';
import { isoTimeSql, personSql } from '#server/db/sql.ts';
import type { HeldEvent } from '#server/events/event-access.ts';
import { GOING_COUNT_SQL, otherCountsSql } from '#server/events/guest-counts.ts';
import { PLACE_IN_QUEUE_SQL } from '#server/events/places.ts';
import type { OwnedRows } from '#server/rate-limits/stored-rows.ts';

export type EventRow = Omit<HeldEvent, 'creation_attempt'> & { tint: string | null };

export type ChatColumns = { chat_last_seq: number; chat_read_seq: number; chat_uncounted: number };

export type EventDetailRow = EventRow &
  Role &
  ChatColumns & {
    created_at: string;
    updated_at: string;
    host_name: string;
    host_image: string | null;
    going_count: number;
    my_answered_at: string | null;
    my_brings: number;
    my_place_in_queue: number | null;
    /** 0 for others than hosts. */
    removed_count: number;
    /** Null for a viewer who is not a guest. */
    other_counts: EventDetail['other_counts'];
    announcement: { message: string; author: Person | null; made_at: string } | null;
    /** By name, without hidden people. Empty for a viewer who is not a guest. */
    invites: {
      user: Person;
      status: InviteStatus;
      is_co_host: boolean;
      brings: number;
      is_waiting: boolean;
    }[];
  };

export const CHAT_COLUMNS =
  'coalesce(room.last_seq, 0) as chat_last_seq, coalesce(chat_read.last_seq, 0) as chat_read_seq';
export const chatJoins = (viewer: string): string => `
  left join chat_room room on room.event_id = e.id
  left join chat_read on chat_read.event_id = e.id and chat_read.user_id = ${viewer}`;

/** The latest announcement that the viewer may see and no host took down. If its message was removed, none is shown, except that a
 * co-host's gives way to the creator's latest one. */
const announcementSql = (viewer: string): string => `(
    select json_build_object('message', m.message, 'made_at', ${isoTimeSql('last.made_at')},
      'author', case when author.id is not null then ${personSql('author')} end)
    from (select * from (
        select a.made_at, a.message_id, said.kind, said.user_id, row_number() over (order by a.made_at desc) as place
        from announcements a join chat_message said on said.id = a.message_id
        where a.event_id = e.id and a.taken_down_at is null and not ${isHiddenMessageSql(viewer, 'said')}) up
      where (up.place = 1 and up.kind = 'announcement') or up.user_id = e.created_by
      order by up.made_at desc limit 1) last
    join chat_message m on m.id = last.message_id left join users author on author.id = m.user_id
    where m.kind = 'announcement' and ${isGuestSql(viewer)})`;

export const TINT_SQL = '(select u.tint from uploads u where u.path = e.image) as tint';

const UNCOUNTED_SQL = uncountedSql({
  viewer: '$2',
  roomId: 'room.id',
  readSeq: 'coalesce(chat_read.last_seq, 0)',
  lastSeq: 'room.last_seq',
});
const DETAIL_SQL = `
  select e.id, e.title, e.description, e.image, ${TINT_SQL}, e.location_name, e.location_address, e.location_latitude,
    e.location_longitude, e.start_time, e.end_time, e.is_private, e.places, e.bring_max, e.created_at, e.updated_at,
    e.cancelled_at, ${ROLE_COLUMNS}, ${CHAT_COLUMNS},
    mine.updated_at as my_answered_at, coalesce(mine.brings, 0) as my_brings, ${PLACE_IN_QUEUE_SQL} as my_place_in_queue,
    ${UNCOUNTED_SQL} as chat_uncounted, h.name as host_name, h.image as host_image,
    ${GOING_COUNT_SQL} as going_count,
    case when ${isGuestSql('$2')} then ${otherCountsSql('$2')} end as other_counts,
    case when ${isHostSql('$2')} then (select count(*)::int from removed_guests r
      where r.event_id = e.id and ${canSeeRemovedSql('$2', 'r.user_id')})
      else 0 end as removed_count,
    ${announcementSql('$2')} as announcement,
    (select coalesce(json_agg(json_build_object(
        'user', ${personSql('u')}, 'status', i.status, 'is_co_host', i.is_co_host,
        'brings', i.brings, 'is_waiting', i.waiting_since is not null)
        order by lower(u.name), u.id), '[]'::json)
      from event_invites i join users u on u.id = i.user_id
      where i.event_id = e.id and ${isGuestSql('$2')}
        and ${notBlockedSql('$2', 'i.user_id')}) as invites
  from events e
  join users h on h.id = e.created_by
  ${joinOwnInviteSql('$2')} ${chatJoins('$2')}
  where e.id = $1 and ${visibleByInviteSql('$2')}`;

/** Undefined alike for a missing and an invisible event. */
export async function findEventDetail(
  db: Queryable,
  eventId: number,
  viewerId: string,
): Promise<EventDetailRow | undefined> {
  const [row] = await db.query<EventDetailRow>(DETAIL_SQL, [eventId, viewerId]);
  return row;
}

type EventValues = Omit<CompleteEventInput, 'invitee_ids'>;

const columnsOf = (values: EventValues) => ({
  title: values.title,
  description: values.description,
  image: values.image,
  location_name: values.location_name,
  location_address: values.location_address,
  location_latitude: values.location_latitude,
  location_longitude: values.location_longitude,
  start_time: values.start_time,
  end_time: values.end_time,
  is_private: values.is_private,
  places: values.places ?? null,
  bring_max: values.bring_max ?? 0,
});

/** Null if the creator has used the key before. `attempt`: as in `NewEvent`. */
export async function insertEvent(
  tx: Queryable,
  values: EventValues,
  {
    creatorId,
    key,
    attempt,
    timeZone,
    now,
  }: { creatorId: string; key: string | null; attempt: number; timeZone: string | null; now: string },
): Promise<number | null> {
  const insert = tx.kysely
    .insertInto('events')
    .values({
      ...columnsOf(values),
      created_by: creatorId,
      creation_key: key,
      creation_attempt: key === null ? null : attempt,
      creation_saved_at: key === null ? null : now,
      time_zone: timeZone,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.columns(['created_by', 'creation_key']).doNothing())
    .returning('id');
  const [row] = await tx.query(insert.compile());
  return row?.id ?? null;
}

export type CreatedEvent = {
  id: number;
  title: string;
  start_time: string;
  created_at: string;
};

const CREATED_SQL = `
  select id, title, ${isoTimeSql('start_time')} as start_time, ${isoTimeSql('created_at')} as created_at
  from events where created_by = $1 and creation_key = $2`;

export const findCreatedEvent = (
  db: Queryable,
  { creatorId, key }: { creatorId: string; key: string },
): Promise<CreatedEvent | null> =>
  db.query<CreatedEvent>(CREATED_SQL, [creatorId, key]).then(([row]) => row ?? null);

const RECENT_PLACES_SQL = `
  select location_name as name, location_address as address, location_latitude as latitude, location_longitude as longitude
  from events where created_by = $1 group by 1, 2, 3, 4 order by max(id) desc limit $2`;

export const listRecentPlaces = (db: Queryable, creatorId: string, limit: number): Promise<RecentPlace[]> =>
  db.query(RECENT_PLACES_SQL, [creatorId, limit]);

export const CREATED_BY: OwnedRows = { table: 'events', owner: 'created_by', at: 'created_at' };

/** `attempt`: set if this retries the creation; null for an edit. */
export async function updateEvent(
  tx: Queryable,
  eventId: number,
  values: EventValues,
  { now, attempt }: { now: string; attempt: number | null },
): Promise<void> {
  const update = tx.kysely
    .updateTable('events')
    .set({
      ...columnsOf(values),
      updated_at: now,
      creation_attempt: attempt,
      creation_saved_at: attempt === null ? null : now,
    })
    .where('id', '=', eventId);
  await tx.query(update.compile());
}

/** Of a retry that changes nothing: for calendars the event stays as it was. */
export async function updateCreationAttempt(tx: Queryable, eventId: number, attempt: number): Promise<void> {
  await tx.query('update events set creation_attempt = $2 where id = $1', [eventId, attempt]);
}

const CANCEL_SQL = 'update events set cancelled_at = $2, updated_at = $2 where id = $1';

export async function cancelEvent(tx: Queryable, eventId: number, now: string): Promise<void> {
  await tx.query(CANCEL_SQL, [eventId, now]);
}

export type RemovedEvent = { id: number; created_by: string; image: string | null };

const LOCK_SQL = 'select id, created_by, image from events where id = $1 for update';

export async function lockEvent(tx: Queryable, eventId: number): Promise<RemovedEvent | undefined> {
  const [row] = await tx.query<RemovedEvent>(LOCK_SQL, [eventId]);
  return row;
}

/** Foreign keys delete its chat, answers and notifications. */
export async function deleteEvent(tx: Queryable, eventId: number): Promise<void> {
  await tx.query('delete from events where id = $1', [eventId]);
}

const CLEAR_IMAGE_SQL = `
  update events e set image = null, updated_at = $2
  where e.id in (select id from events where image = $1 order by id limit $3::bigint for no key update)
  returning e.id, array(
    select i.user_id from event_invites i where i.event_id = e.id union select e.created_by) as people_ids`;

/** `limit` null: from all events. Returns them with their creators and guests. */
export const clearImage = (
  tx: Queryable,
  { path, now, limit }: { path: string; now: string; limit: number | null },
): Promise<{ id: number; people_ids: string[] }[]> => tx.query(CLEAR_IMAGE_SQL, [path, now, limit]);
