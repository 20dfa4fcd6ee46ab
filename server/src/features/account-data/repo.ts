import { randomUUID } from 'node:crypto';
import type { Move } from '#server/accounts/merged-guests.ts';
import type { Queryable } from '#server/db/database.ts';
import { together } from '#server/db/together.ts';

export type Traces = {
  contact_ids: string[];
  own_event_ids: number[];
  guest_event_ids: number[];
  chat_event_ids: number[];
  notified_ids: string[];
  upload_paths: string[];
};

const TRACES_SQL = `
  select
    array(select addressee_id from friendships where requester_id = $1
      union all select requester_id from friendships where addressee_id = $1) as contact_ids,
    array(select id from events where created_by = $1) as own_event_ids,
    array(select i.event_id from event_invites i join events e on e.id = i.event_id
      where i.user_id = $1 and e.created_by <> $1) as guest_event_ids,
    array(select r.event_id from chat_room r join events e on e.id = r.event_id
      where e.created_by <> $1 and r.id in (select chat_room_id from chat_message where user_id = $1)) as chat_event_ids,
    array(select n.user_id from notifications n where n.actor_id = $1
      union select n.user_id from notifications n join events e on e.id = n.event_id
        where e.created_by = $1 and n.user_id <> $1) as notified_ids,
    array(select path from uploads where owner_id = $1) as upload_paths`;

export async function findTraces(tx: Queryable, userId: string): Promise<Traces> {
  const [row] = await tx.query<Traces>(TRACES_SQL, [userId]);
  if (row === undefined) throw new Error('A query without a table gave no row');
  return row;
}

const OWN_GUESTS_SQL = `
  select i.event_id, i.user_id from event_invites i join events e on e.id = i.event_id
  where e.created_by = $1 and i.user_id <> $1`;

export function listOwnGuests(
  tx: Queryable,
  userId: string,
): Promise<{ event_id: number; user_id: string }[]> {
  return tx.query(OWN_GUESTS_SQL, [userId]);
}

/** In the lock order of all other transactions, to avoid deadlocks. */
const HOLD_SQL = [
  'select from friend_links where owner_id = $1 for update',
  // Also events where the person is a guest: others may move up.
  `select from events where id in (
     select id from events where created_by = $1 union all select event_id from event_invites where user_id = $1)
   order by id for no key update`,
  'select from events where created_by = $1 order by id for update',
  `select from chat_room where event_id in (select id from events where created_by = $1) order by event_id for update`,
  'select from uploads where owner_id = $1 order by path for update',
  'select from friendships where requester_id = $1 or addressee_id = $1 order by id for update',
  'select from event_invites where user_id = $1 order by event_id for update',
  'select from users where id = $1 for update',
];

export async function holdPerson(tx: Queryable, userId: string): Promise<void> {
  // Pipelined, in this order.
  await together(...HOLD_SQL.map((statement) => tx.query(statement, [userId])));
}

const CHAT_EVENTS_SQL = `
  select r.event_id from chat_room r where r.id in (select chat_room_id from chat_message where user_id = $1)`;

export async function listChatEventIds(db: Queryable, userId: string): Promise<number[]> {
  const rows = await db.query<{ event_id: number }>(CHAT_EVENTS_SQL, [userId]);
  return rows.map((row) => row.event_id);
}

/** Hides content with this author key from everybody in a block with the person (SAFE-01). */
const hideSql = (key: string) => `
  insert into chat_hidden_authors (author_key, user_id)
  select ${key}, b.other_id from blocks b where b.user_id = $1 and exists (
    select from chat_message m where m.user_id = $1 union all select from meeting_points p where p.set_by = $1)
  on conflict do nothing`;
/** Null without a block, so that nothing shows that messages have the same author. */
const keyIfBlockedSql = (key: string) =>
  `(select ${key} where exists (select from blocks b where b.user_id = $1))`;

const MOVE_HIDDEN_SQL = `
  insert into chat_hidden_authors (author_key, user_id)
  select author_key, $2 from chat_hidden_authors where user_id = $1 on conflict do nothing`;

export async function moveHiddenAuthors(tx: Queryable, { anonymousId, userId }: Move): Promise<void> {
  await tx.query(MOVE_HIDDEN_SQL, [anonymousId, userId]);
}

/** Each batch stores the blocks of its moment: a later block cannot find the author any more. */
const ANONYMISE_SQL = `
  with hidden as (${hideSql('$3::uuid')})
  update chat_message set user_id = null, author_key = ${keyIfBlockedSql('$3::uuid')}
  where id = any(array(select id from chat_message where user_id = $1 limit $2))
  returning id`;

/** Returns how many, at most `limit`; null: all. */
export async function anonymiseMessages(
  db: Queryable,
  userId: string,
  { limit, authorKey }: { limit: number | null; authorKey: string },
): Promise<number> {
  return (await db.query(ANONYMISE_SQL, [userId, limit, authorKey])).length;
}

const KEY_OF_POINTS_SQL = `
  with hidden as (${hideSql('$2::uuid')})
  update meeting_points set author_key = ${keyIfBlockedSql('$2::uuid')} where set_by = $1`;

/** Before the account is deleted. */
export async function anonymiseAll(tx: Queryable, userId: string): Promise<void> {
  const authorKey = randomUUID();
  await together(
    anonymiseMessages(tx, userId, { limit: null, authorKey }),
    tx.query(KEY_OF_POINTS_SQL, [userId, authorKey]),
  );
}

const EMPTY_CHATS_SQL = `
  delete from chat_message where id = any(array(
    select m.id from chat_message m join chat_room r on r.id = m.chat_room_id join events e on e.id = r.event_id
    where e.created_by = $1 limit $2))
  returning id`;

export async function deleteOwnChatMessages(db: Queryable, userId: string, limit: number): Promise<number> {
  return (await db.query(EMPTY_CHATS_SQL, [userId, limit])).length;
}

const DELETE_SQL = 'delete from users where id = $1';

/** Foreign keys delete or anonymise the rest. */
export async function deleteUserRow(tx: Queryable, userId: string): Promise<void> {
  await tx.query(DELETE_SQL, [userId]);
}
