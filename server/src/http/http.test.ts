import { tmpdir } from 'node:os';
import { createFakeClock } from '@hereabouts/testing/fake-clock';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { createLog } from '#server/log.ts';
import { createHttp } from './http.ts';

let http: FastifyInstance;
let counted: number;
beforeEach(async () => {
  counted = 0;
  const memory = { hold: () => void (counted += 1), release: () => {} };
  http = await createHttp(readConfig({ PORT: '0', DATA_DIR: tmpdir(), OVERLOAD_LAG_MS: '0' }), {
    log: createLog('fatal'),
    securityLog: { record: () => {} },
    clock: createFakeClock(),
    memory: { bodies: memory, unread: memory },
    // Requests wait for their turn.
    databaseLagMs: () => 100,
    personOf: () => null,
    notFoundAfterMs: 0,
  });
});
afterEach(() => http.close());

test('LIVE-10 while requests wait to be begun, their bodies count already', async () => {
  const countedWhenBegun: number[] = [];
  http.post('/api/things', async () => {
    countedWhenBegun.push(counted);
    return 'done';
  });
  await http.ready();
  const post = () => http.inject({ method: 'POST', url: '/api/things', payload: { name: 'thing' } });
  await Promise.all([post(), post(), post()]);
  expect(countedWhenBegun).toEqual([3, 3, 3]);
});
