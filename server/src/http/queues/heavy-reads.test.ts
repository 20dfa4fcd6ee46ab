import { ORDINARY_REQUEST } from '@hereabouts/testing/ordinary-request';
import { expect, test } from 'vitest';
import { createRequestTurns } from './request-turns.ts';

const settled = () => new Promise((resolve) => void setImmediate(resolve));

test('heavy reads leave connections free, and searches of everybody wait for each other alone (S34, S35, S39)', async () => {
  const turns = createRequestTurns(10);
  const started: string[] = [];
  const forever = (name: string) => () => {
    started.push(name);
    return new Promise<never>(() => {});
  };
  for (let person = 0; person < 20; person += 1) {
    const asker = { userId: `${person}`, from: '' };
    void turns.heavyReads(asker, forever('heavy'));
    void turns.searches.indexed(asker, forever('search'));
    void turns.searches.unindexed(asker, forever('letter'));
  }
  expect(started.filter((name) => name === 'heavy')).toHaveLength(5);
  expect(started.filter((name) => name === 'search')).toHaveLength(2);
  expect(started.filter((name) => name === 'letter')).toHaveLength(1);
});

test('LIVE-10 the accounts of two network addresses cannot fill the queues of heavy reads and searches for others', async () => {
  const turns = createRequestTurns(10);
  const hang = () => new Promise<never>(() => {});
  const refused: string[] = [];
  const flood = async (
    queue: 'heavyReads' | 'searches',
    from: string,
    accounts: number,
    requests: number,
  ) => {
    const ask = queue === 'heavyReads' ? turns.heavyReads : turns.searches.unindexed;
    for (let nth = 0; nth < accounts * requests; nth += 1)
      void ask({ userId: `${from} ${nth % accounts}`, from }, hang).catch(() => refused.push(queue));
  };
  for (const from of ['one', 'other']) {
    void flood('heavyReads', from, 60, 100);
    void flood('searches', from, 60, 20);
  }
  await settled();
  expect(new Set(refused)).toEqual(new Set(['heavyReads', 'searches']));
  void turns.heavyReads({ userId: 'anna', from: 'third' }, hang).catch(() => refused.push('anna'));
  void turns.searches.unindexed({ userId: 'anna', from: 'third' }, hang).catch(() => refused.push('anna'));
  // Nor for others behind the same address.
  void turns.heavyReads({ userId: 'ben', from: 'one' }, hang).catch(() => refused.push('ben'));
  await settled();
  expect(refused).not.toContain('anna');
  expect(refused).not.toContain('ben');
});

test('heavy reads of many accounts behind one address take turns with the next address as one (S40)', async () => {
  const turns = createRequestTurns(2);
  const started: string[] = [];
  const finish: (() => void)[] = [];
  const ask = (userId: string, from: string) =>
    void turns.heavyReads({ userId, from }, async () => {
      started.push(userId);
      await new Promise<void>((resolve) => finish.push(resolve));
    });
  for (let nth = 0; nth < 300; nth += 1) ask(`account ${nth}`, 'one');
  ask('anna', 'other');
  for (let nth = 0; nth < 2; nth += 1) {
    for (const done of finish.splice(0)) done();
    await settled();
  }
  expect(started).toContain('anna');
});

test('a read is not made for a client that has hung up while it waited, a change is (S40)', async () => {
  const turns = createRequestTurns(2);
  const viewer = { userId: 'anna', sessionId: 'anna' };
  const gone = { ...ORDINARY_REQUEST, isGone: () => true };
  const made: string[] = [];
  const make = (name: string) => async () => void made.push(name);
  await expect(turns.run(viewer, { ...gone, heavy: true }, make('read'))).rejects.toMatchObject({
    code: 'unavailable',
  });
  const guest = { ...viewer, isAnonymous: true } as const;
  await expect(turns.run(guest, { ...gone, heavy: true }, make('read'))).rejects.toMatchObject({
    code: 'unavailable',
  });
  await turns.run(guest, gone, make('change'));
  await turns.run(viewer, { ...gone, bulkChange: { lockedEventId: null } }, make('change'));
  await turns.run(viewer, { ...gone, limit: 'revocation' }, make('revocation'));
  expect(made).toEqual(['change', 'change', 'revocation']);
});

test('on the embedded database 32 heavy reads and 32 other requests of an address run at once (S42)', async () => {
  const turns = createRequestTurns(10, true);
  const started: string[] = [];
  const finish: (() => void)[] = [];
  const ask = (userId: string, heavy: boolean) =>
    void turns.run({ userId, sessionId: userId }, { ...ORDINARY_REQUEST, heavy, from: 'venue' }, async () => {
      started.push(heavy ? 'heavy' : 'ordinary');
      await new Promise<void>((resolve) => finish.push(resolve));
    });
  for (let nth = 0; nth < 60; nth += 1) for (const heavy of [true, true, false, false]) ask(`${nth}`, heavy);
  await settled();
  const count = (kind: string) => started.filter((one) => one === kind).length;
  expect([count('heavy'), count('ordinary')]).toEqual([32, 32]);

  for (const done of finish.splice(0)) done();
  await settled();
  expect([count('heavy'), count('ordinary')]).toEqual([64, 64]);
});

test('LIVE-10 on the embedded database a heavy read of another address waits for none of forty addresses', async () => {
  const turns = createRequestTurns(10, true);
  const started: string[] = [];
  const ask = (from: string) =>
    void turns.heavyReads({ userId: from, from }, async () => {
      started.push(from);
      await new Promise(() => {});
    });
  for (let nth = 0; nth < 40; nth += 1) ask(`${nth}`);
  ask('another');
  await settled();
  expect(started).toHaveLength(41);
});
