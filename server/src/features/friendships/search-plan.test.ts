import { randomUUID } from 'node:crypto';
import { createTestDatabase } from '@hereabouts/testing/database';
import type { Queryable } from '#server/db/database.ts';
import { expect, test } from 'vitest';
import { listContacts } from './repo.ts';

const PEOPLE = 30_000;
/** Each is a statement that ends well before the time-out. */
const SEED_BATCH = 3_000;

/** Rows of `users` that this transaction has read. */
async function rowsRead(tx: Queryable): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as count from pg_stat_xact_user_tables where relname = 'users'`,
  );
  return row?.count ?? 0;
}

test('CONT-03 a search for nobody reads nobody, also after many searches that found thousands (S39)', async () => {
  const db = await createTestDatabase();
  // Seeding is faster with the lists of pending entries, which `vacuum` works off.
  const setFastUpdate = async (state: 'on' | 'off') => {
    for (const index of ['users_by_name_part', 'users_by_email_part'])
      await db.query(`alter index ${index} set (fastupdate = ${state})`);
  };
  await setFastUpdate('on');
  for (let first = 1; first <= PEOPLE; first += SEED_BATCH) {
    await db.query(
      `insert into users (id, name, email, created_at, updated_at)
       select gen_random_uuid(), 'Person ' || md5(n::text), md5((n + 1)::text) || '@example.org', now(), now()
       from generate_series(${first}, ${first + SEED_BATCH - 1}) n`,
    );
  }
  await db.query('vacuum analyze users');
  // Another file may get this database, emptied.
  await setFastUpdate('off');
  const read = await db.transaction(async (tx) => {
    const search = (text: string) =>
      listContacts(tx, {
        viewerId: randomUUID(),
        now: new Date().toISOString(),
        tab: 'discover',
        search: text,
        after: null,
        limit: 501,
      });
    for (let time = 0; time < 8; time += 1) await search('son 1');
    const before = await rowsRead(tx);
    expect((await search('zzzzzz')).contacts).toEqual([]);
    return (await rowsRead(tx)) - before;
  });
  expect(read).toBeLessThan(100);
  await db.close();
});
