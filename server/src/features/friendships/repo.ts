import type { ContactTab } from '@hereabouts/contract/friendships';
import { areFriendsSql, canAnswerRequestSql, canRemoveFriendshipSql } from '#server/access/friends.ts';
import {
  canDiscoverSql,
  eventsInCommonSql,
  friendsInCommonSql,
  upcomingSql,
} from '#server/access/in-common.ts';
import { sharingEventSql } from '#server/access/live.ts';
import { publicContactSql } from '#server/access/profiles.ts';
import { notSuspendedSql } from '#server/access/suspended.ts';
import type { Queryable } from '#server/db/database.ts';
import type { FriendshipStatus } from '#server/db/schema.ts';
import { isoTimeSql, partPattern } from '#server/db/sql.ts';

export type FriendshipRow = {
  id: string;
  requester_id: string;
  addressee_id: string;
  status: FriendshipStatus;
  created_at: string;
  accepted_at: string | null;
};

export type ContactRow = {
  id: string;
  name: string;
  email: string | null;
  image: string | null;
  friendship_id: string | null;
  since: string | null;
  sharing_event_id: number | null;
  friends_in_common: number | null;
  events_in_common: number | null;
  cannot_accept: boolean | null;
  /** `lower(name)` by the database's collation, or a moment. */
  sort_key: string;
};

export type ContactCounts = { friends: number; pending: number; sent: number };

export type ContactsQuery = {
  viewerId: string;
  now: string;
  tab: ContactTab;
  search: string;
  isForInvitation?: boolean;
  after: readonly [key: string, id: string] | null;
  limit: number;
};

/** The viewer's ($1) friendships and their tab. None is with a blocked person: a block ends it, inserts use `holdUnblocked`. */
const MINE_SQL = `
  select f.id, f.addressee_id as person_id, case when ${areFriendsSql} then 'friends' else 'sent' end as tab,
    coalesce(f.accepted_at, f.created_at) as since
  from friendships f where f.requester_id = $1
  union all
  select f.id, f.requester_id, case when ${areFriendsSql} then 'friends' else 'pending' end,
    coalesce(f.accepted_at, f.created_at)
  from friendships f where f.addressee_id = $1`;

const COUNTS_SQL = `
  select json_build_object(
    'friends', count(*) filter (where tab = 'friends'),
    'pending', count(*) filter (where tab = 'pending'),
    'sent', count(*) filter (where tab = 'sent')) from mine`;

/** Requests: newest first. People: by name (CONT-07). */
export const isByMoment = (tab: ContactTab): boolean => tab === 'pending' || tab === 'sent';

const BY_NAME = { key: 'lower(u.name)', shown: 'lower(u.name)', type: 'text', order: 'asc', isAfter: '>' };
const BY_MOMENT = {
  // To the millisecond, like the cursor.
  key: "date_trunc('milliseconds', m.since)",
  shown: isoTimeSql('m.since'),
  type: 'timestamptz',
  order: 'desc',
  isAfter: '<',
};

/** A trigram index needs three letters or digits in a row. */
export const hasTrigram = (search: string): boolean => /[\p{L}\p{N}]{3}/u.test(search);

export async function listContacts(
  db: Queryable,
  { viewerId, now, tab, search, isForInvitation = false, after, limit }: ContactsQuery,
): Promise<{ counts: ContactCounts; contacts: ContactRow[] }> {
  const params: unknown[] = [viewerId, limit];
  const bind = (value: unknown, type: string) => `$${params.push(value)}::${type}`;
  // Each filter changes the statement text, so that each gets its own plan and index.
  const conditions: string[] = [];
  const isFriends = tab === 'friends';
  if (tab === 'discover') conditions.push(canDiscoverSql('$1', 'u.id not in (select person_id from mine)'));
  else conditions.push(`m.tab = ${bind(tab, 'text')}`);
  if (isForInvitation) conditions.push(notSuspendedSql('u.id'));
  const sort = isByMoment(tab) ? BY_MOMENT : BY_NAME;
  if (after !== null) {
    conditions.push(
      `(${sort.key}, u.id) ${sort.isAfter} (${bind(after[0], sort.type)}, ${bind(after[1], 'uuid')})`,
    );
  }
  if (search !== '') {
    const like = `like lower(${bind(partPattern(search), 'text')})`;
    const isVisible = isFriends ? '' : `${publicContactSql} and `;
    // Without the index a search scans names in order: the comment makes another text, which gets another plan.
    const plan = hasTrigram(search) ? '' : '/* no trigram */ ';
    conditions.push(`${plan}(lower(u.name) ${like} or (${isVisible}lower(u.email) ${like}))`);
  }
  // Planned each time: one generic plan would scan everybody for a rare name. Planning takes as long as reading a page.
  const page = `
    select u.id, u.name, u.image, ${sort.shown} as sort_key,
      ${isFriends ? 'u.email' : `case when ${publicContactSql} then u.email end`} as email,
      ${tab === 'discover' ? 'null as friendship_id, null as since' : `m.id as friendship_id, ${isoTimeSql('m.since')} as since`}
    from ${tab === 'discover' ? 'users u' : 'mine m join users u on u.id = m.person_id'}
    where ${conditions.join(' and ')}
    order by ${sort.key} ${sort.order}, u.id ${sort.order}
    limit ${search === '' ? '(select $2::int)' : '$2'}`;
  const more: string[] = [];
  const own: string[] = [];
  if (isFriends) more.push(`${sharingEventSql('u.id', '$1', bind(now, 'timestamptz'))} as sharing_event_id`);
  if (tab === 'pending') more.push(`not ${notSuspendedSql('u.id')} as cannot_accept`);
  if (tab === 'discover') {
    const at = bind(now, 'timestamptz');
    const friends = "(select person_id as id from mine where tab = 'friends')";
    own.push(`upcoming as materialized ${upcomingSql('$1', at)}`);
    more.push(
      `${friendsInCommonSql(friends, 'u.id')} as friends_in_common`,
      `${eventsInCommonSql('upcoming', '$1', 'u.id', at)} as events_in_common`,
    );
  }
  const shown = `select ${['u.*', ...more].join(', ')} from page u`;
  const text = `with ${[`mine as materialized (${MINE_SQL})`, ...own, `page as materialized (${page})`].join(', ')}
    select (${COUNTS_SQL}) as counts,
      (select coalesce(json_agg(shown order by shown.sort_key ${sort.order}, shown.id ${sort.order}), '[]'::json) from (${shown}) shown) as contacts`;
  type Answer = { counts: ContactCounts; contacts: ContactRow[] };
  const [row] =
    search === '' ? await db.query<Answer>(text, params) : await db.queryPlannedAnew<Answer>(text, params);
  if (row === undefined) throw new Error('A query of aggregates gave no row');
  return row;
}

/** `requesterId` asks, or befriends directly. */
type NewRow = { id: string; requesterId: string; addresseeId: string; now: string };

export const COLUMNS = 'f.id, f.requester_id, f.addressee_id, f.status, f.created_at, f.accepted_at';

const INSERT_SQL = `
  insert into friendships as f (id, requester_id, addressee_id, created_at) values ($1, $2, $3, $4)
  returning ${COLUMNS}`;

/** @throws a unique violation of `friendships_pair` when the two have a row, a foreign key violation without such a person */
export async function insertRequest(
  db: Queryable,
  { id, requesterId, addresseeId, now }: NewRow,
): Promise<FriendshipRow> {
  const [row] = await db.query<FriendshipRow>(INSERT_SQL, [id, requesterId, addresseeId, now]);
  return row as FriendshipRow;
}

const FIND_SQL = `select ${COLUMNS} from friendships f where f.id = $1 and ${canRemoveFriendshipSql('$2')}`;

export async function findFriendship(
  db: Queryable,
  friendshipId: string,
  viewerId: string,
): Promise<FriendshipRow | undefined> {
  const [row] = await db.query<FriendshipRow>(FIND_SQL, [friendshipId, viewerId]);
  return row;
}

const ACCEPT_SQL = `
  update friendships f set status = 'accepted', accepted_at = $3
  where f.id = $1 and ${canAnswerRequestSql('$2')}
  returning ${COLUMNS}`;

/** Undefined unless the viewer is the addressee of a pending request. */
export async function acceptRequest(
  db: Queryable,
  friendshipId: string,
  viewerId: string,
  now: string,
): Promise<FriendshipRow | undefined> {
  const [row] = await db.query<FriendshipRow>(ACCEPT_SQL, [friendshipId, viewerId, now]);
  return row;
}

const BEFRIEND_SQL = `
  insert into friendships as f (id, requester_id, addressee_id, status, created_at, accepted_at)
  values ($1, $2, $3, 'accepted', $4, $4)
  on conflict (least(requester_id, addressee_id), greatest(requester_id, addressee_id))
  do update set status = 'accepted', accepted_at = $4 where f.status = 'pending'
  returning ${COLUMNS}`;

/** Inserts or accepts, in either direction; undefined for friends. */
export async function upsertAccepted(
  db: Queryable,
  { id, requesterId, addresseeId, now }: NewRow,
): Promise<FriendshipRow | undefined> {
  const [row] = await db.query<FriendshipRow>(BEFRIEND_SQL, [id, requesterId, addresseeId, now]);
  return row;
}

const DELETE_SQL = `delete from friendships f where f.id = $1 and ${canRemoveFriendshipSql('$2')} returning ${COLUMNS}`;

export async function deleteFriendship(
  db: Queryable,
  friendshipId: string,
  viewerId: string,
): Promise<FriendshipRow | undefined> {
  const [row] = await db.query<FriendshipRow>(DELETE_SQL, [friendshipId, viewerId]);
  return row;
}

const DELETE_BETWEEN_SQL = `
  delete from friendships
  where least(requester_id, addressee_id) = least($1::uuid, $2::uuid)
    and greatest(requester_id, addressee_id) = greatest($1::uuid, $2::uuid)
  returning id`;

/** Whether there was one, or a request. */
export async function deleteFriendshipBetween(
  tx: Queryable,
  userId: string,
  otherId: string,
): Promise<boolean> {
  return (await tx.query(DELETE_BETWEEN_SQL, [userId, otherId])).length > 0;
}
