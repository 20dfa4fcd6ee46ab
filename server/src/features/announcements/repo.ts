import type { Queryable } from '#server/db/database.ts';
import type { OwnedRows } from '#server/rate-limits/stored-rows.ts';

const FIND_MADE_SQL = `
  select case when m.kind <> 'removed' then m.message end as message from announcements a join chat_message m on m.id = a.message_id
  where a.message_id = $1 and a.event_id = $2`;

/** `message`: null once it is removed. */
export async function findMade(
  tx: Queryable,
  eventId: number,
  messageId: string,
): Promise<{ message: string | null } | undefined> {
  const [row] = await tx.query<{ message: string | null }>(FIND_MADE_SQL, [messageId, eventId]);
  return row;
}

export const ANNOUNCEMENTS_OF: OwnedRows = { table: 'announcements', owner: 'event_id', at: 'made_at' };

const INSERT_SQL = 'insert into announcements (message_id, event_id, made_at) values ($1, $2, $3)';

export async function insertAnnouncement(
  tx: Queryable,
  { eventId, messageId, now }: { eventId: number; messageId: string; now: string },
): Promise<void> {
  await tx.query(INSERT_SQL, [messageId, eventId, now]);
}

const upToSql = (time: string): string =>
  `a.taken_down_at is null and (${time}::timestamptz is null or a.made_at <= ${time})`;

const FIND_LAST_SQL = `
  select m.user_id as "authorId" from announcements a join chat_message m on m.id = a.message_id
  where a.event_id = $1 and ${upToSql('$2')} order by a.made_at desc limit 1`;

/** The last announcement that is up and was made at or before `upTo` (null: ever). `authorId`: null for a deleted account. */
export async function findLastUp(
  tx: Queryable,
  eventId: number,
  upTo: string | null,
): Promise<{ authorId: string | null } | undefined> {
  const [row] = await tx.query<{ authorId: string | null }>(FIND_LAST_SQL, [eventId, upTo]);
  return row;
}

const TAKE_DOWN_SQL = `
  update announcements a set taken_down_at = $2 from chat_message m
  where m.id = a.message_id and a.event_id = $1 and ${upToSql('$4')} and ($3::uuid is null or m.user_id is distinct from $3)
  returning a.message_id`;

/** Takes down all made at or before `upTo`, except those of `except`, so that no earlier one comes back. Returns their messages. */
export async function takeDown(
  tx: Queryable,
  eventId: number,
  { upTo, except, now }: { upTo: string | null; except: string | null; now: string },
): Promise<string[]> {
  const rows = await tx.query<{ message_id: string }>(TAKE_DOWN_SQL, [eventId, now, except, upTo]);
  return rows.map((row) => row.message_id);
}

const TAKE_DOWN_ONE_SQL = `
  update announcements set taken_down_at = $2 where message_id = $1 and taken_down_at is null returning message_id`;

export async function takeDownOne(tx: Queryable, messageId: string, at: string): Promise<boolean> {
  return (await tx.query(TAKE_DOWN_ONE_SQL, [messageId, at])).length > 0;
}
