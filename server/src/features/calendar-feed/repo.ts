import type { EventSubstance } from '@hereabouts/contract/events';
import { FEED_DESCRIPTION_MAX, FEED_EVENTS_MAX } from '@hereabouts/contract/limits';
import type { InviteStatus } from '#server/db/schema.ts';
import { notEndedSql } from '#server/access/event-times.ts';
import { eventsOfSql } from '#server/access/events.ts';
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

const COLUMNS = `e.id, e.title, left(e.description, ${FEED_DESCRIPTION_MAX + 1}) as description,
      e.location_name, e.location_address, e.location_latitude, e.location_longitude,
      ${['start_time', 'end_time', 'updated_at', 'cancelled_at'].map((name) => `${isoTimeSql(`e.${name}`)} as ${name}`).join(', ')}`;

/** Events that end at `$2` or later and are not declined. Unanswered ones last, so that others cannot fill the feed; among
 * each, those that have not ended by `$3` come before past ones. @param ofInvite columns of the invite, and their values without one */
const shownSql = (columns: string, ofInvite: { sql: string; without: string }): string => `
  select * from (${eventsOfSql('feed.user_id', {
    select: (role, from) => `
      select ${columns}, ${role}, ${from.startsWith('event_invites') ? ofInvite.sql : ofInvite.without},
        not (${notEndedSql('$3')}) as is_past, extract(epoch from e.start_time) as starts from ${from}`,
    where: 'e.end_time >= $2',
  })}) own
  where own.my_status is distinct from 'declined'
  order by own.my_status is not distinct from 'pending', own.is_past,
    case when own.is_past then -own.starts else own.starts end, own.id
  limit ${FEED_EVENTS_MAX}`;

const FEED = `from calendar_feeds feed where feed.token_hash = $1 and ${notSuspendedSql('feed.user_id')}`;

/** `xmin` changes with each update of a row, however soon after the last. The time is for a restored backup, where `xmin` starts
 * again. */
const VERSIONS_SQL = `
  select feed.user_id, (
    select md5(coalesce(string_agg(concat_ws(' ', own.id, own.version, own.answer_version), ',' order by own.id), ''))
    from (${shownSql("e.id, concat(e.xmin, ' ', extract(epoch from e.updated_at)) as version", {
      sql: "concat(mine.xmin, ' ', extract(epoch from mine.updated_at)) as answer_version",
      without: "'' as answer_version",
    })}) own) as version
  ${FEED}`;

type FeedVersion = { user_id: string; version: string };

/** Undefined for a missing feed, and one of a suspended person. */
export async function findVersion(
  db: Queryable,
  tokenHash: string,
  { since, now }: { since: string; now: string },
): Promise<FeedVersion | undefined> {
  return (await db.query<FeedVersion>(VERSIONS_SQL, [tokenHash, since, now]))[0];
}

const ENTRIES_SQL = `
  select (
    select coalesce(json_agg(own order by own.start_time, own.id), '[]'::json) from (
      ${shownSql(COLUMNS, {
        sql: `${isoTimeSql('mine.updated_at')} as answered_at`,
        without: 'null as answered_at',
      })}) own) as events
  ${FEED}`;

export async function findEntries(
  db: Queryable,
  tokenHash: string,
  { since, now }: { since: string; now: string },
): Promise<EntryRow[] | undefined> {
  const [row] = await db.query<{ events: EntryRow[] }>(ENTRIES_SQL, [tokenHash, since, now]);
  return row?.events;
}
