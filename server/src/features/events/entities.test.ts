import { createTestDatabase } from '@hereabouts/testing/database';
import type { Database } from '@hereabouts/server/db/database';
import { afterAll, beforeAll, expect, test } from 'vitest';

const NOW = '2026-06-20T12:00:00.000Z';
const ANNA = '00000000-0000-4000-8000-000000000001';
const BEN = '00000000-0000-4000-8000-000000000002';

let db: Database;
beforeAll(async () => {
  db = await createTestDatabase();
  await db.query('insert into users (id, created_at, updated_at) values ($1, $3, $3), ($2, $3, $3)', [
    ANNA,
    BEN,
    NOW,
  ]);
});
afterAll(() => db.close());

/** Source: section 3. */
const FIELDS: Record<string, string[]> = {
  users: ['id', 'name', 'email', 'phone', 'image', 'created_at', 'updated_at'],
  friendships: ['id', 'requester_id', 'addressee_id', 'status', 'created_at'],
  events: [
    'id',
    'title',
    'description',
    'image',
    'location_name',
    'location_address',
    'location_latitude',
    'location_longitude',
    'start_time',
    'end_time',
    'is_private',
    'created_by',
  ],
  event_invites: ['event_id', 'user_id', 'status'],
  chat_room: ['id', 'event_id'],
  chat_message: ['id', 'chat_room_id', 'user_id', 'message', 'created_at'],
};

test.each(Object.entries(FIELDS))('DATA-01 %s has the fields of the source', async (table, fields) => {
  const rows = await db.query<{ column_name: string }>(
    `select column_name::text from information_schema.columns where table_schema = 'public' and table_name = $1`,
    [table],
  );
  expect(rows.map((row) => row.column_name)).toEqual(expect.arrayContaining(fields));
});

const insertFriendship = (requester: string, addressee: string, status: string) =>
  db.query(
    `insert into friendships (id, requester_id, addressee_id, status, created_at, accepted_at)
     values (gen_random_uuid(), $1, $2, $3, $4, case when $3 = 'accepted' then $4::timestamptz end)`,
    [requester, addressee, status, NOW],
  );

test('DATA-02 PERM-07 the database refuses other states, a friend of oneself and a second row', async () => {
  await expect(insertFriendship(ANNA, BEN, 'blocked')).rejects.toMatchObject({ code: '23514' });
  await expect(insertFriendship(ANNA, ANNA, 'pending')).rejects.toMatchObject({ code: '23514' });
  await insertFriendship(ANNA, BEN, 'accepted');
  await expect(insertFriendship(BEN, ANNA, 'pending')).rejects.toMatchObject({ code: '23505' });
});

test('DATA-02 EVF-11 an invite is pending unless told otherwise; an event ends after it starts', async () => {
  const insertEvent = (end: string) =>
    db.query<{ id: number }>(
      `insert into events (title, location_name, location_latitude, location_longitude, start_time, end_time,
         created_by, created_at, updated_at)
       values ('Swim', 'Havre des Pas', 49.17, -2.1, $1, $2, $3, $1, $1) returning id`,
      [NOW, end, ANNA],
    );
  await expect(insertEvent(NOW)).rejects.toMatchObject({ code: '23514' });
  const [event] = await insertEvent('2026-06-20T12:00:00.001Z');
  const insertInvite = (columns: string, values: string) =>
    db.query<{ status: string }>(
      `insert into event_invites (event_id, user_id, created_at, updated_at${columns})
       values ($1, $2, $3, $3${values}) returning status`,
      [event?.id, BEN, NOW],
    );
  await expect(insertInvite(', status', `, 'no response'`)).rejects.toMatchObject({ code: '23514' });
  expect(await insertInvite('', '')).toEqual([{ status: 'pending' }]);
  await expect(insertInvite('', '')).rejects.toMatchObject({ code: '23505' });
});
