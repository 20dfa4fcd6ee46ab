import { notBlockedSql } from '#server/access/blocked.ts';
import { joinOwnInviteSql, ROLE_COLUMNS, type Role } from '#server/access/event-roles.ts';
import { notOverSql } from '#server/access/event-times.ts';
import { canHostSql, visibleByInviteSql } from '#server/access/events.ts';
import { friendIdsSql, friendshipsWithSql } from '#server/access/friends.ts';
import { notSuspendedSql } from '#server/access/suspended.ts';
import type { Queryable } from '#server/db/database.ts';
import type { InviteStatus } from '#server/db/schema.ts';
import { partPattern } from '#server/db/sql.ts';
import type { NameKey } from '#server/http/page-cursor.ts';
import { PLACES_COLUMNS, type PlacesRow, type Seat } from '#server/events/places.ts';

export type InvitableRow = {
  id: string;
  name: string;
  email: string | null;
  image: string | null;
  sort_name: string;
};

export type InvitableEventRow = Role & {
  id: number;
  title: string;
  image: string | null;
  start_time: string;
  end_time: string;
  cancelled_at: string | null;
  has_friends: boolean;
  friends: InvitableRow[];
};

export async function findInvitable(
  db: Queryable,
  {
    eventId,
    viewerId,
    search,
    after,
    limit,
  }: { eventId: number; viewerId: string; search: string; after: NameKey | null; limit: number },
): Promise<InvitableEventRow | undefined> {
  const params: unknown[] = [eventId, viewerId, limit];
  const bind = (value: unknown, type: string) => `$${params.push(value)}::${type}`;
  const conditions = [
    canHostSql('invite', '$2'),
    notSuspendedSql('u.id'),
    'u.id <> e.created_by',
    notBlockedSql('e.created_by', 'u.id'),
    'not exists (select from event_invites i where i.event_id = e.id and i.user_id = u.id)',
  ];
  if (after !== null) {
    conditions.push(`(lower(u.name), u.id) > (${bind(after[0], 'text')}, ${bind(after[1], 'uuid')})`);
  }
  // Friends see each other's addresses, so these may be searched.
  if (search !== '') {
    const like = `like lower(${bind(partPattern(search), 'text')})`;
    conditions.push(`(lower(u.name) ${like} or lower(u.email) ${like})`);
  }
  const [row] = await db.query<InvitableEventRow>(
    `select e.id, e.title, e.image, e.start_time, e.end_time, e.cancelled_at, ${ROLE_COLUMNS},
      exists ${friendIdsSql('$2')} as has_friends,
      (select coalesce(json_agg(page order by page.sort_name, page.id), '[]'::json) from (
        select u.id, u.name, u.email, u.image, lower(u.name) as sort_name
        from ${friendIdsSql('$2')} f join users u on u.id = f.id
        where ${conditions.join(' and ')}
        order by lower(u.name), u.id
        limit $3) page) as friends
    from events e ${joinOwnInviteSql('$2')}
    where e.id = $1 and ${visibleByInviteSql('$2')}`,
    params,
  );
  return row;
}

const GUEST_IDS_SQL = 'select user_id from event_invites where event_id = $1';

export async function listInvitedIds(tx: Queryable, eventId: number): Promise<string[]> {
  const rows = await tx.query<{ user_id: string }>(GUEST_IDS_SQL, [eventId]);
  return rows.map((row) => row.user_id);
}

export type GuestRow = Role &
  PlacesRow & { end_time: string; cancelled_at: string | null; brings: number; waiting_since: string | null };

const GUEST_SQL = `
  select ${ROLE_COLUMNS}, e.end_time, e.cancelled_at, coalesce(mine.brings, 0) as brings, mine.waiting_since, ${PLACES_COLUMNS}
  from events e ${joinOwnInviteSql('$2')}
  where e.id = $1 and ${visibleByInviteSql('$2')}`;

export async function findGuest(
  tx: Queryable,
  eventId: number,
  viewerId: string,
): Promise<GuestRow | undefined> {
  const [row] = await tx.query<GuestRow>(GUEST_SQL, [eventId, viewerId]);
  return row;
}

const SAVE_ANSWER_SQL = `
  insert into event_invites (event_id, user_id, status, brings, waiting_since, created_at, updated_at, invited_by)
  values ($1, $2, $3, $4, $5, $6, $6, $7)
  on conflict (event_id, user_id) do update set status = excluded.status, brings = excluded.brings,
    waiting_since = excluded.waiting_since, updated_at = excluded.updated_at,
    is_co_host = event_invites.is_co_host and excluded.status <> 'declined'`;

/** `invitedBy`: for a new guest. */
export async function saveAnswer(
  tx: Queryable,
  {
    eventId,
    userId,
    seat,
    now,
    invitedBy = null,
  }: { eventId: number; userId: string; seat: Seat; now: string; invitedBy?: string | null },
): Promise<void> {
  const { status, brings, waitingSince } = seat;
  await tx.query(SAVE_ANSWER_SQL, [eventId, userId, status, brings, waitingSince, now, invitedBy]);
}

const PLACES_SQL = `select ${PLACES_COLUMNS} from events e where e.id = $1`;

export async function findPlaces(tx: Queryable, eventId: number): Promise<PlacesRow> {
  const [row] = await tx.query<PlacesRow>(PLACES_SQL, [eventId]);
  return row ?? { places: null, bring_max: 0, going: 0, last_wait: null, least_wait: null };
}

export type ListedGuest = {
  user_id: string;
  status: InviteStatus;
  is_co_host: boolean;
  is_waiting: boolean;
};

const GUESTS_SQL = `
  select i.user_id, i.status, i.is_co_host, i.waiting_since is not null as is_waiting
  from event_invites i join events e on e.id = i.event_id
  where i.event_id = $1 and i.user_id <> e.created_by`;

export function listGuests(tx: Queryable, eventId: number): Promise<ListedGuest[]> {
  return tx.query(GUESTS_SQL, [eventId]);
}

const CREATOR_SQL = `select e.created_by from events e where e.id = $1 and ${canHostSql('invite', '$2')}`;

/** Undefined unless `hostId` may invite. */
export async function findCreator(
  tx: Queryable,
  eventId: number,
  hostId: string,
): Promise<string | undefined> {
  const [row] = await tx.query<{ created_by: string }>(CREATOR_SQL, [eventId, hostId]);
  return row?.created_by;
}

const UNBLOCKED_SQL = `
  select other.id from unnest($2::uuid[]) other (id) where other.id <> $1 and ${notBlockedSql('$1', 'other.id')}`;

export async function listUnblocked(
  tx: Queryable,
  userId: string,
  otherIds: readonly string[],
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(UNBLOCKED_SQL, [userId, otherIds]);
  return rows.map((row) => row.id);
}

const HIDDEN_SQL = `
  select i.user_id from event_invites i
  where i.event_id = $1 and i.user_id <> $2 and not ${notBlockedSql('$2', 'i.user_id')}`;

export async function listHidden(tx: Queryable, eventId: number, viewerId: string): Promise<string[]> {
  const rows = await tx.query<{ user_id: string }>(HIDDEN_SQL, [eventId, viewerId]);
  return rows.map((row) => row.user_id);
}

const ANONYMOUS_SQL = `
  select i.user_id from event_invites i join users u on u.id = i.user_id
  where i.event_id = $1 and u.is_anonymous and ${notBlockedSql('$2', 'i.user_id')}`;

export async function listAnonymousGuests(
  tx: Queryable,
  eventId: number,
  viewerId: string,
): Promise<string[]> {
  const rows = await tx.query<{ user_id: string }>(ANONYMOUS_SQL, [eventId, viewerId]);
  return rows.map((row) => row.user_id);
}

const FRIENDS_AMONG_SQL = `
  select case f.requester_id when $1 then f.addressee_id else f.requester_id end as friend_id
  from friendships f where ${friendshipsWithSql('$1', '$2::uuid[]')}`;
const UNINVITED_FRIENDS_SQL = `
  select friend_id from (${FRIENDS_AMONG_SQL}) friends
  where not exists (select from event_invites i where i.event_id = $3 and i.user_id = friends.friend_id)`;

/** Without a lock. */
export async function listUninvitedFriends(
  tx: Queryable,
  eventId: number,
  userId: string,
  otherIds: readonly string[],
): Promise<string[]> {
  const rows = await tx.query<{ friend_id: string }>(UNINVITED_FRIENDS_SQL, [userId, otherIds, eventId]);
  return rows.map((row) => row.friend_id);
}

const HOLD_FRIENDSHIPS_SQL = `${FRIENDS_AMONG_SQL}
    and ${notSuspendedSql('f.requester_id')} and ${notSuspendedSql('f.addressee_id')} order by f.id for share`;

/** A concurrent end of a friendship waits and then finds the invite (SAFE-01). Rows replaced during the wait are missing. */
export async function holdFriendships(tx: Queryable, userId: string, friendIds: readonly string[]) {
  const rows = await tx.query<{ friend_id: string }>(HOLD_FRIENDSHIPS_SQL, [userId, friendIds]);
  return rows.map((row) => row.friend_id);
}

const INSERT_INVITES_SQL = `
  insert into event_invites (event_id, user_id, created_at, updated_at, invited_by)
  select $1, id, $3, $3, $4 from unnest($2::uuid[]) id`;

/** The caller has locked the friendships. */
export async function insertInvites(
  tx: Queryable,
  { eventId, userIds, by, now }: { eventId: number; userIds: readonly string[]; by: string; now: string },
): Promise<void> {
  await tx.query(INSERT_INVITES_SQL, [eventId, userIds, now, by]);
}

const COUNT_GUESTS_SQL = `
  select count(*)::int as count from event_invites i join events e on e.id = i.event_id
  where i.event_id = $1 and i.user_id <> e.created_by`;

export async function countGuests(tx: Queryable, eventId: number): Promise<number> {
  const [row] = await tx.query<{ count: number }>(COUNT_GUESTS_SQL, [eventId]);
  return row?.count ?? 0;
}

const DELETE_INVITES_SQL = `
  delete from event_invites where event_id = $1 and user_id = any($2::uuid[]) returning user_id`;

export async function deleteInvites(
  tx: Queryable,
  eventId: number,
  userIds: readonly string[],
): Promise<string[]> {
  const rows = await tx.query<{ user_id: string }>(DELETE_INVITES_SQL, [eventId, userIds]);
  return rows.map((row) => row.user_id);
}

const deleteBySql = (creator: string, guest: string): string => `
  delete from event_invites i using events e where e.id = i.event_id and i.user_id = ${guest} and e.created_by = ${creator}
  returning i.event_id, i.user_id, not ${notOverSql('$3')} as is_over`;
const DELETE_BETWEEN_SQL = `
  with one as (${deleteBySql('$2', '$1')}), other as (${deleteBySql('$1', '$2')})
  select * from one union all select * from other`;

export function deleteInvitesBetween(
  tx: Queryable,
  pair: readonly [userId: string, otherId: string],
  now: string,
): Promise<{ event_id: number; user_id: string; is_over: boolean }[]> {
  return tx.query(DELETE_BETWEEN_SQL, [...pair, now]);
}

const RESET_INVITES_SQL = `
  update event_invites set status = 'pending', brings = 0, waiting_since = null, updated_at = $3
  where event_id = $1 and user_id = any($2::uuid[]) and (status <> 'pending' or waiting_since is not null)
  returning user_id`;

/** Returns those who had answered or waited. */
export async function resetInvites(
  tx: Queryable,
  eventId: number,
  userIds: readonly string[],
  now: string,
): Promise<string[]> {
  const rows = await tx.query<{ user_id: string }>(RESET_INVITES_SQL, [eventId, userIds, now]);
  return rows.map((row) => row.user_id);
}
