import { createTestDatabase } from '@hereabouts/testing/database';
import { holdConnection } from '@hereabouts/testing/held-connection';
import { expect, test } from 'vitest';
import { createRequester, runFor, runInBackground, type Requester } from '#server/async/requester.ts';
import { WaitQueue } from './wait-queue.ts';

const from = createRequester;

/** All that waits, in the order it is taken. */
function drain(queue: WaitQueue<string>): string[] {
  const taken: string[] = [];
  for (let item = queue.take('transaction'); item !== null; item = queue.take('transaction'))
    taken.push(item);
  return taken;
}

test('LIVE-10 network addresses, then the people of one, take turns for a connection, and a newcomer is next', () => {
  const queue = new WaitQueue<string>();
  const add = (requester: Requester, item: string) =>
    runFor(requester, () => queue.add('transaction', item, 0));
  for (const item of ['a1', 'a2', 'a3', 'a4']) add(from('flood', 'anna'), item);
  for (const item of ['b1', 'b2']) add(from('flood', 'ben'), item);
  expect([1, 2, 3].map(() => queue.take('transaction'))).toEqual(['a1', 'b1', 'a2']);
  add(from('home'), 'h1');
  add(from('home'), 'h2');
  expect(drain(queue)).toEqual(['h1', 'h2', 'b2', 'a3', 'a4']);
});

test('LIVE-10 a light requester is next while others flood from the same address and from many more', () => {
  const queue = new WaitQueue<string>();
  const add = (requester: Requester, item: string) => runFor(requester, () => queue.add('urgent', item, 0));
  const people = Array.from({ length: 40 }, (_, nth) => from(`flood ${nth % 20}`, `person ${nth}`));
  const floodOn = () => people.forEach((person) => add(person, person.key));
  for (let round = 0; round < 30; round += 1) floodOn();
  for (let turn = 0; turn < 200; turn += 1) queue.take('urgent');
  add(from('flood 0', 'anna'), 'anna');
  add(from('home', 'ben'), 'ben');
  expect(new Set([1, 2, 3].map(() => queue.take('urgent')))).toEqual(
    new Set(['anna', 'ben', expect.stringContaining('person')]),
  );
});

test('LIVE-10 turns of a person and of an address count wherever they were taken', () => {
  const queue = new WaitQueue<string>();
  const add = (requester: Requester, item: string) => runFor(requester, () => queue.add('urgent', item, 0));
  for (let nth = 0; nth < 12; nth += 1) {
    add(from('flood', `a${nth}`), 'flood');
    add(from('home', 'ben'), 'ben');
  }
  const taken = Array.from({ length: 12 }, () => queue.take('urgent'));
  expect(taken.filter((item) => item === 'ben').length).toBeGreaterThanOrEqual(4);
});

test('LIVE-10 what an address asks for without a sign-in takes turns with its signed-in people', () => {
  const queue = new WaitQueue<string>();
  const add = (requester: Requester, item: string) =>
    runFor(requester, () => queue.add('statement', item, 0));
  for (const item of ['v1', 'v2', 'v3', 'v4']) add(from('cafe'), item);
  for (const item of ['a1', 'a2', 'a3']) add(from('cafe', 'anna'), item);
  // Without end: whenever one is taken the next one waits already.
  const taken = ['v5', 'v6', 'v7', 'v8', 'v9', 'v10'].map((item) => {
    add(from('cafe'), item);
    return queue.take('statement');
  });
  expect(taken).toEqual(['v1', 'a1', 'v2', 'a2', 'v3', 'a3']);
});

test('LIVE-10 background work, also after an answer, takes turns with what requests wait for', () => {
  const queue = new WaitQueue<string>();
  const requester = from('flood');
  runFor(requester, () => {
    for (const item of ['a1', 'a2', 'a3']) queue.add('transaction', item, 0);
    requester.isAnswered = true;
    queue.add('transaction', 'afterwards', 0);
  });
  for (const item of ['job 1', 'job 2', 'job 3']) queue.add('transaction', item, 0);
  expect(drain(queue)).toEqual(['afterwards', 'a1', 'job 1', 'a2', 'job 2', 'a3', 'job 3']);
});

test('LIVE-10 a chat that is flooded delays neither jobs nor other chats', () => {
  const queue = new WaitQueue<string>();
  const add = (share: string, item: string) =>
    runInBackground(() => queue.add('transaction', item, 0), share);
  for (const item of ['a1', 'a2', 'a3']) add('chat a', item);
  expect(queue.take('transaction')).toBe('a1');
  add('chat b', 'b1');
  queue.add('transaction', 'job 1', 0);
  queue.add('transaction', 'job 2', 0);
  expect(drain(queue)).toEqual(['job 1', 'b1', 'job 2', 'a2', 'a3']);
});

test('what has timed out is not taken, and its address is forgotten', () => {
  const queue = new WaitQueue<string>();
  const removals = ['a1', 'a2'].map((item) => runFor(from('a'), () => queue.add('transaction', item, 0)));
  removals[0]?.();
  removals[0]?.();
  expect(queue.size).toBe(1);
  expect(drain(queue)).toEqual(['a2']);
  expect([
    queue.size,
    queue.has('transaction'),
    queue.oldestMs({ address: 'a', key: 'a' }, () => true),
  ]).toEqual([0, false, null]);
});

test('LIVE-10 S35 one person’s wait counts for nobody else, but where very many wait it does for all', () => {
  const queue = new WaitQueue<string>();
  const any = () => true;
  const waits = (address: string, key: string | null) => queue.oldestMs({ address, key }, any);
  runFor(from('venue', 'flood'), () => queue.add('transaction', 'f1', 1_000));
  runFor(from('venue', 'anna'), () => queue.add('statement', 'a1', 5_000));
  expect([waits('venue', 'flood'), waits('venue', 'anna'), waits('venue', 'ben')]).toEqual([
    1_000,
    5_000,
    null,
  ]);
  expect([waits('venue', null), waits('home', 'flood'), queue.oldestMs(null, any)]).toEqual([
    null,
    null,
    1_000,
  ]);
  expect(queue.oldestMs(null, (kind) => kind === 'statement')).toBe(5_000);
  for (let n = 0; n < 127; n += 1)
    runFor(from('venue', `n${n}`), () => queue.add('transaction', `n${n}`, 6_000));
  expect([waits('venue', 'ben'), waits('home', 'ben')]).toEqual([1_000, null]);
  for (let n = 0; n < 200; n += 1) runFor(from(`n${n}`), () => queue.add('transaction', `n${n}`, 6_000));
  expect(waits('home', 'ben')).toBe(1_000);
  queue.clear();
  expect([queue.size, waits('venue', 'flood'), queue.take('transaction')]).toEqual([0, null, null]);
});

test('LIVE-10 a transaction is next at a connection, however many of another address wait for it', async () => {
  const db = await createTestDatabase({ poolSize: 1 });
  const order: string[] = [];
  const release = await holdConnection(db);
  const ask = (address: string, name: string) =>
    runFor(from(address), () => db.transaction(async () => void order.push(name)));
  const asked = [ask('flood', 'a1'), ask('flood', 'a2'), ask('flood', 'a3'), ask('home', 'h1')];
  await Promise.all([release(), ...asked]);
  expect(order).toEqual(['a1', 'h1', 'a2', 'a3']);
  await db.close();
});

test('LIVE-10 whoever waits for an event that is being changed keeps nobody waiting, and is next by their turns when it is free', () => {
  const queue = new WaitQueue<string>();
  const add = (name: string, eventId: number | null, address = name) =>
    runFor(from(address, name), () => queue.add('bulk', name, 0, eventId));
  const event = { kind: 'bulk', lockedEventId: 1 } as const;
  queue.lockEvent(event);
  expect(queue.canPass(event)).toBe(false);
  expect(queue.canPass({ kind: 'bulk', lockedEventId: 2 })).toBe(true);
  for (const name of ['ann', 'bob', 'cid']) add(name, 1, 'flood');
  expect(queue.has('bulk')).toBe(false);
  expect(queue.take('bulk')).toBeNull();
  const giveUp = add('dan', 2);
  expect(queue.has('bulk')).toBe(true);
  giveUp();
  expect(queue.has('bulk')).toBe(false);
  add('eve', 2);
  expect(queue.take('bulk')).toBe('eve');
  add('host', 1);
  queue.unlockEvent(event);
  expect([1, 2, 3, 4].map(() => queue.take('bulk'))).toEqual(['ann', 'host', 'bob', 'cid']);
  expect(queue.size).toBe(0);
  // What somebody waits for behind it goes on once it is given up.
  queue.lockEvent(event);
  const giveUpFirst = add('fay', 1);
  add('fay', 2);
  expect(queue.take('bulk')).toBeNull();
  giveUpFirst();
  expect(queue.take('bulk')).toBe('fay');
});
