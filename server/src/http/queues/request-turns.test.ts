import { randomUUID } from 'node:crypto';
import { blockRoutes } from '@hereabouts/contract/blocks';
import { startTestApp, type TestApp } from '@hereabouts/testing/app';
import { createTestDatabase } from '@hereabouts/testing/database';
import { ORDINARY_REQUEST } from '@hereabouts/testing/ordinary-request';
import type { Database } from '#server/db/database.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRequestTurns, type RequestTurns } from './request-turns.ts';

let app: TestApp;
let running = 0;
let most = 0;
beforeAll(async () => {
  const db = await createTestDatabase();
  const transaction: Database['transaction'] = async (work, options) => {
    running += 1;
    most = Math.max(most, running);
    try {
      return await db.transaction(work, options);
    } finally {
      running -= 1;
    }
  };
  app = await startTestApp({}, { db: { ...db, transaction } });
});
afterAll(() => app.stop());

test('LIVE-10 a flood of revocations takes two places at a time, and none of it is refused (S35)', async () => {
  const person = await app.signUp();
  most = 0;
  const block = () => person.call(blockRoutes.blockUser, { params: { userId: randomUUID() } });
  const answers = await Promise.all(Array.from({ length: 60 }, block));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
  expect(most).toBe(2);
});

test('LIVE-10 a revocation waits for no other request of its session, and for none of another', async () => {
  const turns = createRequestTurns(10);
  const forever = () => new Promise<string>(() => {});
  const [one, thief] = ['one', 'thief'].map((sessionId) => ({ userId: 'anna', sessionId }));
  const kind = { ...ORDINARY_REQUEST, limit: 'write' } as const;
  const revocation = { ...kind, limit: 'revocation' } as const;
  for (let request = 0; request < 508; request++) void turns.run(one!, kind, forever);
  for (let request = 0; request < 600; request++) void turns.run(thief!, revocation, forever);
  const refused = { code: 'rate_limited', retryAfterS: 1 };
  await expect(turns.run(one!, kind, forever)).rejects.toMatchObject(refused);
  expect(await turns.run(one!, revocation, async () => 'declined')).toBe('declined');
});

test('LIVE-10 a hundred sessions of one person revoke four things at a time, and no number of people delays another (S51)', () => {
  const turns = createRequestTurns(10);
  const kind = { ...ORDINARY_REQUEST, limit: 'revocation' } as const;
  const started: string[] = [];
  const begin = (userId: string, session: number) =>
    void turns.run({ userId, sessionId: `${userId} ${session}` }, kind, () => {
      started.push(userId);
      return new Promise<never>(() => {});
    });
  for (let nth = 0; nth < 200; nth += 1) begin('mallory', nth % 100);
  expect(started).toHaveLength(4);
  for (let person = 0; person < 200; person += 1)
    for (let nth = 0; nth < 10; nth += 1) begin(`person ${person}`, nth);
  begin('anna', 0);
  expect(started.at(-1)).toBe('anna');
  expect(started).toHaveLength(805);
});

test('LIVE-10 of revocations of two thousand guests without an account one of an address runs at a time (S60)', async () => {
  const turns = createRequestTurns(10);
  const kind = { ...ORDINARY_REQUEST, limit: 'revocation' } as const;
  const started: string[] = [];
  const begin = (nth: number, from: string) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const guest = { userId: `${from} ${nth}`, sessionId: `${from} ${nth}`, isAnonymous: true as const };
    void turns.run(guest, { ...kind, from }, () => {
      started.push(guest.userId);
      return promise;
    });
    return resolve;
  };
  const ends = Array.from({ length: 4_000 }, (_, nth) => begin(nth % 2_000, `flood ${nth % 3}`));
  expect(started).toEqual(['flood 0 0', 'flood 1 1', 'flood 2 2']);
  begin(0, 'party');
  expect(started.at(-1)).toBe('party 0');
  begin(5_000, 'flood 0');
  for (const end of ends.slice(0, 3)) end();
  await settled();
  expect(started).toHaveLength(7);
});

test('requests of a hundred sessions of one person are sixteen at once (S51)', async () => {
  const turns = createRequestTurns(10);
  const kind = ORDINARY_REQUEST;
  let started = 0;
  for (let nth = 0; nth < 800; nth += 1) {
    void turns.run({ userId: 'mallory', sessionId: `${nth % 100}` }, kind, () => {
      started += 1;
      return new Promise<never>(() => {});
    });
  }
  expect(started).toBe(16);
  const viewer = { userId: 'anna', sessionId: 'anna' };
  expect(await turns.run(viewer, kind, async () => 'read')).toBe('read');
});

test('reads of fifty people behind one address are thirty-two at once, and delay neither changes there nor anybody elsewhere (S51)', async () => {
  const turns = createRequestTurns(10);
  const kind = ORDINARY_REQUEST;
  let started = 0;
  for (let nth = 0; nth < 800; nth += 1) {
    const id = `${nth % 50}`;
    void turns.run({ userId: id, sessionId: id }, { ...kind, from: 'flood' }, () => {
      started += 1;
      return new Promise<never>(() => {});
    });
  }
  await settled();
  expect(started).toBe(32);
  const viewer = { userId: 'anna', sessionId: 'anna' };
  expect(await turns.run(viewer, { ...kind, from: 'home' }, async () => 'read')).toBe('read');
  const change = { ...kind, isRead: false, from: 'flood' };
  expect(await turns.run(viewer, change, async () => 'sent')).toBe('sent');
  const own = { ...kind, hasOwnTurn: true, from: 'flood' };
  expect(await turns.run(viewer, own, async () => 'searched')).toBe('searched');
});

test('somebody behind the address of fifty others is next, whatever these have asked before (S51)', async () => {
  const turns = createRequestTurns(10);
  const kind = { ...ORDINARY_REQUEST, from: 'venue' };
  const started: string[] = [];
  const begin = (userId: string) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    void turns.run({ userId, sessionId: userId }, kind, () => {
      started.push(userId);
      return promise;
    });
    return resolve;
  };
  const ends = Array.from({ length: 400 }, (_, nth) => begin(`mallory ${nth % 50}`));
  begin('anna');
  await settled();
  expect(started).toHaveLength(32);
  // Those whose first request still waits, and Anna, come before the second requests of the others.
  for (let nth = 0; nth < 20; nth += 1) ends[nth]?.();
  await settled();
  expect(started.slice(32)).toContain('anna');
});

test('hundreds of guests without an account share three of ten connections, and network addresses take turns (S57)', async () => {
  const turns = createRequestTurns(10);
  const kind = { ...ORDINARY_REQUEST, heavy: true } as const;
  const started: string[] = [];
  const begin = (userId: string, from: string) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    void turns.run({ userId, sessionId: userId, isAnonymous: true }, { ...kind, from }, () => {
      started.push(from);
      return promise;
    });
    return resolve;
  };
  const ends = Array.from({ length: 800 }, (_, nth) => begin(`guest ${nth % 200}`, 'flood'));
  expect(started).toEqual(['flood', 'flood']);
  for (let nth = 0; nth < 3; nth += 1) begin(`party ${nth}`, 'party');
  expect(started).toEqual(['flood', 'flood', 'party']);
  ends[0]?.();
  await settled();
  expect(started.slice(3)).toEqual(['party']);
  const anna = { userId: 'anna', sessionId: 'anna' };
  expect(await turns.run(anna, kind, async () => 'read')).toBe('read');
});

test('requests of one guest wait for each other, and delay no other guest behind the same address (S57)', async () => {
  const turns = createRequestTurns(10);
  const kind = { ...ORDINARY_REQUEST, heavy: true, from: 'pub' } as const;
  const guest = (userId: string) => ({ userId, sessionId: userId, isAnonymous: true as const });
  const forever = () => new Promise<never>(() => {});
  for (let nth = 0; nth < 508; nth += 1) void turns.run(guest('mallory'), kind, forever);
  const refused = { code: 'rate_limited', retryAfterS: 1 };
  await expect(turns.run(guest('mallory'), kind, forever)).rejects.toMatchObject(refused);
  expect(await turns.run(guest('zoe'), kind, async () => 'read')).toBe('read');
});

/** Requests that wait until they are ended, the first one that started first. */
function openRequests(turns: RequestTurns, kind: Parameters<RequestTurns['run']>[1]) {
  const started: string[] = [];
  const ends: (() => void)[] = [];
  return {
    started,
    begin: (userId: string) =>
      void turns.run({ userId, sessionId: userId, isAnonymous: true }, kind, async () => {
        started.push(userId);
        await new Promise<void>((resolve) => ends.push(resolve));
      }),
    async end(count: number) {
      for (let ended = 0; ended < count; ended += 1) {
        ends.shift()?.();
        await settled();
      }
    },
  };
}

test('LIVE-10 a guest who revokes is ahead of hundreds at the same address who do so without end (S60)', async () => {
  const kind = { ...ORDINARY_REQUEST, limit: 'revocation', from: 'venue' } as const;
  const { started, begin, end } = openRequests(createRequestTurns(10), kind);
  for (let round = 0; round < 2; round += 1) for (let nth = 0; nth < 300; nth += 1) begin(`guest ${nth}`);
  await end(310);
  const before = started.length;
  begin('anna');
  await end(1);
  expect(started.slice(before)).toEqual(['anna']);
});

test('hundreds of guests who always ask are behind a guest at the same address who asks rarely (S57)', async () => {
  const kind = { ...ORDINARY_REQUEST, heavy: true, from: 'venue' } as const;
  const { started, begin, end } = openRequests(createRequestTurns(10), kind);
  for (let round = 0; round < 8; round += 1) for (let nth = 0; nth < 100; nth += 1) begin(`guest ${nth}`);
  await end(700);
  const before = started.length;
  for (let request = 0; request < 4; request += 1) begin('anna');
  await end(12);
  expect(started.slice(before).filter((name) => name === 'anna')).toHaveLength(4);
});

test('LIVE-10 Stop waits for no revocation that hangs in the database', async () => {
  const turns = createRequestTurns(10);
  const viewer = { userId: 'anna', sessionId: 'one' };
  const revocation = { ...ORDINARY_REQUEST, limit: 'revocation' } as const;
  for (let request = 0; request < 20; request++)
    void turns.run(viewer, revocation, () => new Promise<string>(() => {}));
  const stop = { ...revocation, withoutDatabase: true };
  expect(await turns.run(viewer, stop, async () => 'stopped')).toBe('stopped');
});

test('changes of guest lists: one of a person at once, and other requests pass them (S40)', async () => {
  const turns = createRequestTurns(10);
  const started: string[] = [];
  const change = { ...ORDINARY_REQUEST, bulkChange: { lockedEventId: null } } as const;
  for (let person = 0; person < 10; person += 1) {
    for (let at = 0; at < 5; at += 1)
      void turns.run({ userId: `${person}`, sessionId: `${person}` }, change, () => {
        started.push(`${person}`);
        return new Promise<never>(() => {});
      });
  }
  expect(started).toEqual(Array.from({ length: 10 }, (_, person) => `${person}`));
  const viewer = { userId: 'anna', sessionId: 'anna' };
  expect(await turns.run(viewer, { ...change, bulkChange: null }, async () => 'read')).toBe('read');
});

test.each([true, false])(
  'LIVE-10 a start of sharing waits for no change of others that waits for a connection (S43)',
  async (isEmbedded) => {
    const turns = createRequestTurns(10, isEmbedded);
    const change = { ...ORDINARY_REQUEST, bulkChange: { lockedEventId: null } } as const;
    const started: string[] = [];
    const ask = (userId: string) =>
      void turns.run({ userId, sessionId: userId }, { ...change, from: userId }, async () => {
        started.push(userId);
        await new Promise(() => {});
      });
    for (let nth = 0; nth < 40; nth += 1) ask(`${nth}`);
    ask('another');
    await settled();
    expect(started).toHaveLength(41);
  },
);

/** Whatever is resolved has been acted on. */
const settled = () => new Promise((resolve) => void setImmediate(resolve));

test('a change that fails gives its place back (S43)', async () => {
  const turns = createRequestTurns(10, true);
  const change = { ...ORDINARY_REQUEST, bulkChange: { lockedEventId: null } } as const;
  const viewer = { userId: 'anna', sessionId: 'anna' };
  const failing = turns.run(viewer, change, () => Promise.reject(new Error('no')));
  await expect(failing).rejects.toThrow('no');
  expect(await turns.run(viewer, change, async () => 'next')).toBe('next');
});
