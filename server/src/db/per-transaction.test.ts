import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '@hereabouts/testing/database';
import { perTransaction } from './per-transaction.ts';

const db = await createTestDatabase();
afterAll(() => db.close());

const count = perTransaction(() => 0);

test('a value belongs to one attempt of a transaction, and a retry begins anew', async () => {
  const seen: number[] = [];
  await db.transaction(
    async (tx) => {
      for (let times = 0; times < 2; times += 1) {
        seen.push(count.get(tx));
        count.set(tx, count.get(tx) + 1);
      }
      if (seen.length < 4) await tx.query("do $$ begin raise exception using errcode = '40001'; end $$");
    },
    { retries: 1 },
  );
  expect(seen).toEqual([0, 1, 0, 1]);
});

test('a database has no value, which all would share', () => {
  expect(() => count.get(db)).toThrow('database');
  expect(() => count.set(db, 1)).toThrow('database');
});
