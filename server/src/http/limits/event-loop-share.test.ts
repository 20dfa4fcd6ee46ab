import type { Operation } from '@hereabouts/contract/route';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { currentRequester } from '#server/async/requester.ts';
import { rememberRequesters } from '#server/http/requesters.ts';
import { shareEventLoop } from './event-loop-share.ts';

let app: FastifyInstance;
let lagMs: number;
let begun: string[];
let askers: Set<string>;
const WAITING_MAX = 20;
const people = new Map([
  ['of.anna.1', 'anna'],
  ['of.anna.2', 'anna'],
  ['of.ben', 'ben'],
]);
beforeEach(async () => {
  [lagMs, begun, askers] = [0, [], new Set()];
  app = Fastify();
  rememberRequesters(
    app,
    ({ authorization = '' }) => people.get(authorization.replace('Bearer ', '')) ?? null,
  );
  shareEventLoop(app, { databaseLagMs: () => lagMs, waitingMax: WAITING_MAX });
  app.addHook('onRequest', async ({ headers }) => {
    const name = String(headers.name);
    begun.push(name);
    askers.add(`${name}: ${currentRequester()?.address}`);
    block(3);
  });
  app.get('/', async () => 'ok');
  app.get('/stop', { config: { contract: { limit: 'revocation' } as Operation } }, async () => 'ok');
  app.get('/healthz', { config: { isNeverOverloaded: true } }, async () => 'ok');
  await app.ready();
});
afterEach(() => app.close());

/** Longer than requests are begun at a time. */
function block(ms: number): void {
  const endMs = performance.now() + ms;
  while (performance.now() < endMs);
}

async function get(name: string, { from = '192.0.2.1', token = '', path = '/' } = {}): Promise<string> {
  const headers = { name, ...(token && { authorization: `Bearer ${token}` }) };
  return (await app.inject({ url: path, headers, remoteAddress: from })).body;
}

test('LIVE-10 while the database is behind, an address is next however many requests of another one wait', async () => {
  lagMs = 100;
  const many = Array.from({ length: 10 }, (_, at) => get(`many ${at}`));
  const one = get('one', { from: '192.0.2.2' });
  expect(await Promise.all([one, ...many])).toEqual(Array.from({ length: 11 }, () => 'ok'));
  expect(begun.indexOf('one')).toBeLessThan(3);
  expect(begun).toHaveLength(11);
  expect([askers.has('one: 192.0.2.2'), askers.has('many 9: 192.0.2.1')]).toEqual([true, true]);
});

test('LIVE-10 while the database is behind, a person is next however many requests of others at the same address wait', async () => {
  lagMs = 100;
  const many = Array.from({ length: 10 }, (_, at) => get(`many ${at}`, { token: `of.anna.${1 + (at % 2)}` }));
  await Promise.all([...many, get('one', { token: 'of.ben' })]);
  expect(begun.indexOf('one')).toBeLessThan(3);
});

test('LIVE-10 while the database is behind, somebody who shares an address with many waits for no round of the other addresses', async () => {
  lagMs = 100;
  const elsewhere = Array.from({ length: 12 }, (_, at) => get(`other ${at}`, { from: `192.0.3.${at % 6}` }));
  const here = Array.from({ length: 4 }, () => get('many', { token: 'of.anna.1' }));
  await Promise.all([...elsewhere, ...here, get('mine', { token: 'of.ben' })]);
  expect(begun).toHaveLength(17);
  expect(begun.indexOf('mine')).toBeLessThan(10);
});

test('LIVE-10 while the database is behind, requests with invented tokens do not delay a person at the same address', async () => {
  lagMs = 100;
  const many = Array.from({ length: 10 }, (_, at) => get(`many ${at}`, { token: `of.nobody.${at}` }));
  const mine = [get('one', { token: 'of.ben' }), get('two', { token: 'of.ben' })];
  await Promise.all([...many, ...mine]);
  expect(['one', 'two'].map((name) => begun.indexOf(name))).toEqual([1, 3]);
});

test('LIVE-10 when no more may wait, a revocation still does, and is never refused', async () => {
  lagMs = 100;
  const reads = Array.from({ length: WAITING_MAX + 1 }, (_, at) => get(`read ${at}`));
  const stops = Array.from({ length: WAITING_MAX + 1 }, (_, at) => get(`stop ${at}`, { path: '/stop' }));
  expect(new Set(await Promise.all(stops))).toEqual(new Set(['ok']));
  expect((await Promise.all(reads)).filter((answer) => answer === 'ok')).toHaveLength(WAITING_MAX);
  expect(begun.slice(0, 3)).toEqual(['stop 0', 'read 0', 'stop 1']);
});

test('while the database is behind, requests leave the event loop to other work between each other', async () => {
  lagMs = 100;
  const answered = Promise.all(Array.from({ length: 10 }, (_, at) => get(`${at}`)));
  const atOnce: number[] = [];
  for (let before = 0; before < 10; before = begun.length) {
    await new Promise((resolve) => void setImmediate(resolve));
    atOnce.push(begun.length - before);
  }
  expect(Math.max(...atOnce)).toBe(1);
  await answered;
});

test('nothing waits while the database keeps up, and health checks never do', async () => {
  await Promise.all([get('first'), get('second'), get('third')]);
  expect(begun).toEqual(['first', 'second', 'third']);
  lagMs = 100;
  begun = [];
  await Promise.all([get('many'), get('more'), get('health', { path: '/healthz' })]);
  expect(begun[0]).toBe('health');
});
