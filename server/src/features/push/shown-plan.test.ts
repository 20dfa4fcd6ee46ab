import { randomUUID } from 'node:crypto';
import { DAY_MS } from '@hereabouts/contract/durations';
import { createTestDatabase } from '@hereabouts/testing/database';
import { expect, test } from 'vitest';
import { listShown } from './shown-repo.ts';

const CHATS = 3_000;
const READ = 3;
/** To a device of theirs, of chats that they may not read. */
const PUSHED = 4;
/** Of the tables counted, for each chat that somebody has read or was pushed. It is 3 in the mean. */
const ROWS_EACH = 5;

test('the chats that a person has read, or was pushed and may not read, are found among their own, however many are pushed to others', async () => {
  const db = await createTestDatabase();
  const [anna, guest, nobody] = [randomUUID(), randomUUID(), randomUUID()];
  await db.query(
    `insert into users (id, name, created_at, updated_at) select unnest($1::uuid[]), 'Person', now(), now()`,
    [[anna, guest, nobody]],
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
  const lost = events.slice(0, PUSHED).map(({ id }) => id);
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
  await db.query(
    `insert into event_invites (event_id, user_id, created_at, updated_at)
     select id, $1::uuid, now(), now() from events where id = $3
     union all select id, $2::uuid, now(), now() from events`,
    [anna, guest, unread],
  );
  await db.query(
    `with accounts as (
       insert into auth.users (id, email, user_metadata, created_at, updated_at)
       select id, id || '@example.org', '{}', now(), now() from users returning id),
     sessions as (
       insert into auth.sessions (id, user_id, refresh_salt, amr, created_at, refreshed_at)
       select gen_random_uuid(), id, '', '[]', now(), now() from accounts returning id, user_id),
     devices as (
       insert into push_subscriptions (id, user_id, session_id, endpoint, p256dh, auth, created_at)
       select gen_random_uuid(), user_id, id, 'https://push.example/' || id, 'key', id::text, now() from sessions
       returning id, user_id)
     insert into chat_pushes (device_id, event_id, seq, pushed_at)
     select d.id, e.id, 5, now() - e.id * interval '1 second' from devices d, events e
     where d.user_id = $2 or d.user_id = $1 and e.id = any($3::bigint[])`,
    [anna, guest, [...lost, unread]],
  );
  await db.query('vacuum analyze');
  const since = new Date(Date.now() - DAY_MS).toISOString();
  const { shown, rows } = await db.transaction(async (tx) => {
    const count = async () => {
      const [row] = await tx.query<{ count: number }>(
        `select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as count from pg_stat_xact_user_tables
         where relname in ('pushed_chats', 'chat_read', 'chat_room', 'chat_pushes', 'push_subscriptions', 'events',
           'event_invites')`,
      );
      return row!.count;
    };
    // What was read before is counted with it until it is reported.
    const before = await count();
    const found = await listShown(tx, [anna], { since, limit: 60, chats: 1_000 });
    return { shown: found, rows: (await count()) - before };
  });
  expect(shown).toEqual([{ user_id: anna, unread: [], read_chats: expect.any(Array) }]);
  expect(shown[0]?.read_chats.toSorted((one, other) => one - other)).toEqual([...lost, ...read]);
  // Also the version from before the update, where it has not been vacuumed yet.
  expect(rows).toBeLessThanOrEqual((READ + PUSHED + 1) * ROWS_EACH + 1);
  await db.close();
});
