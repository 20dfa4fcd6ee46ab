import { holdConnection } from '@hereabouts/testing/held-connection';
import { createTestDatabase } from '@hereabouts/testing/database';
import { expect, onTestFinished, test } from 'vitest';
import { createRequester, markBulkChange, runFor } from '#server/async/requester.ts';
import { REVOCATION, type Database } from './database.ts';
import { TransactionsTurn, type TransactionKind } from './transactions-turn.ts';

const bulk = <T>(work: () => T, address = 'home', person = address, lockedEventId: number | null = null): T =>
  runFor(createRequester(address, person), () => {
    markBulkChange({ lockedEventId });
    return work();
  });

async function openDatabase(poolSize: number): Promise<Database> {
  const db = await createTestDatabase({ poolSize });
  onTestFinished(() => db.close());
  return db;
}

test('LIVE-10 a revocation waits for one transaction at most, and of the others bulk changes for one of the rest', () => {
  const turn = new TransactionsTurn();
  const waiting = new Set<TransactionKind>(['urgent', 'transaction', 'bulk']);
  const take = () => {
    const kind = turn.next((one) => waiting.has(one));
    if (kind !== null) turn.begin(kind);
    return kind;
  };
  expect(Array.from({ length: 5 }, take)).toEqual(['urgent', 'transaction', 'urgent', 'bulk', 'urgent']);
  waiting.delete('urgent');
  expect(Array.from({ length: 3 }, take)).toEqual(['transaction', 'bulk', 'transaction']);
  waiting.delete('transaction');
  expect(Array.from({ length: 2 }, take)).toEqual(['bulk', 'bulk']);
  waiting.clear();
  expect(take()).toBeNull();
});

test('S40 a fifth of the connections serves bulk changes at once, others pass them, and their wait is no overload', async ({
  skip,
}) => {
  const db = await openDatabase(10);
  if (db.engine === 'pglite') return skip('an embedded database has one connection');
  const hold = Promise.withResolvers<void>();
  let running = 0;
  const changes = Array.from({ length: 12 }, (_, nth) =>
    bulk(
      () =>
        db.transaction(async () => {
          running += 1;
          await hold.promise;
        }),
      `${nth}`,
    ),
  );
  await expect.poll(() => running).toBe(2);
  expect(await db.transaction(async () => 'answered')).toBe('answered');
  expect(await bulk(() => db.transaction(async () => 'blocked', REVOCATION))).toBe('blocked');
  expect(await db.query('select pg_sleep(0.1), 1 as one')).toMatchObject([{ one: 1 }]);
  expect(running).toBe(2);
  expect(db.lagMs('all')).toBe(0);
  hold.resolve();
  await Promise.all(changes);
  expect(running).toBe(12);
});

test('S40 of the bulk changes that lock one event, one at a time has a connection, so that those of another event get one', async ({
  skip,
}) => {
  const db = await openDatabase(10);
  if (db.engine === 'pglite') return skip('an embedded database has one connection');
  const running: string[] = [];
  const finish = new Map<string, () => void>();
  const change = (name: string, eventId: number | null) => {
    const over = Promise.withResolvers<void>();
    finish.set(name, over.resolve);
    const work = async () => {
      running.push(name);
      await over.promise;
    };
    return bulk(() => db.transaction(work), name, name, eventId);
  };
  const changes = [
    change('ann', 1),
    change('bob', 1),
    change('cid', 1),
    change('dora', 2),
    change('eve', null),
  ];
  await expect.poll(() => running).toEqual(['ann', 'dora']);
  finish.get('dora')?.();
  await expect.poll(() => running).toEqual(['ann', 'dora', 'eve']);
  finish.get('eve')?.();
  // Neither those that wait for the event nor the free connection keep anybody else waiting.
  expect(await db.transaction(async () => 'answered')).toBe('answered');
  expect(running).toHaveLength(3);
  finish.get('ann')?.();
  await expect.poll(() => running.slice(3)).toEqual(['bob']);
  for (const end of finish.values()) end();
  await Promise.all(changes);
  expect(running).toEqual(['ann', 'dora', 'eve', 'bob', 'cid']);
});

test('LIVE-10 a start of sharing waits for no backlog of bulk changes of another address (S43)', async () => {
  const db = await openDatabase(1);
  const order: string[] = [];
  const release = await holdConnection(db);
  const ask = (person: string, address: string) =>
    bulk(() => db.transaction(async () => void order.push(person)), address, person);
  const flood = Array.from({ length: 30 }, (_, nth) => ask(`flood ${nth}`, 'cafe'));
  const start = ask('anna', 'home');
  await Promise.all([release(), ...flood, start]);
  expect(order.indexOf('anna')).toBeLessThanOrEqual(2);
  expect(order).toHaveLength(31);
});

test('a bulk change that fails gives its connection back (S43)', async () => {
  const db = await openDatabase(1);
  const fail = () => db.transaction(() => Promise.reject(new Error('no')));
  for (let nth = 0; nth < 3; nth += 1) await expect(bulk(fail)).rejects.toThrow('no');
  expect(await bulk(() => db.transaction(async () => 'next'))).toBe('next');
});
