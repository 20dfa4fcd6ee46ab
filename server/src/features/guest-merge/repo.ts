import { notBlockedSql } from '#server/access/blocked.ts';
import type { Move } from '#server/accounts/merged-guests.ts';
import type { Queryable } from '#server/db/database.ts';

const HAS_PLACE_SQL = 'exists (select from event_invites own where own.event_id = e.id and own.user_id = $2)';

const MOVE_REMOVALS_SQL = `
  insert into removed_guests (event_id, user_id, removed_at)
  select r.event_id, $2, r.removed_at from removed_guests r join events e on e.id = r.event_id
  where r.user_id = $1 and e.created_by <> $2 and not ${HAS_PLACE_SQL}
  on conflict (event_id, user_id) do nothing returning event_id`;
const MOVE_INVITES_SQL = `
  update event_invites i set user_id = $2 from events e
  where e.id = i.event_id and i.user_id = $1 and e.created_by <> $2 and ${notBlockedSql('$2', 'e.created_by')}
    and not ${HAS_PLACE_SQL}
    and not exists (select from removed_guests r where r.event_id = i.event_id and r.user_id = $2)
  returning i.event_id`;

/** An account that waits for a place has not got its answer yet: a guest's place, or earlier turn, is better. */
const TAKE_ANSWERS_SQL = `
  with answered as (
    delete from event_invites i using events e, event_invites own
    where i.user_id = $1 and e.id = i.event_id and ${notBlockedSql('$2', 'e.created_by')}
      and own.event_id = i.event_id and own.user_id = $2 and own.status = 'pending'
      and (own.waiting_since is null or i.status = 'accepted' or i.waiting_since < own.waiting_since)
    returning i.event_id, i.status, i.brings, i.waiting_since, i.updated_at)
  update event_invites own set status = answered.status, brings = answered.brings,
    waiting_since = answered.waiting_since, updated_at = answered.updated_at,
    is_co_host = own.is_co_host and answered.status <> 'declined'
  from answered where own.event_id = answered.event_id and own.user_id = $2 returning own.event_id`;

const CREATORS_SQL = `
  select distinct e.created_by from events e join event_invites i on i.event_id = e.id
  where i.user_id = $1 and e.created_by <> $2`;

/** Of the events on whose lists the anonymous account is; without the account itself. */
export async function listCreators(tx: Queryable, { anonymousId, userId }: Move): Promise<string[]> {
  const rows = await tx.query<{ created_by: string }>(CREATORS_SQL, [anonymousId, userId]);
  return rows.map((row) => row.created_by);
}

const EVENTS_SQL = `
  select event_id from event_invites where user_id = $1
  union select event_id from removed_guests where user_id = $1
  union select event_id from chat_read where user_id = $1
  union select event_id from muted_chats where user_id = $1`;

export async function listEventIds(tx: Queryable, { anonymousId }: Move): Promise<number[]> {
  const rows = await tx.query<{ event_id: number }>(EVENTS_SQL, [anonymousId]);
  return rows.map((row) => row.event_id);
}

/** The account also counts as removed from these events, unless it is on their guest lists. Returns the events. */
export async function moveRemovals(tx: Queryable, { anonymousId, userId }: Move): Promise<number[]> {
  const moved = await tx.query<{ event_id: number }>(MOVE_REMOVALS_SQL, [anonymousId, userId]);
  return moved.map((row) => row.event_id);
}

/** After the removals: not onto lists where the account has a place or from which it was removed, nor across a block with the
 * creator. An invite of the account that is unanswered, or waits for a place, takes the answer. Returns the events of changed lists. */
export async function moveInvites(tx: Queryable, { anonymousId, userId }: Move): Promise<number[]> {
  const moved = [];
  for (const statement of [TAKE_ANSWERS_SQL, MOVE_INVITES_SQL])
    moved.push(...(await tx.query<{ event_id: number }>(statement, [anonymousId, userId])));
  return moved.map((row) => row.event_id);
}

const MOVE_READS_SQL = `
  insert into chat_read as own (event_id, user_id, last_seq, shown_seq)
  select event_id, $2, last_seq, shown_seq from chat_read where user_id = $1
  on conflict (event_id, user_id) do update set last_seq = greatest(own.last_seq, excluded.last_seq),
    shown_seq = greatest(own.shown_seq, excluded.shown_seq)`;
const MOVE_MESSAGES_SQL = `
  with moved as (update chat_message set user_id = $2 where user_id = $1 returning chat_room_id)
  select event_id from chat_room where id in (select chat_room_id from moved)`;

const SOME_MESSAGES_SQL = 'select id from chat_message where user_id = $1 limit $2';

export async function listMessageIds(db: Queryable, anonymousId: string, limit: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(SOME_MESSAGES_SQL, [anonymousId, limit]);
  return rows.map((row) => row.id);
}

const MOVE_THESE_SQL = `
  with moved as (
    update chat_message set user_id = $2 where id = any($3::uuid[]) and user_id = $1 returning chat_room_id)
  select event_id from chat_room where id in (select chat_room_id from moved)`;

export async function moveTheseMessages(
  tx: Queryable,
  { anonymousId, userId }: Move,
  ids: readonly string[],
): Promise<number[]> {
  const rooms = await tx.query<{ event_id: number }>(MOVE_THESE_SQL, [anonymousId, userId, ids]);
  return rooms.map((row) => row.event_id);
}

export async function moveMessages(tx: Queryable, { anonymousId, userId }: Move): Promise<number[]> {
  await tx.query(MOVE_READS_SQL, [anonymousId, userId]);
  const rooms = await tx.query<{ event_id: number }>(MOVE_MESSAGES_SQL, [anonymousId, userId]);
  return rooms.map((row) => row.event_id);
}

const moveNotificationsSql = (column: 'user_id' | 'actor_id', other: 'user_id' | 'actor_id'): string => `
  update notifications n set ${column} = $2
  where n.${column} = $1 and n.${other} is distinct from $2 and not exists (
    select from notifications own
    where own.${column} = $2 and own.kind = n.kind and own.event_id is not distinct from n.event_id
      and own.${other} is not distinct from n.${other})
  returning n.user_id`;
const MOVE_RECEIVED_SQL = moveNotificationsSql('user_id', 'actor_id');
const MOVE_CAUSED_SQL = moveNotificationsSql('actor_id', 'user_id');

/** To and about the anonymous account. The account keeps its own of the same kind. Returns the recipients. */
export async function moveNotifications(tx: Queryable, { anonymousId, userId }: Move): Promise<string[]> {
  const received = await tx.query<{ user_id: string }>(MOVE_RECEIVED_SQL, [anonymousId, userId]);
  const caused = await tx.query<{ user_id: string }>(MOVE_CAUSED_SQL, [anonymousId, userId]);
  return [...received, ...caused].map((row) => row.user_id);
}

export async function insertMerged(tx: Queryable, { anonymousId, userId }: Move, now: string): Promise<void> {
  const sql = 'insert into merged_guests (guest_id, user_id, merged_at) values ($1, $2, $3)';
  await tx.query(sql, [anonymousId, userId, now]);
}

export async function deleteMergedBefore(db: Queryable, before: string): Promise<void> {
  await db.query('delete from merged_guests where merged_at < $1', [before]);
}

export async function moveReports(tx: Queryable, { anonymousId, userId }: Move): Promise<void> {
  await tx.query('update reports set reporter_id = $2 where reporter_id = $1', [anonymousId, userId]);
  await tx.query('update reports set user_id = $2 where user_id = $1', [anonymousId, userId]);
}
