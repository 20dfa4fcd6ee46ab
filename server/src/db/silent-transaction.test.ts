import { expect, inject, test } from 'vitest';
import { openDatabase } from './open.ts';
import { silentLog } from '@hereabouts/testing/silent-log';
import { systemClock } from '#server/clock.ts';
import { connectPostgres } from './postgres.ts';
import { createPostgresDatabase } from '@hereabouts/testing/database';

/** Longer than the server waits for a statement, shorter than the transaction's own time-out. */
const SILENT_MS = 1_500;

test.skipIf(process.env['TEST_DB'] !== 'postgres')(
  'LIVE-10 a transaction whose process is silent loses its locks, so that a revocation elsewhere goes on',
  async () => {
    const url = await createPostgresDatabase(inject('testDatabase').url);
    const open = () =>
      openDatabase({ dataDir: '', url, idleInTransactionMs: 300 }, { clock: systemClock, log: silentLog });
    const [frozen, other] = [await open(), await open()];
    await frozen.query('create table held (n int)');
    await frozen.query('insert into held values (1)');
    const { promise: woken, resolve: wake } = Promise.withResolvers<void>();
    const { promise: locked, resolve: hasLocked } = Promise.withResolvers<void>();
    const holding = frozen.transaction(async (tx) => {
      await tx.query('select n from held for update');
      hasLocked();
      await woken;
      await tx.query('update held set n = 2');
    });
    const failed = holding.then(
      () => 'committed',
      () => 'rolled back',
    );
    await locked;
    const startedMs = performance.now();
    await other.query('update held set n = 3');
    expect(performance.now() - startedMs).toBeLessThan(SILENT_MS);
    wake();
    expect(await failed).toBe('rolled back');
    expect(await other.query('select n from held')).toEqual([{ n: 3 }]);
    await frozen.close();
    await other.close();
  },
);

/** Each of the waiting transactions would keep the lock for as long as the silent one. */
const WAITING = 4;

test.skipIf(process.env['TEST_DB'] !== 'postgres')(
  'S49 LIVE-10 its other transactions do not get the lock in turn',
  async () => {
    const url = await createPostgresDatabase(inject('testDatabase').url);
    // Far apart, for a machine that is slow.
    const timeouts = { idleInTransactionMs: 2_500, lockTimeoutMs: 500 };
    const other = await openDatabase(
      { dataDir: '', url, ...timeouts, lockTimeoutMs: 20_000 },
      { clock: systemClock, log: silentLog },
    );
    await other.query('create table held (n int)');
    await other.query('insert into held values (1)');
    const frozen = await Promise.all(
      Array.from({ length: WAITING + 1 }, () =>
        connectPostgres({ url, connectTimeoutMs: 5_000, statementTimeoutMs: 30_000, ...timeouts }),
      ),
    );
    const outcomes: Promise<unknown>[] = [];
    const startedMs = performance.now();
    await Promise.all(frozen.map((connection) => connection.script('begin')));
    for (const connection of frozen) {
      const locking = connection.query('select n from held for update', []).then(
        () => 'locked',
        (error: { code?: string }) => error.code,
      );
      outcomes.push(locking);
      if (outcomes.length === 1) await locking;
    }
    await other.transaction((tx) => tx.query('update held set n = 2'));
    expect(performance.now() - startedMs).toBeLessThan(WAITING * timeouts.idleInTransactionMs);
    expect(await Promise.all(outcomes)).toEqual([
      'locked',
      ...Array.from({ length: WAITING }, () => '55P03'),
    ]);
    expect(await other.query('select n from held')).toEqual([{ n: 2 }]);
    for (const connection of frozen) connection.destroy();
    await other.close();
  },
);
