import type { CompleteEventInput } from '@hereabouts/contract/events';
import { DESCRIPTION_PREVIEW_MAX } from '@hereabouts/contract/limits';
import type { Queryable } from '#server/db/database.ts';
import type { InviteStatus } from '#server/db/schema.ts';
import { notBlockedSql } from '#server/features/blocks/policy.ts';
import { uncountedSql } from '#server/features/chat/policy.ts';
import { friendIdsSql } from '#server/features/friendships/policy.ts';
import { visibleSql } from './policy.ts';

export type EventRow = {
  id: number;
  title: string;
  description: string;
  image: string | null;
  location_name: string;
  location_address: string;
  location_latitude: number;
  location_longitude: number;
  start_time: string;
  end_time: string;
  is_private: boolean;
  created_by: string;
  created_at: string;
  updated_at: string;
  /** Null unless the event was cancelled. */
  cancelled_at: string | null;
};

/** How far the chat goes and how far the viewer has read it; 0 for nothing yet. */
type ChatColumns = { chat_last_seq: number; chat_read_seq: number; chat_uncounted: number };

export type EventDetailRow = EventRow &
  ChatColumns & {
    host_name: string;
    host_image: string | null;
    /** Null when the viewer has no invite. */
    my_status: InviteStatus | null;
    /** Everyone invited who exists for the viewer, but the creator; by name. */
    invites: { user: { id: string; name: string; image: string | null }; status: InviteStatus }[];
  };

export type HomeRow = Omit<EventRow, 'description' | 'location_address' | 'created_at' | 'updated_at'> &
  ChatColumns & {
    /** One character more than a card shows, where there is one. */
    description_start: string;
    my_status: InviteStatus | null;
    /** 0 while the event runs, 1 before. */
    section: number;
    /** What its section is sorted by: the end of a running event, the start of another. */
    sort_time: string;
  };

/** Place in the home list: section, time and id of the last event shown. */
export type HomeKey = readonly [section: number, time: string, id: number];

const CHAT_COLUMNS =
  'coalesce(room.last_seq, 0) as chat_last_seq, coalesce(chat_read.last_seq, 0) as chat_read_seq';
/** Over `events e`. `viewer` is trusted SQL. */
const chatJoins = (viewer: string): string => `
  left join chat_room room on room.event_id = e.id
  left join chat_read on chat_read.event_id = e.id and chat_read.user_id = ${viewer}`;

const DETAIL_SQL = `
  select e.id, e.title, e.description, e.image, e.location_name, e.location_address, e.location_latitude,
    e.location_longitude, e.start_time, e.end_time, e.is_private, e.created_by, e.created_at, e.updated_at, e.cancelled_at, ${CHAT_COLUMNS},
    ${uncountedSql({ viewer: '$2', roomId: 'room.id', readSeq: 'coalesce(chat_read.last_seq, 0)', lastSeq: 'room.last_seq' })} as chat_uncounted, h.name as host_name, h.image as host_image, mine.status as my_status,
    (select coalesce(json_agg(json_build_object(
        'user', json_build_object('id', u.id, 'name', u.name, 'image', u.image), 'status', i.status)
        order by lower(u.name), u.id), '[]'::json)
      from event_invites i join users u on u.id = i.user_id
      where i.event_id = e.id and i.user_id <> e.created_by and ${notBlockedSql('$2', 'i.user_id')}) as invites
  from events e
  join users h on h.id = e.created_by
  left join event_invites mine on mine.event_id = e.id and mine.user_id = $2 ${chatJoins('$2')}
  where e.id = $1 and ${visibleSql('$2', 'mine.user_id is not null')}`;

/** Undefined alike for what does not exist and what the viewer may not see. */
export async function findEventDetail(
  db: Queryable,
  eventId: number,
  viewerId: string,
): Promise<EventDetailRow | undefined> {
  const [row] = await db.query<EventDetailRow>(DETAIL_SQL, [eventId, viewerId]);
  return row;
}

/** A cancelled event never runs (SAFE-04): it stands among the others until it would have ended. */
const RUNS_SQL = 'e.start_time <= $3 and e.cancelled_at is null';

const CARD_COLUMNS = `e.id, e.title, left(e.description, ${DESCRIPTION_PREVIEW_MAX + 1}) as description_start, e.image,
    e.location_name, e.location_latitude, e.location_longitude, e.start_time, e.end_time, e.is_private, e.created_by, e.cancelled_at,
    case when ${RUNS_SQL} then 0 else 1 end as section,
    case when ${RUNS_SQL} then e.end_time else e.start_time end as sort_time`;

const homeSql = (after: string): string => `
  select mine.*, ${uncountedSql({ viewer: '$1', roomId: 'mine.chat_room_id', readSeq: 'mine.chat_read_seq', lastSeq: 'mine.chat_last_seq' })} as chat_uncounted
  from (
    select ${CARD_COLUMNS}, i.status as my_status, room.id as chat_room_id, ${CHAT_COLUMNS}
    from event_invites i join events e on e.id = i.event_id ${chatJoins('$1')}
    where i.user_id = $1 and e.end_time >= $2 and ${notBlockedSql('$1', 'e.created_by')}
    union all
    select ${CARD_COLUMNS}, null, room.id, ${CHAT_COLUMNS}
    from events e ${chatJoins('$1')}
    where e.created_by = $1 and e.end_time >= $2
      and not exists (select from event_invites i where i.event_id = e.id and i.user_id = $1)
  ) mine
  ${after}
  order by section, sort_time, id
  limit $4`;

const HOME_FIRST_SQL = homeSql('');
const HOME_NEXT_SQL = homeSql('where (section, sort_time, id) > ($5::int, $6::timestamptz, $7::bigint)');

/**
 * Events the person created or is invited to, each once, none that has ended by `now`: running ones by end, then the
 * others by start. What runs is judged at `asOf`, so that the pages of one list agree.
 */
export function listHome(
  db: Queryable,
  {
    userId,
    now,
    asOf,
    after,
    limit,
  }: { userId: string; now: string; asOf: string; after: HomeKey | null; limit: number },
): Promise<HomeRow[]> {
  const params = [userId, now, asOf, limit];
  return after === null
    ? db.query<HomeRow>(HOME_FIRST_SQL, params)
    : db.query<HomeRow>(HOME_NEXT_SQL, [...params, ...after]);
}

const HOLD_EVENT_SQL = 'select from events where id = $1 for key share';

/** Waits for a change of the event that is under way, and keeps further ones out until the transaction ends. */
export async function holdEvent(tx: Queryable, eventId: number): Promise<void> {
  await tx.query(HOLD_EVENT_SQL, [eventId]);
}

const VISIBLE_SQL = `select e.id from events e where e.id = $1 and ${visibleSql('$2')}`;

export async function isVisible(db: Queryable, eventId: number, viewerId: string): Promise<boolean> {
  return (await db.query(VISIBLE_SQL, [eventId, viewerId])).length > 0;
}

export type OwnEventRow = Omit<EventRow, 'created_at' | 'updated_at'>;

const LOCK_OWN_SQL = `
  select id, title, description, image, location_name, location_address, location_latitude, location_longitude,
    start_time, end_time, is_private, created_by, cancelled_at from events
  where id = $1 and created_by = $2 for update`;

/** Holds the event until the transaction ends: changes to it and its guest list happen one after the other. */
export async function lockOwnEvent(
  tx: Queryable,
  eventId: number,
  creatorId: string,
): Promise<OwnEventRow | undefined> {
  const [row] = await tx.query<OwnEventRow>(LOCK_OWN_SQL, [eventId, creatorId]);
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
});

/** Its id; null where the creator has made an event under this key before. */
export async function insertEvent(
  tx: Queryable,
  values: EventValues,
  { creatorId, key, now }: { creatorId: string; key: string | null; now: string },
): Promise<number | null> {
  const row = await tx.kysely
    .insertInto('events')
    .values({
      ...columnsOf(values),
      created_by: creatorId,
      creation_key: key,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.columns(['created_by', 'creation_key']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

export async function findCreatedEvent(
  db: Queryable,
  { creatorId, key }: { creatorId: string; key: string },
): Promise<number | null> {
  const row = await db.kysely
    .selectFrom('events')
    .select('id')
    .where('created_by', '=', creatorId)
    .where('creation_key', '=', key)
    .executeTakeFirst();
  return row?.id ?? null;
}

export async function updateEvent(
  tx: Queryable,
  eventId: number,
  values: EventValues,
  now: string,
): Promise<void> {
  await tx.kysely
    .updateTable('events')
    .set({ ...columnsOf(values), updated_at: now })
    .where('id', '=', eventId)
    .execute();
}

const CANCEL_SQL = `
  with unshared as (delete from live_sharing where event_id = $1 returning user_id),
    unset as (delete from meeting_points where event_id = $1),
    cancelled as (update events set cancelled_at = $2, updated_at = $2 where id = $1)
  select user_id from unshared`;

/** Takes the consents to share and the meeting point away with it; returns who was sharing. */
export async function cancelEvent(tx: Queryable, eventId: number, now: string): Promise<string[]> {
  const rows = await tx.query<{ user_id: string }>(CANCEL_SQL, [eventId, now]);
  return rows.map((row) => row.user_id);
}

const GUESTS_SQL = `
  select i.user_id, i.status from event_invites i join events e on e.id = i.event_id
  where i.event_id = $1 and i.user_id <> e.created_by`;

/** Everyone invited but the creator. */
export function listGuests(
  tx: Queryable,
  eventId: number,
): Promise<{ user_id: string; status: InviteStatus }[]> {
  return tx.query(GUESTS_SQL, [eventId]);
}

const INSERT_OWN_INVITE_SQL = `
  insert into event_invites (event_id, user_id, status, created_at, updated_at)
  values ($1, $2, 'accepted', $3, $3)`;

export async function insertCreatorInvite(
  tx: Queryable,
  eventId: number,
  creatorId: string,
  now: string,
): Promise<void> {
  await tx.query(INSERT_OWN_INVITE_SQL, [eventId, creatorId, now]);
}

const INSERT_INVITES_SQL = `
  insert into event_invites (event_id, user_id, created_at, updated_at)
  select $1, f.id, $4, $4 from ${friendIdsSql('$2')} f where f.id = any($3::uuid[])
  returning user_id`;

const HOLD_FRIENDSHIPS_SQL = `
  select from friendships
  where status = 'accepted'
    and (requester_id = $1 and addressee_id = any($2::uuid[]) or addressee_id = $1 and requester_id = any($2::uuid[]))
  order by id for share`;

/** Keeps friendships as they are: who ends one meanwhile, by a block say, waits and then finds the invite (SAFE-01). */
export const holdFriendships = (tx: Queryable, userId: string, friendIds: readonly string[]) =>
  tx.query(HOLD_FRIENDSHIPS_SQL, [userId, friendIds]);

/** Invites those of `userIds` who are accepted friends of the creator, and tells how many they were. */
export async function insertFriendInvites(
  tx: Queryable,
  {
    eventId,
    creatorId,
    userIds,
    now,
  }: { eventId: number; creatorId: string; userIds: readonly string[]; now: string },
): Promise<number> {
  return (await tx.query(INSERT_INVITES_SQL, [eventId, creatorId, userIds, now])).length;
}

const DELETE_INVITES_SQL = 'delete from event_invites where event_id = $1 and user_id = any($2::uuid[])';

export async function deleteInvites(
  tx: Queryable,
  eventId: number,
  userIds: readonly string[],
): Promise<void> {
  await tx.query(DELETE_INVITES_SQL, [eventId, userIds]);
}

const DELETE_SHARING_SQL = `
  delete from live_sharing where event_id = $1 and ($2::uuid[] is null or user_id = any($2)) returning user_id`;

/** Takes the consents of these people, or of everybody, to share where they are; returns who had given it. */
export async function deleteSharing(
  db: Queryable,
  eventId: number,
  userIds: readonly string[] | null,
): Promise<string[]> {
  const rows = await db.query<{ user_id: string }>(DELETE_SHARING_SQL, [eventId, userIds]);
  return rows.map((row) => row.user_id);
}

const RESET_INVITES_SQL = `
  update event_invites set status = 'pending', updated_at = $3
  where event_id = $1 and user_id = any($2::uuid[]) and status <> 'pending'
  returning user_id`;

/** Returns those who had answered. */
export async function resetInvites(
  tx: Queryable,
  eventId: number,
  userIds: readonly string[],
  now: string,
): Promise<string[]> {
  const rows = await tx.query<{ user_id: string }>(RESET_INVITES_SQL, [eventId, userIds, now]);
  return rows.map((row) => row.user_id);
}
