import type { Queryable } from '#server/db/database.ts';
import type { NameKey } from '#server/http/page-cursor.ts';
import { BLOCKS_OF_NOBODY_MAX, isNamedSql, notBlockedSql } from './policy.ts';

/** Two people, the first of whom acts. */
export type Pair = readonly [userId: string, otherId: string];

const HOLD_PAIR_SQL = `
  select from pg_advisory_xact_lock(hashtextextended(least($1::text, $2::text) || greatest($1::text, $2::text), 0))`;

/** Whatever else asks for the same two people waits until the transaction ends. */
export async function holdPair(tx: Queryable, pair: Pair): Promise<void> {
  await tx.query(HOLD_PAIR_SQL, pair);
}

const NOT_BLOCKED_SQL = `select from users u where u.id = $2 and ${notBlockedSql('$1', 'u.id')}`;

/** Whether the other exists for the person. */
export async function existsFor(db: Queryable, pair: Pair): Promise<boolean> {
  return (await db.query(NOT_BLOCKED_SQL, pair)).length > 0;
}

const IS_BLOCKER_SQL = 'select from blocks where user_id = $1 and other_id = $2 and is_blocker';

export async function isBlocker(db: Queryable, pair: Pair): Promise<boolean> {
  return (await db.query(IS_BLOCKER_SQL, pair)).length > 0;
}

const INSERT_SQL = `
  insert into blocks (user_id, other_id, is_blocker, created_at)
  values ($1::uuid, $2::uuid, true, $3), ($2::uuid, $1::uuid, false, $3)`;

/** @throws a foreign key violation when one of the two has just gone */
export async function insertBlock(tx: Queryable, pair: Pair, now: string): Promise<void> {
  await tx.query(INSERT_SQL, [...pair, now]);
}

const KEEP_SQL = `
  insert into blocks_of_nobody (user_id, other_id, created_at)
  select $1::uuid, $2::uuid, $3::timestamptz
  where (select count(*) from blocks_of_nobody where user_id = $1::uuid) < ${BLOCKS_OF_NOBODY_MAX}
    or exists (select from blocks_of_nobody where user_id = $1::uuid and other_id = $2::uuid)
  on conflict (user_id, other_id) do update set user_id = excluded.user_id
  returning user_id`;
const BLOCK_BACK_SQL = `
  update blocks set is_blocker = true, created_at = $3 where user_id = $1 and other_id = $2 and not is_blocker`;

/**
 * Keeps the block of an id under which there is nobody for the person; if it is of one who has blocked them, makes them a
 * blocker too. False when they have too many such.
 */
export async function blockNobody(tx: Queryable, pair: Pair, now: string): Promise<boolean> {
  if ((await tx.query(KEEP_SQL, [...pair, now])).length === 0) return false;
  await tx.query(BLOCK_BACK_SQL, [...pair, now]);
  return true;
}

const TAKE_BACK_SQL = `
  update blocks set is_blocker = false where user_id = $1 and other_id = $2 and is_blocker returning user_id`;
const FORGET_SQL = 'delete from blocks_of_nobody where user_id = $1 and other_id = $2';
const DELETE_SQL = `
  delete from blocks
  where (user_id, other_id) in (($1::uuid, $2::uuid), ($2::uuid, $1::uuid))
    and not exists (select from blocks b where b.user_id = $2 and b.other_id = $1 and b.is_blocker)`;

/** Takes the person's own block back, and both rows with it unless the other blocks them too. Whether there was one. */
export async function deleteBlock(tx: Queryable, pair: Pair): Promise<boolean> {
  await tx.query(FORGET_SQL, pair);
  const wasThere = (await tx.query(TAKE_BACK_SQL, pair)).length > 0;
  if (wasThere) await tx.query(DELETE_SQL, pair);
  return wasThere;
}

export type BlockedRow = {
  id: string;
  /** Empty for nobody. */
  name: string;
  image: string | null;
  blocked_at: string;
  sort_name: string;
};

const listSql = (after: string): string => `
  select * from (
    select u.id, u.name, u.image, b.created_at as blocked_at, lower(u.name) as sort_name
    from blocks b join users u on u.id = b.other_id
    where b.user_id = $1 and ${isNamedSql}
    union all
    select n.other_id, '', null, n.created_at, '' from blocks_of_nobody n where n.user_id = $1) blocked
  ${after}
  order by sort_name, id limit $2`;
const LIST_FIRST_SQL = listSql('');
const LIST_NEXT_SQL = listSql('where (sort_name, id) > ($3::text, $4::uuid)');

/** Whom the person has blocked: nobodies, then by name; not who has blocked them. */
export function listBlocked(
  db: Queryable,
  { userId, after, limit }: { userId: string; after: NameKey | null; limit: number },
): Promise<BlockedRow[]> {
  return after === null
    ? db.query<BlockedRow>(LIST_FIRST_SQL, [userId, limit])
    : db.query<BlockedRow>(LIST_NEXT_SQL, [userId, limit, ...after]);
}

/** The invites of either of the two to events that the other created, over `event_invites i`. */
const INVITES_BETWEEN_SQL = `(
  select i.event_id, i.user_id from event_invites i join events e on e.id = i.event_id
  where (i.user_id = $1 and e.created_by = $2) or (i.user_id = $2 and e.created_by = $1))`;

const HOLD_EVENTS_SQL = `
  select from events where id in (select event_id from ${INVITES_BETWEEN_SQL} between_us) order by id for update`;

/** Answers and invitations that are under way at these events come before or after the block, not in its middle. */
export async function holdEventsBetween(tx: Queryable, pair: Pair): Promise<void> {
  await tx.query(HOLD_EVENTS_SQL, pair);
}

const DELETE_FRIENDSHIP_SQL = `
  delete from friendships
  where least(requester_id, addressee_id) = least($1::uuid, $2::uuid)
    and greatest(requester_id, addressee_id) = greatest($1::uuid, $2::uuid)`;

export async function deleteFriendshipBetween(tx: Queryable, pair: Pair): Promise<void> {
  await tx.query(DELETE_FRIENDSHIP_SQL, pair);
}

/** What a person has lost at an event. */
export type Lost = { event_id: number; user_id: string };

const DELETE_INVITES_SQL = `
  delete from event_invites where (event_id, user_id) in (select event_id, user_id from ${INVITES_BETWEEN_SQL} between_us)
  returning event_id, user_id`;

export function deleteInvitesBetween(tx: Queryable, pair: Pair): Promise<Lost[]> {
  return tx.query<Lost>(DELETE_INVITES_SQL, pair);
}

const DELETE_SHARING_SQL = `
  delete from live_sharing s using events e
  where e.id = s.event_id
    and ((s.user_id = $1 and e.created_by = $2) or (s.user_id = $2 and e.created_by = $1))
  returning s.event_id, s.user_id`;

export function deleteSharingBetween(tx: Queryable, pair: Pair): Promise<Lost[]> {
  return tx.query<Lost>(DELETE_SHARING_SQL, pair);
}

const DELETE_NOTIFICATIONS_SQL = `
  delete from notifications n
  where (n.user_id = $1 and (n.actor_id = $2 or n.event_id in (select id from events where created_by = $2)))
    or (n.user_id = $2 and (n.actor_id = $1 or n.event_id in (select id from events where created_by = $1)))`;

/** What one was told of the other or of an event of the other's. */
export async function deleteNotificationsBetween(tx: Queryable, pair: Pair): Promise<void> {
  await tx.query(DELETE_NOTIFICATIONS_SQL, pair);
}
