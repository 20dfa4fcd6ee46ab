import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { setClock } from '#web/lib/time/clock.ts';
import { askEarly, takeEarlyResponse } from './early-responses.ts';

let nowMs = 0;
let asked: string[];
let origin: string;
let stop: () => void;

beforeEach(async () => {
  setClock(() => nowMs);
  globalThis.earlyResponses = undefined;
  asked = [];
  const server = createServer((request, response) => {
    asked.push(`${request.url} as ${request.headers.authorization}`);
    response.end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  stop = () => {
    server.closeAllConnections();
    server.close();
  };
});
afterEach(() => stop());

test('an early response is used once, for the same request of the same person', async () => {
  const url = `${origin}/api/home`;
  const answer = await askEarly(url, 'token');
  expect(asked).toEqual(['/api/home as Bearer token']);
  expect(await takeEarlyResponse(`${origin}/api/me`, 'token')).toBeNull();
  expect((await takeEarlyResponse(url, 'token'))?.response).toBe(answer);
  expect(await takeEarlyResponse(url, 'token')).toBeNull();
});

test.each(['another', null])('what was asked for as somebody else is not shown to %s', async (token) => {
  const url = `${origin}/api/home`;
  await askEarly(url, 'token');
  expect(await takeEarlyResponse(url, token)).toBeNull();
  expect(await takeEarlyResponse(url, 'token')).toBeNull();
});

test('an early response that is 15 s old or failed is requested again', async () => {
  const url = `${origin}/api/home`;
  await askEarly(url, 'token');
  nowMs += 15_001;
  expect(await takeEarlyResponse(url, 'token')).toBeNull();
  stop();
  await askEarly('http://127.0.0.1:1/', 'token').catch(() => {});
  expect(await takeEarlyResponse('http://127.0.0.1:1/', 'token')).toBeNull();
});
