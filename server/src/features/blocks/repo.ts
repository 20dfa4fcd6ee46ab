import { canBeFoundSql } from '#server/access/anonymous.ts';
import { canSeeBlockedNameSql, notBlockedSql } from '#server/access/blocked.ts';
import { isInCommonSql } from '#server/access/events.ts';
import { upcomingSql } from '#server/access/in-common.ts';
import { notSuspendedSql } from '#server/access/suspended.ts';
import type { Move } from '#server/accounts/merged-guests.ts';
import type { Queryable } from '#server/db/database.ts';
import type { NameKey } from '#server/http/page-cursor.ts';
import { BLOCKS_OF_NOBODY_MAX } from './policy.ts';

export type Pair = readonly [userId: string, otherId: string];

const HOLD_PAIR_SQL = `
  select from pg_advisory_xact_lock(hashtextextended(least($1::text, $2::text) || greatest($1::text, $2::text), 0))`;

export async function holdPair(tx: Queryable, pair: Pair): Promise<void> {
  await tx.query(HOLD_PAIR_SQL, pair);
}

const HOLD_PAIRS_SQL = `
  select pg_advisory_xact_lock(hashtextextended(least($1::text, other) || greatest($1::text, other), 0))
  from (select unnest($2::text[]) as other order by 1) others`;

/** In the order of ids, so that no two wait for each other. */
export async function holdPairs(tx: Queryable, userId: string, otherIds: readonly string[]): Promise<void> {
  await tx.query(HOLD_PAIRS_SQL, [userId, otherIds]);
}

const NOT_BLOCKED_SQL = `select from users u where u.id = $2 and ${notBlockedSql('$1', 'u.id')}`;

const RELATABLE_SQL = `${NOT_BLOCKED_SQL} and ${notSuspendedSql('u.id')} and ${canBeFoundSql}`;

export async function canRelate(db: Queryable, pair: Pair): Promise<boolean> {
  return (await db.query(RELATABLE_SQL, pair)).length > 0;
}

export async function existsFor(db: Queryable, pair: Pair): Promise<boolean> {
  return (await db.query(NOT_BLOCKED_SQL, pair)).length > 0;
}

type Relation = { is_named: boolean; exists: boolean };
const RELATION_SQL = `
  select
    exists (select from blocks b where b.user_id = $1 and b.other_id = $2 and ${canSeeBlockedNameSql}) as is_named,
    exists (${NOT_BLOCKED_SQL}) as exists`;

/** `is_named`: the first has blocked the other, and their list of blocks shows a name. `exists`: as `existsFor`. */
export async function findRelation(tx: Queryable, pair: Pair): Promise<Relation> {
  const [row] = await tx.query<Relation>(RELATION_SQL, pair);
  if (row === undefined) throw new Error('A query without a table gave no row');
  return row;
}

const BLOCKS_OF_SQL = `
  select
    array(select b.user_id from blocks b where b.other_id = $1 and b.is_blocker order by 1) as by,
    array(select b.other_id from blocks b where b.user_id = $1 and b.is_blocker order by 1) as of`;

export async function listBlocksOf(
  tx: Queryable,
  userId: string,
): Promise<{ by: readonly string[]; of: readonly string[] }> {
  const [row] = await tx.query<{ by: string[]; of: string[] }>(BLOCKS_OF_SQL, [userId]);
  if (row === undefined) throw new Error('A query without a table gave no row');
  return row;
}

const notYetSql = (userId: string, otherId: string): string => `b.is_blocker and not exists (
  select from blocks own where own.user_id = ${userId} and own.other_id = ${otherId} and own.is_blocker)`;
const BLOCKS_TO_MOVE_SQL = `
  select b.user_id, $2::uuid as other_id, 1 as nth from blocks b
  where b.other_id = $1 and b.user_id <> $2 and ${notYetSql('b.user_id', '$2')}
  union all
  select $2::uuid, b.other_id, 2 from blocks b
  where b.user_id = $1 and b.other_id <> $2 and ${notYetSql('$2', 'b.other_id')}
  order by nth, user_id, other_id`;

/** Blocks by and of the anonymous account. Those by others come first: the account then blocks these people without a name. */
export async function listBlocksToMove(db: Queryable, { anonymousId, userId }: Move): Promise<Pair[]> {
  const params = [anonymousId, userId];
  const rows = await db.query<{ user_id: string; other_id: string }>(BLOCKS_TO_MOVE_SQL, params);
  return rows.map(({ user_id, other_id }) => [user_id, other_id]);
}

const INSERT_SQL = `
  insert into blocks (user_id, other_id, is_blocker, created_at)
  values ($1::uuid, $2::uuid, true, $3), ($2::uuid, $1::uuid, false, $3)`;

/** @throws a foreign key violation when one of them has just gone */
export async function insertBlock(tx: Queryable, pair: Pair, now: string): Promise<void> {
  await tx.query(INSERT_SQL, [...pair, now]);
}

const KEEP_SQL = `
  insert into blocks_of_nobody (user_id, other_id, created_at) values ($1, $2, $3)
  on conflict (user_id, other_id) do update set created_at = excluded.created_at, is_listed = true
    where not blocks_of_nobody.is_listed
  returning user_id`;
const BLOCK_BACK_SQL = `
  update blocks set is_blocker = true, created_at = $3 where user_id = $1 and other_id = $2 and not is_blocker
  returning user_id`;
const HOLD_LIST_SQL = `select from pg_advisory_xact_lock(hashtextextended('blocks_of_nobody ' || $1::text, 0))`;
/** `$2` counts as the newest, even if the clock was set back. */
const OVER_MAX_SQL = `
  select other_id from blocks_of_nobody where user_id = $1 and other_id <> $2 and is_listed
  order by created_at desc, other_id offset ${BLOCKS_OF_NOBODY_MAX - 1}`;
const DROP_OVER_MAX_SQL = `
  delete from blocks_of_nobody n
  where n.user_id = $1 and (not n.is_listed or n.other_id in (${OVER_MAX_SQL}))
    and not exists (select from blocks b where b.user_id = n.user_id and b.other_id = n.other_id)`;
const UNLIST_OVER_MAX_SQL = `
  update blocks_of_nobody set is_listed = false where user_id = $1 and other_id in (${OVER_MAX_SQL})`;

/** Blocks an unknown id, or back. Beyond the maximum the oldest leave the list, whether or not they belong to an account, so
 * the list reveals nothing. True for a new block back. */
export async function blockNobody(tx: Queryable, pair: Pair, now: string): Promise<boolean> {
  const isBack = (await tx.query(BLOCK_BACK_SQL, [...pair, now])).length > 0;
  await tx.query(HOLD_LIST_SQL, [pair[0]]);
  if ((await tx.query(KEEP_SQL, [...pair, now])).length === 0) return isBack;
  await tx.query(DROP_OVER_MAX_SQL, pair);
  await tx.query(UNLIST_OVER_MAX_SQL, pair);
  return isBack;
}

const TAKE_BACK_SQL = `
  update blocks set is_blocker = false where user_id = $1 and other_id = $2 and is_blocker returning user_id`;
const FORGET_SQL = 'delete from blocks_of_nobody where user_id = $1 and other_id = $2';
const DELETE_SQL = `
  delete from blocks
  where (user_id, other_id) in (($1::uuid, $2::uuid), ($2::uuid, $1::uuid))
    and not exists (select from blocks b where b.user_id = $2 and b.other_id = $1 and b.is_blocker)`;

/** Deletes both rows unless the other blocks too. Returns whether there was one. */
export async function deleteBlock(tx: Queryable, pair: Pair): Promise<boolean> {
  await tx.query(FORGET_SQL, pair);
  const wasThere = (await tx.query(TAKE_BACK_SQL, pair)).length > 0;
  if (wasThere) await tx.query(DELETE_SQL, pair);
  return wasThere;
}

export type BlockedRow = {
  id: string;
  name: string;
  image: string | null;
  is_anonymous: boolean;
  blocked_at: string;
  sort_name: string;
};

const listSql = (after: string): string => `
  select * from (
    select u.id, u.name, u.image, u.is_anonymous, b.created_at as blocked_at, lower(u.name) as sort_name
    from blocks b join users u on u.id = b.other_id
    where b.user_id = $1 and ${canSeeBlockedNameSql}
    union all
    select n.other_id, '', null, false, n.created_at, '' 
    from blocks_of_nobody n where n.user_id = $1 and n.is_listed) blocked
  ${after}
  order by sort_name, id limit $2`;
const LIST_FIRST_SQL = listSql('');
const LIST_NEXT_SQL = listSql('where (sort_name, id) > ($3::text, $4::uuid)');

export function listBlocked(
  db: Queryable,
  { userId, after, limit }: { userId: string; after: NameKey | null; limit: number },
): Promise<BlockedRow[]> {
  return after === null
    ? db.query<BlockedRow>(LIST_FIRST_SQL, [userId, limit])
    : db.query<BlockedRow>(LIST_NEXT_SQL, [userId, limit, ...after]);
}

/** One direction: an `or` over both tables would read every list that either is on. */
const listsOfSql = (guest: string, creator: string): string => `
  select i.event_id from event_invites i join events e on e.id = i.event_id
  where i.user_id = ${guest} and e.created_by = ${creator}`;
/** An array, or all events would be read. */
const HOLD_EVENTS_SQL = `
  select id from events where id = any(array(${listsOfSql('$1', '$2')} union all ${listsOfSql('$2', '$1')}))
  order by id for update`;

/** Locked, so that answers and invitations run either before or after the block. */
export async function holdEventsBetween(tx: Queryable, pair: Pair): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(HOLD_EVENTS_SQL, pair);
  return rows.map(({ id }) => id);
}

const IN_COMMON_SQL = `
  select e.id from ${upcomingSql('$1', '$3')} coming join events e on e.id = coming.id
  where ${isInCommonSql('$1', '$2', '$3')}`;

/** Events to come on whose guest lists both are. */
export async function listEventsInCommon(tx: Queryable, pair: Pair, now: string): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(IN_COMMON_SQL, [...pair, now]);
  return rows.map(({ id }) => id);
}
