import { tmpdir } from 'node:os';
import { ERROR_TEXTS } from '@hereabouts/contract/errors';
import { createFakeClock } from '@hereabouts/testing/fake-clock';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { createLog } from '#server/log.ts';
import { DATA_POLICY } from '#server/http/pages/security-headers.ts';
import { createHttp } from './http.ts';

const WAITING_MAX = 3;

type Line = Record<string, unknown>;

let http: FastifyInstance;
let counted: number;
let lines: Line[];
beforeEach(async () => {
  [counted, lines] = [0, []];
  const memory = { hold: () => void (counted += 1), release: () => {} };
  const config = readConfig({ PORT: '0', DATA_DIR: tmpdir(), OVERLOAD_LAG_MS: '0', ACCESS_LOG: 'true' });
  http = await createHttp(config, {
    log: createLog('info', { write: (line) => void lines.push(JSON.parse(line) as Line) }),
    securityLog: { record: () => {} },
    clock: createFakeClock(),
    memory: { bodies: memory, unread: memory },
    // Requests wait for their turn.
    databaseLagMs: () => 100,
    personOf: () => null,
    notFoundAfterMs: 0,
    waitingMax: WAITING_MAX,
  });
});
afterEach(() => http.close());

test('LIVE-10 bodies count while their requests wait to begin', async () => {
  const countedWhenBegun: number[] = [];
  http.post('/api/things', async () => {
    countedWhenBegun.push(counted);
    return 'done';
  });
  await http.ready();
  const post = async () =>
    await http.inject({ method: 'POST', url: '/api/things', payload: { name: 'thing' } });
  await Promise.all([post(), post(), post()]);
  expect(countedWhenBegun).toEqual([3, 3, 3]);
});

test('OPS-08 a request that may not wait any more is refused with an id and headers, logged and measured like any other', async () => {
  const measured: number[] = [];
  http.get('/api/things', async () => 'done');
  http.addHook('onResponse', async (_request, reply) => void measured.push(reply.statusCode));
  await http.ready();
  const get = async () => await http.inject({ url: '/api/things' });
  const waiting = Array.from({ length: WAITING_MAX }, get);
  const refused = await get();
  expect([refused.statusCode, refused.json<unknown>()]).toEqual([
    503,
    { error: { code: 'unavailable', message: ERROR_TEXTS.unavailable } },
  ]);
  expect(refused.headers).toMatchObject({
    'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
    'cache-control': 'no-store',
    'content-security-policy': DATA_POLICY,
    'retry-after': '2',
  });
  await Promise.all(waiting);
  await expect.poll(() => measured).toEqual([503, 200, 200, 200]);
  const logged = lines.filter(({ msg }) => msg === 'request').map(({ status, route }) => [status, route]);
  expect(logged).toEqual([503, 200, 200, 200].map((status) => [status, '/api/things']));
});
