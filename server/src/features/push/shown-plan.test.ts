import { randomUUID } from 'node:crypto';
import { DAY_MS } from '@hereabouts/contract/durations';
import { createTestDatabase } from '@hereabouts/testing/database';
import { expect, test } from 'vitest';
import { listShown } from './shown-repo.ts';

const CHATS = 3_000;
const READ = 3;
/** Of pushed_chats, chat_read and chat_room, for each chat that somebody has read. PGlite reads 3, Postgres 5. */
const ROWS_EACH = 5;

test('the chats that a person has read are found among their own, however many are pushed to others', async () => {
  const db = await createTestDatabase();
  const [anna, nobody] = [randomUUID(), randomUUID()];
  await db.query(
    `insert into users (id, name, created_at, updated_at) select unnest($1::uuid[]), 'Person', now(), now()`,
    [[anna, nobody]],
  );
  const events = await db.query<{ id: number }>(
    `insert into events (title, location_name, location_latitude, location_longitude, start_time, end_time, created_by,
       is_private, created_at, updated_at)
     select 'Event', 'Somewhere', 49, -2, now(), now() + interval '1 hour', $1, true, now(), now()
     from generate_series(1, ${CHATS}) returning id`,
    [nobody],
  );
  await db.query(`insert into chat_room (event_id, last_seq, created_at) select id, 5, now() from events`);
  await db.query(
    `insert into pushed_chats (event_id, last_seq, pushed_at) select id, 5, now() - id * interval '1 second' from events`,
  );
  await db.query(`insert into chat_read (event_id, user_id, last_seq) select id, $1, 4 from events`, [
    nobody,
  ]);
  const own = events.slice(-READ).map(({ id }) => id);
  const [unread, ...read] = own;
  await db.query(`insert into chat_read (event_id, user_id, last_seq) select unnest($1::bigint[]), $2, 5`, [
    own,
    anna,
  ]);
  await db.query('update chat_read set last_seq = 4 where event_id = $1 and user_id = $2', [unread, anna]);
  await db.query(
    `insert into chat_message (id, chat_room_id, seq, kind, message, user_id, created_at)
     select gen_random_uuid(), id, 5, 'text', 'Hello', $2, now() from chat_room where event_id = any($1::bigint[])`,
    [own, nobody],
  );
  await db.query('vacuum analyze');
  const since = new Date(Date.now() - DAY_MS).toISOString();
  const { shown, rows } = await db.transaction(async (tx) => {
    const found = await listShown(tx, [anna], { since, limit: 60, chats: 1_000 });
    const [counted] = await tx.query<{ count: number }>(
      `select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as count from pg_stat_xact_user_tables
       where relname in ('pushed_chats', 'chat_read', 'chat_room')`,
    );
    return { shown: found, rows: counted?.count ?? 0 };
  });
  expect(shown).toEqual([{ user_id: anna, unread: [], read_chats: read }]);
  // Also the version from before the update, where it has not been vacuumed yet.
  expect(rows).toBeLessThanOrEqual(READ * ROWS_EACH + 1);
  await db.close();
});
