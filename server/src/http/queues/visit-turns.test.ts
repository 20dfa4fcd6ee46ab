import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { startTestApp, type TestApp } from '@hereabouts/testing/app';
import { createTestDatabase } from '@hereabouts/testing/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#server/db/database.ts';
import { unsubscribeToken } from '#server/features/news-mails/policy.ts';
import { createRequester, runFor } from '#server/async/requester.ts';
import { createInVisitTurn } from './request-turns.ts';

let app: TestApp;
/** Statements and transactions that wait for it while it is set. */
let held: Promise<void> | null = null;
let running = 0;
const counted = async <T>(work: () => Promise<T>): Promise<T> => {
  running += 1;
  await held;
  try {
    return await work();
  } finally {
    running -= 1;
  }
};

beforeAll(async () => {
  const db = await createTestDatabase();
  const seen: Database = {
    ...db,
    query: (...asked) => counted(() => db.query(...asked)),
    transaction: (...asked) => counted(() => db.transaction(...asked)),
  };
  app = await startTestApp({}, { db: seen });
});
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

/** The answers to a hundred requests, when as many as may have asked the database: it answers nobody until then. */
async function flood(asking: (nth: number) => Promise<number>, places: number): Promise<Set<number>> {
  // What started the app, or follows an answer, may still ask the database.
  await app.context.jobs.idle();
  await expect.poll(() => running).toBe(0);
  const { promise, resolve } = Promise.withResolvers<void>();
  held = promise;
  const answers = Promise.all(Array.from({ length: 100 }, (_, nth) => asking(nth)));
  await expect.poll(() => running).toBe(places);
  // All of them have arrived by now.
  expect((await fetch(`${app.url}/healthz`)).status).toBe(200);
  expect(running).toBe(places);
  held = null;
  resolve();
  return new Set(await answers);
}

test.each(VISITS)(
  'LIVE-10 a flood of %s from one network address, and from many, leaves the database to everybody else',
  async (_, path, body, status) => {
    expect(await flood(() => visit(path, body), 8)).toEqual(new Set([status]));
    expect(await flood((nth) => visit(path, body, 1 + (nth % 20)), 64)).toEqual(new Set([status]));
  },
);

test('LIVE-10 a flood of one-click unsubscriptions leaves the database to everybody else', async () => {
  const token = unsubscribeToken(app.context.auth.deriveLastingKey('unsubscribe links'), randomUUID());
  expect(await flood(() => visit(`/unsubscribe/${token}`, {}), 8)).toEqual(new Set([200]));
});

test('LIVE-10 a flood of sign-ins from one network address leaves the database to everybody else', async () => {
  const signIn = (nth: number) =>
    visit('/auth/v1/token?grant_type=password', { email: `${nth}@example.org`, password: 'not this one' });
  expect(await flood(signIn, 8)).toEqual(new Set([400]));
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

test('LIVE-10 however many visits are refused without any I/O, others are served meanwhile', async () => {
  const inTurn = createInVisitTurn();
  let done = 0;
  const flood = Array.from({ length: 400 }, () => inTurn({ ip: '::1' }, async () => void (done += 1)));
  await new Promise((resolve) => void setImmediate(resolve));
  expect(done).toBeLessThanOrEqual(16);
  await Promise.all(flood);
  expect(done).toBe(400);
});

test('LIVE-10 the thousands of addresses of an IPv6 customer take turns as one', async () => {
  const inTurn = createInVisitTurn();
  const never = () => new Promise<never>(() => {});
  for (let nth = 0; nth < 1_000; nth += 1) void inTurn({ ip: `2001:db8:1:${nth.toString(16)}::1` }, never);
  expect(await inTurn({ ip: '2001:db8:2::1' }, async () => 'read')).toBe('read');
  expect(await inTurn({ ip: '192.0.2.1' }, async () => 'read')).toBe('read');
});

test('LIVE-10 a visit with a known person is next at its network address, before strangers that wait', async () => {
  const inTurn = createInVisitTurn();
  const first = Promise.withResolvers<void>();
  const done: string[] = [];
  const visit = (name: string, key?: string) =>
    runFor(createRequester('192.0.2.1', key), () =>
      inTurn({ ip: '192.0.2.1' }, async () => {
        await first.promise;
        done.push(name);
      }),
    );
  const strangers = Array.from({ length: 40 }, (_, nth) => visit(`stranger ${nth}`));
  const known = visit('known', 'anna');
  first.resolve();
  await Promise.all([...strangers, known]);
  expect(done.indexOf('known')).toBe(8);
});

test('LIVE-10 PUSH-06 a revocation is made though its client hung up, and nothing is read for it', async () => {
  const inTurn = createInVisitTurn();
  const gone = { ip: '127.0.0.1', raw: { socket: { destroyed: true } } };
  const made: string[] = [];
  const make = (name: string) => async () => void made.push(name);
  await inTurn(gone, make('revocation'), 'revocation');
  await expect(inTurn(gone, make('read'))).rejects.toMatchObject({ code: 'unavailable' });
  expect(made).toEqual(['revocation']);
});
