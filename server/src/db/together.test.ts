import { createTestDatabase } from '@hereabouts/testing/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from './database.ts';
import { together } from './together.ts';

let db: Database;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.close());

test('statements sent together are made in their order, and each has its answer', async () => {
  const answers = await db.transaction((tx) =>
    together(
      tx.query('create temporary table made_together (n int) on commit drop'),
      tx.query('insert into made_together values (1) returning n'),
      null,
      tx.query('select count(*)::int as count from made_together'),
    ),
  );
  expect(answers).toEqual([[], [{ n: 1 }], null, [{ count: 1 }]]);
});

test('the first failure in their order is thrown, also if a later one is known before', async () => {
  const late = Promise.withResolvers<void>();
  const outcome = together(Promise.resolve(), late.promise, Promise.reject(new Error('the later one')));
  late.reject(new Error('the first one'));
  await expect(outcome).rejects.toThrow('the first one');
});

test('nothing is thrown before all are answered', async () => {
  const slow = Promise.withResolvers<void>();
  let isOver = false;
  const outcome = together(Promise.reject(new Error('no')), slow.promise).finally(() => (isOver = true));
  outcome.catch(() => {});
  await new Promise((resolve) => setImmediate(resolve));
  expect(isOver).toBe(false);
  slow.resolve();
  await expect(outcome).rejects.toThrow('no');
});
