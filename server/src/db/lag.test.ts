import { createTestDatabase } from '@hereabouts/testing/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from './database.ts';

/** More than any test database has connections. */
const HOLDERS = 6;
let db: Database;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.close());

test('S35 the lag is how long a statement waits for others, and nothing once they are answered', async () => {
  expect(db.lagMs('all')).toBe(0);
  const hold = Promise.withResolvers<void>();
  const holders = Array.from({ length: HOLDERS }, () => db.transaction(() => hold.promise));
  const waiting = db.query('select 1');
  await expect.poll(() => db.lagMs('all')).toBeGreaterThan(50);
  // It came a moment after the transactions.
  if (db.engine === 'pglite') await expect.poll(() => db.lagMs('statements')).toBeGreaterThan(50);
  hold.resolve();
  await Promise.all([...holders, waiting]);
  expect(db.lagMs('all')).toBe(0);
});

test('S35 transactions that leave a connection free are no lag', async ({ skip }) => {
  if (db.engine === 'pglite') return skip('an embedded database has one connection');
  const hold = Promise.withResolvers<void>();
  const holders = Array.from({ length: 3 }, () => db.transaction(() => hold.promise));
  await db.query('select pg_sleep(0.1)');
  expect(db.lagMs('all')).toBe(0);
  hold.resolve();
  await Promise.all(holders);
});
