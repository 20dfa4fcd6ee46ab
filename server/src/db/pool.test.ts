import { randomUUID } from 'node:crypto';
import { MINUTE_MS } from '@hereabouts/contract/durations';
import { createTestDataDir, removeTestDataDir } from '@hereabouts/testing/data-dir';
import { createPostgresDatabase, createTestDatabase } from '@hereabouts/testing/database';
import { holdConnection } from '@hereabouts/testing/held-connection';
import { createFakeClock } from '@hereabouts/testing/fake-clock';
import { silentLog } from '@hereabouts/testing/silent-log';
import pg from 'pg';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import type { Connection } from './connection.ts';
import { REVOCATION, type Queryable } from './database.ts';
import { databaseFolder } from './embedded.ts';
import { startPglite } from './pglite.ts';
import { Pool } from './pool.ts';
import { connectPostgres } from './postgres.ts';

test('S40 however many transactions wait, single statements go on and have no lag', async () => {
  const shared = await createTestDatabase({ poolSize: 5 });
  if (shared.engine === 'pglite') return await shared.close();
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  let running = 0;
  const transactions = Array.from({ length: 20 }, () =>
    shared.transaction(async () => {
      running += 1;
      await over;
    }),
  );
  await expect.poll(() => running).toBe(4);
  expect(await shared.query('select 1 as one')).toEqual([{ one: 1 }]);
  await expect.poll(() => shared.lagMs('all')).toBeGreaterThan(0);
  expect(shared.lagMs('statements')).toBe(0);
  end();
  await Promise.all(transactions);
  expect(running).toBe(20);
  await shared.close();
});

test.skipIf(inject('testDatabase').engine !== 'pglite')(
  'S41 maintenance of the embedded database may take longer than a statement',
  async () => {
    const dataDir = await createTestDataDir();
    const clock = createFakeClock();
    const pool = new Pool({
      size: 1,
      acquireTimeoutMs: 10_000,
      statementTimeoutMs: 30_000,
      connect: async () => (await startPglite({ dataDir: databaseFolder(dataDir) })).connection,
      clock,
      log: silentLog,
    });
    onTestFinished(async () => {
      await pool.close();
      await removeTestDataDir(dataDir);
    });
    await pool.warm();
    const vacuum = () => pool.share((connection) => connection.script('vacuum'));
    const maintained = pool.maintain(vacuum);
    clock.advance(MINUTE_MS);
    await maintained;
    const stuck = vacuum().catch((error: unknown) => String(error));
    clock.advance(MINUTE_MS);
    expect(await stuck).toContain('The embedded database stopped');
  },
);

/** A pool whose role may have `limit` connections; `hold` keeps statements waiting until `free`. */
async function startLimited(limit: number) {
  const url = new URL(await createPostgresDatabase(inject('testDatabase').url));
  const admin = new pg.Client(url.href);
  await admin.connect();
  const role = `few_${randomUUID().replaceAll('-', '')}`;
  const allow = (connections: number) => admin.query(`alter role ${role} connection limit ${connections}`);
  await admin.query(`create role ${role} login`);
  await allow(limit);
  url.username = role;
  const times = {
    connectTimeoutMs: 10_000,
    statementTimeoutMs: 30_000,
    idleInTransactionMs: 30_000,
    lockTimeoutMs: 30_000,
  };
  const connect = vi.fn<() => Promise<Connection>>(() => connectPostgres({ url: url.href, ...times }));
  const warn = vi.fn<() => void>();
  const clock = createFakeClock();
  const log = { ...silentLog, warn };
  const pool = new Pool({
    size: 10,
    acquireTimeoutMs: 10_000,
    statementTimeoutMs: 30_000,
    connect,
    clock,
    log,
  });
  onTestFinished(async () => {
    await admin.query('select pg_advisory_unlock_all()');
    await pool.close();
    await admin.query(`drop role ${role}`);
    await admin.end();
  });
  await pool.warm();
  return {
    pool,
    clock,
    connect,
    warn,
    allow,
    hold: () => admin.query('select pg_advisory_lock(1)'),
    free: () => admin.query('select pg_advisory_unlock(1)'),
    wait: () => pool.share((connection) => connection.query('select pg_advisory_lock_shared(1)', [])),
  };
}

test.skipIf(process.env['TEST_DB'] !== 'postgres')(
  'OPS-06 where Postgres refuses further connections, transactions do not wait for one, and attempts are a second apart',
  async () => {
    const { pool, clock, connect, warn, allow, hold, free, wait } = await startLimited(2);
    await hold();
    const statements = [wait(), wait()];
    await expect.poll(() => pool.state().open).toBe(2);
    statements.push(wait());
    const first = await pool.lease();
    expect(connect).toHaveBeenCalledTimes(3);
    for (let nth = 0; nth < 20; nth += 1) statements.push(wait());
    expect(connect).toHaveBeenCalledTimes(3);

    pool.release(first);
    const attempt = Promise.withResolvers<Connection>();
    connect.mockReturnValueOnce(attempt.promise);
    clock.advance(1_000);
    statements.push(wait());
    expect(connect).toHaveBeenCalledTimes(4);
    pool.release(await pool.lease());
    attempt.reject(new Error('too many connections'));

    await allow(3);
    expect(warn).toHaveBeenCalledTimes(1);
    clock.advance(1_000);
    statements.push(wait());
    await expect.poll(() => pool.state().open).toBe(3);
    await free();
    await Promise.all(statements);
  },
);

test('LIVE-10 a revocation gets a connection before transactions that wait for one, and then those take turns with revocations', async () => {
  const db = await createTestDatabase({ poolSize: 1 });
  const order: string[] = [];
  const release = await holdConnection(db);
  const ask = (name: string, options = {}) => db.transaction(async () => void order.push(name), options);
  const asked = [
    ask('sign-in'),
    ask('answer'),
    ask('first revocation', REVOCATION),
    ask('second revocation', REVOCATION),
  ];
  await Promise.all([release(), ...asked]);
  expect(order).toEqual(['first revocation', 'sign-in', 'second revocation', 'answer']);
  await db.close();
});

test('LIVE-10 with one connection, reads that wait have half of the time that a long transaction takes (S43)', async () => {
  const clock = createFakeClock();
  const db = await createTestDatabase({ poolSize: 1 }, clock);
  const order: string[] = [];
  const release = await holdConnection(db);
  clock.advance(100);
  const change = db.transaction(async () => void order.push('change'));
  const reads = Array.from({ length: 40 }, async () => {
    await db.query('select 1');
    order.push('read');
    clock.advance(2);
  });
  await Promise.all([release(), change, ...reads]);
  // 50 ms, and what had been sent by then.
  expect(order.indexOf('change')).toBeGreaterThanOrEqual(25);
  expect(order.indexOf('change')).toBeLessThan(40);
  await db.close();
});

test('LIVE-10 with one connection a read waits for the next transaction and not for all, nor a transaction for all reads', async () => {
  const clock = createFakeClock();
  const db = await createTestDatabase({ poolSize: 1 }, clock);
  await db.query('create temp sequence turn');
  const order: string[] = [];
  const note = (name: string) => async (on: Queryable) => {
    const [row] = await on.query<{ turn: number }>(`select nextval('turn') - 1 as turn`);
    order[row?.turn ?? -1] = name;
    clock.advance(5);
  };
  const release = await holdConnection(db);
  const change = (name: string) => db.transaction(note(name));
  const changes = [change('first change'), change('second change')];
  const reads = Array.from({ length: 30 }, () => note('read')(db));
  await Promise.all([release(), ...changes, ...reads]);
  // How many reads are answered at once is up to the database.
  const [first, second] = [order.indexOf('first change'), order.indexOf('second change')];
  expect(first).toBeGreaterThan(0);
  expect(second).toBeGreaterThan(first + 1);
  expect(order.slice(second)).toContain('read');
  await db.close();
});
