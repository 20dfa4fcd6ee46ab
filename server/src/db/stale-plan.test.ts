import { createTestDatabase } from '@hereabouts/testing/database';
import { afterAll, beforeEach, expect, test } from 'vitest';

const db = await createTestDatabase();
afterAll(async () => {
  await db.query('drop table if exists stale');
  await db.close();
});

const READ = 'select * from stale order by n';
const WRITE = 'update stale set n = n + 1 returning *';
/** Prepares both on every connection that is used. */
const useAll = () =>
  Promise.all(
    Array.from({ length: 20 }, () => [
      db.query(READ),
      db.transaction(async (tx) => [
        await tx.query(READ),
        await tx.query('update stale set n = n where n = $1 returning *', [1]),
      ]),
    ]).flat(),
  );

beforeEach(async () => {
  await db.query('drop table if exists stale');
  await db.query('create table stale (n int)');
  await db.query('insert into stale values (1)');
  await useAll();
});

test('OPS-10 statements go on when a newer version migrates the table that they read, in transactions too', async () => {
  await db.query('alter table stale add column added int not null default 7');
  expect(await db.query(READ)).toEqual([{ n: 1, added: 7 }]);
  const rows = await db.transaction(async (tx) => {
    await tx.query(READ);
    return await tx.query(WRITE);
  });
  expect(rows).toEqual([{ n: 2, added: 7 }]);
  await useAll();
});

test('OPS-10 statements in flight meanwhile are repeated, each once', async () => {
  const writes = Array.from({ length: 50 }, () => db.query('update stale set n = n + 1 returning *'));
  await db.query('alter table stale add column added int not null default 7');
  writes.push(...Array.from({ length: 50 }, () => db.query('update stale set n = n + 1 returning *')));
  await Promise.all(writes);
  expect(await db.query('select n from stale')).toEqual([{ n: 101 }]);
});
