import { randomUUID } from 'node:crypto';
import { createTestDatabase } from '@hereabouts/testing/database';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database, Queryable } from '#server/db/database.ts';
import { countUncountedOfReached } from './read-repo.ts';
import { removeMessage } from './removal-repo.ts';
import { findAccess } from './repo.ts';
import { insertMessages } from './send-repo.ts';

const GUESTS = 200;
const STRANGERS = 5_000;
const WRITERS = 4;
const MESSAGES = 100;

let db: Database;
let eventId: number;
const host = randomUUID();
/** Has blocked everybody else, guests and strangers. */
const blocker = randomUUID();
let guests: string[];
beforeAll(async () => {
  db = await createTestDatabase();
  await db.query(
    `insert into users (id, name, created_at, updated_at)
     select case n when 0 then $1::uuid when 1 then $2::uuid else gen_random_uuid() end,
       case when n <= ${GUESTS} + 1 then 'Guest' else 'Stranger' end, now(), now()
     from generate_series(0, ${GUESTS + STRANGERS} + 1) n`,
    [blocker, host],
  );
  const [event] = await db.query<{ id: number }>(
    `insert into events (title, location_name, location_latitude, location_longitude, start_time, end_time, created_by,
       is_private, created_at, updated_at)
     values ('Fair', 'Somewhere', 49, -2, now(), now() + interval '1 hour', $1, true, now(), now()) returning id`,
    [host],
  );
  eventId = event!.id;
  const invited = await db.query<{ id: string }>(
    `insert into event_invites (event_id, user_id, status, created_at, updated_at)
     select $1, id, 'accepted', now(), now() from users where name = 'Guest' and id <> $2 returning user_id as id`,
    [eventId, host],
  );
  guests = invited.map(({ id }) => id).filter((id) => id !== blocker);
  await db.query(
    `with pairs as (
       insert into blocks (user_id, other_id, is_blocker, created_at)
       select $1, id, true, now() - interval '1 day' from users where id not in ($1, $2) returning *)
     insert into blocks (user_id, other_id, is_blocker, created_at)
     select other_id, user_id, false, created_at from pairs`,
    [blocker, host],
  );
  await db.query(
    `with room as (
       insert into chat_room (event_id, last_seq, created_at) values ($1, ${MESSAGES}, now()) returning id)
     insert into chat_message (id, chat_room_id, seq, user_id, message, created_at)
     select gen_random_uuid(), room.id, n, ($2::uuid[])[1 + n % ${WRITERS}], 'Hello', now()
     from room, generate_series(1, ${MESSAGES}) n`,
    [eventId, [blocker, ...guests.slice(0, WRITERS - 1)]],
  );
  await db.query('analyze');
});
afterAll(() => db.close());

/** What `work` returns, how often it searched the blocks and how many of their rows it read. */
const looking = <T>(work: (tx: Queryable) => Promise<T>) =>
  db.transaction(async (tx) => {
    const counts = async () => {
      const [row] = await tx.query<{ searches: number; rows: number }>(
        `select (seq_scan + idx_scan)::int as searches, (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as rows
         from pg_stat_xact_user_tables where relname = 'blocks'`,
      );
      return row!;
    };
    const before = await counts();
    const result = await work(tx);
    const after = await counts();
    return { result, searches: after.searches - before.searches, rows: after.rows - before.rows };
  });

describe('after a message each person’s blocks are looked up once, not for each message that is unread', () => {
  test('however many have blocked somebody', async () => {
    const { result, searches } = await looking((tx) => countUncountedOfReached(tx, eventId, () => true));
    expect(searches).toBeLessThanOrEqual(GUESTS + 2 + WRITERS);
    const ofEach = MESSAGES / WRITERS;
    expect(new Map(result.map(({ user_id, uncounted }) => [user_id, uncounted]))).toEqual(
      new Map([
        [host, 0],
        [blocker, MESSAGES],
        ...guests.map((id, at): [string, number] => [id, at < WRITERS - 1 ? 2 * ofEach : ofEach]),
      ]),
    );
    expect(new Set(result.map(({ last_seq }) => last_seq))).toEqual(new Set([MESSAGES]));
  });

  test('those of people without an open page are not looked up', async () => {
    const { result, searches } = await looking((tx) =>
      countUncountedOfReached(tx, eventId, (id) => id === guests[5]),
    );
    expect(result.map(({ user_id }) => user_id)).toEqual([guests[5]]);
    expect(searches).toBeLessThanOrEqual(WRITERS);
    expect((await looking((tx) => countUncountedOfReached(tx, eventId, () => false))).searches).toBe(0);
  });
});

describe('somebody who has blocked thousands makes a chat no slower', () => {
  test('a message is hidden from the guests among them, who are looked up', async () => {
    const draft = { id: randomUUID(), userId: blocker, message: 'Hello', now: new Date().toISOString() };
    const { result, rows } = await looking((tx) => insertMessages(tx, eventId, [draft]));
    expect(new Set(result[0]?.hidden_from)).toEqual(new Set(guests));
    expect(rows).toBeLessThanOrEqual(2 * GUESTS);
    const removed = await looking((tx) => removeMessage(tx, draft.id, 'Removed'));
    expect(new Set(removed.result?.hidden_from)).toEqual(new Set(guests));
    expect(removed.rows).toBeLessThanOrEqual(2 * GUESTS);
  });

  test('for all their messages of a batch they are looked up once', async () => {
    const draftOf = (userId: string) => ({
      id: randomUUID(),
      userId,
      message: 'Hello',
      now: new Date().toISOString(),
    });
    const [guest = ''] = guests;
    const drafts = [...Array.from({ length: 10 }, () => [blocker, guest]).flat(), host].map(draftOf);
    const { result, rows } = await looking((tx) => insertMessages(tx, eventId, drafts));
    expect(result).toHaveLength(drafts.length);
    const hidden: Record<string, ReadonlySet<string>> = {
      [blocker]: new Set(guests),
      [guest]: new Set([blocker]),
      [host]: new Set(),
    };
    for (const { n, hidden_from } of result)
      expect(new Set(hidden_from)).toEqual(hidden[drafts[n - 1]!.userId]);
    expect(rows).toBeLessThanOrEqual(3 * GUESTS);
  });

  test('a join reads the newest blocks, which include each later one', async () => {
    const { result, rows } = await looking((tx) => findAccess(tx, eventId, blocker));
    expect(rows).toBeLessThanOrEqual(301);
    const other = randomUUID();
    await db.query(`insert into users (id, name, created_at, updated_at) values ($1, 'New', now(), now())`, [
      other,
    ]);
    const INSERT_SQL = `insert into blocks (user_id, other_id, is_blocker, created_at) values ($1, $2, true, now())`;
    await db.query(INSERT_SQL, [blocker, other]);
    const { blocked } = (await findAccess(db, eventId, blocker))!;
    expect(blocked).not.toBe(result?.blocked);
    await db.query('delete from blocks where user_id = $1 and other_id = $2', [blocker, other]);
    expect((await findAccess(db, eventId, blocker))?.blocked).toBe(result?.blocked);
  });
});
