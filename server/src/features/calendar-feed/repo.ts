import type { EventSubstance } from '@hereabouts/contract/events';
import type { InviteStatus } from '#server/db/schema.ts';
import { ownEventsSql } from '#server/access/events.ts';
import { notSuspendedSql } from '#server/access/suspended.ts';
import type { Queryable } from '#server/db/database.ts';
import { isoTimeSql } from '#server/db/sql.ts';

export type FeedRow = { salt: string; token_hash: string };

export async function findFeed(db: Queryable, userId: string): Promise<FeedRow | undefined> {
  const sql = 'select salt, token_hash from calendar_feeds where user_id = $1';
  return (await db.query<FeedRow>(sql, [userId]))[0];
}

const REPLACE_SQL = `
  insert into calendar_feeds (user_id, salt, token_hash, created_at) values ($1, $2, $3, $4)
  on conflict (user_id) do update set
    salt = excluded.salt, token_hash = excluded.token_hash, created_at = excluded.created_at`;

/** @throws a foreign key violation when the account is gone */
export async function insertOrReplaceFeed(
  db: Queryable,
  { userId, salt, tokenHash, now }: { userId: string; salt: string; tokenHash: string; now: string },
): Promise<void> {
  await db.query(REPLACE_SQL, [userId, salt, tokenHash, now]);
}

export async function deleteFeed(tx: Queryable, userId: string): Promise<void> {
  await tx.query('delete from calendar_feeds where user_id = $1', [userId]);
}

export type EntryRow = EventSubstance & {
  id: number;
  updated_at: string;
  cancelled_at: string | null;
  answered_at: string | null;
  my_status: InviteStatus | null;
};

const COLUMNS = `e.id, e.title, e.description, e.location_name, e.location_address, e.location_latitude, e.location_longitude,
      ${['start_time', 'end_time', 'updated_at', 'cancelled_at'].map((name) => `${isoTimeSql(`e.${name}`)} as ${name}`).join(', ')}`;

/** Own events as on home, and those that ended after `since`. */
const ENTRIES_SQL = `
  select feed.user_id, (
    select coalesce(json_agg(own order by own.start_time, own.id), '[]'::json) from (
      ${ownEventsSql(
        'feed.user_id',
        (role, from) =>
          `select ${COLUMNS}, ${role}, ${from.startsWith('event_invites') ? isoTimeSql('mine.updated_at') : 'null'} as answered_at from ${from}`,
        'e.end_time >= $2',
      )}) own) as events
  from calendar_feeds feed
  where feed.token_hash = $1 and ${notSuspendedSql('feed.user_id')}`;

/** Undefined for a feed that does not exist, and of somebody who is suspended. */
export async function findEntries(
  db: Queryable,
  tokenHash: string,
  since: string,
): Promise<{ user_id: string; events: EntryRow[] } | undefined> {
  const [row] = await db.query<{ user_id: string; events: EntryRow[] }>(ENTRIES_SQL, [tokenHash, since]);
  return row;
}
