import { createTestDatabase } from '@hereabouts/testing/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from './database.ts';

let db: Database;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.close());

const failWith = (code: string) => `do $$ begin raise 'first' using errcode = '${code}'; end $$`;

test('ERR-05 a transaction fails with its first failure, whichever of the statements sent together is awaited', async () => {
  const outcome = db.transaction(async (tx) => {
    const first = tx.query(failWith('53100'));
    const second = tx.query('select 1');
    await Promise.all([second, first.catch(() => {})]);
  });
  await expect(outcome).rejects.toMatchObject({ code: '53100' });
});

test('a deadlock is tried again although a later statement is heard of first', async () => {
  let attempts = 0;
  const work = db.transaction(
    async (tx) => {
      attempts += 1;
      const first = attempts === 1 ? tx.query(failWith('40P01')) : tx.query('select 1');
      const second = tx.query('select 2 as n');
      first.catch(() => {});
      return await second;
    },
    { retries: 1 },
  );
  expect(await work).toEqual([{ n: 2 }]);
  expect(attempts).toBe(2);
});
