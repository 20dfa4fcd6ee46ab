import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { startTestApp, type TestApp } from '@hereabouts/testing/app';
import { createTestDatabase } from '@hereabouts/testing/database';
import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '#server/db/database.ts';
import { createInVisitTurn } from './request-turns.ts';

let app: TestApp;
let running = 0;
let most = 0;
const start = () => {
  running += 1;
  most = Math.max(most, running);
};
const counted = async <T>(work: Promise<T>): Promise<T> => {
  start();
  return await work.finally(() => (running -= 1));
};
const counting: KyselyPlugin = {
  transformQuery({ node }) {
    start();
    return node;
  },
  async transformResult({ result }) {
    running -= 1;
    return result;
  },
};

beforeAll(async () => {
  const db = await createTestDatabase();
  const seen: Database = {
    ...db,
    kysely: db.kysely.withPlugin(counting),
    query: (...asked) => counted(db.query(...asked)),
    transaction: (...asked) => counted(db.transaction(...asked)),
  };
  app = await startTestApp({}, undefined, seen);
});
beforeEach(() => void (most = 0));
afterAll(() => app.stop());

/** From the nth network address. */
async function visit(path: string, body?: object, nth = 1): Promise<number> {
  const { hostname, port } = new URL(app.url);
  const asked = request({
    hostname,
    port,
    path,
    method: body ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json' },
    localAddress: `127.0.1.${nth}`,
  });
  asked.end(body && JSON.stringify(body));
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  answer.resume();
  return answer.statusCode ?? 0;
}

const VISITS = [
  ['an invitation link', '/api/event-links/AAAAAAAAAAAAAAAAAAAAAA', undefined, 404],
  ['a link of a mail', '/auth/v1/verify', { type: 'recovery', token_hash: 'a'.repeat(43) }, 403],
  ['what the page of sign-in asks', '/auth/v1/settings', undefined, 200],
] as const;

test.each(VISITS)(
  'LIVE-10 a flood of %s from one network address, and from many, leaves the database to everybody else',
  async (_, path, body, status) => {
    const flood = (addresses: number) =>
      Promise.all(Array.from({ length: 60 }, (__, at) => visit(path, body, 1 + (at % addresses))));
    expect(new Set(await flood(1))).toEqual(new Set([status]));
    expect(most).toBeGreaterThan(1);
    expect(most).toBeLessThanOrEqual(8);
    most = 0;
    expect(new Set(await flood(20))).toEqual(new Set([status]));
    expect(most).toBeGreaterThan(8);
    expect(most).toBeLessThanOrEqual(16);
  },
);

test('LIVE-10 a flood of sign-ins from one network address leaves the database to everybody else', async () => {
  const signIn = (_: unknown, nth: number) =>
    visit('/auth/v1/token?grant_type=password', { email: `${nth}@example.org`, password: 'not this one' });
  await Promise.all(Array.from({ length: 60 }, signIn));
  expect(most).toBeGreaterThan(1);
  expect(most).toBeLessThanOrEqual(8);
});

test('LIVE-10 a request whose client has hung up while it waited costs nothing', async () => {
  const inTurn = createInVisitTurn();
  const first = Promise.withResolvers<string>();
  const running = Array.from({ length: 8 }, () => inTurn({ ip: '::1' }, () => first.promise));
  const socket = { destroyed: false };
  let asked = 0;
  const waiting = inTurn({ ip: '::1', raw: { socket } }, async () => (asked += 1));
  socket.destroyed = true;
  first.resolve('done');
  const [refused] = await Promise.allSettled([waiting, ...running]);
  expect(refused).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } });
  expect(asked).toBe(0);
});
