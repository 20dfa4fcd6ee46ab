import { EventEmitter, once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { openRawConnection, type RawConnection } from '@hereabouts/testing/raw-connection';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createHeldMemory } from '#server/rate-limits/held-memory.ts';
import { limitRequestMemory } from './request-memory.ts';

const BODY_BYTES = 20_000;
/** More than the buffers of a connection take that nobody reads. */
const ANSWER_BYTES = 16_000_000;

/** Says which requests are being handled. */
const handling = new EventEmitter();
let app: FastifyInstance;
let url: string;
let finish: () => void;
const opened: RawConnection[] = [];
const sockets: Socket[] = [];
beforeEach(async () => {
  app = Fastify({ trustProxy: true });
  // Three of each.
  limitRequestMemory(app, {
    bodies: createHeldMemory(3.5 * BODY_BYTES),
    unread: createHeldMemory(3.5 * ANSWER_BYTES),
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  finish = resolve;
  app.post('/now', async () => 'done');
  app.get('/large', async () => 'x'.repeat(ANSWER_BYTES));
  app.get('/slow', async () => {
    await promise;
    return 'x'.repeat(ANSWER_BYTES);
  });
  app.post('/later', async () => {
    handling.emit('later');
    await promise;
    return 'done';
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  finish();
  for (const connection of [...opened.splice(0), ...sockets.splice(0)]) connection.destroy();
  await app.close();
});

/** Sends a part of a body. The server has counted it once it asks for the rest. */
async function start(from: string, bytes = BODY_BYTES, path = '/now'): Promise<RawConnection> {
  const connection = await openRawConnection(url);
  opened.push(connection);
  const headers = `host: localhost\r\nx-forwarded-for: ${from}\r\nexpect: 100-continue\r\ncontent-length: ${bytes}`;
  connection.write(`POST ${path} HTTP/1.1\r\ncontent-type: application/json\r\n${headers}\r\n\r\n`);
  await connection.received(/100 Continue/);
  connection.write('"');
  return connection;
}
const complete = async (connection: RawConnection, bytes = BODY_BYTES) => {
  connection.write(`${'x'.repeat(bytes - 2)}"`);
  return await connection.received(/HTTP\/1\.1 200/);
};

test('LIVE-10 beyond the memory for unfinished bodies the oldest of the address with most of them is cut off', async () => {
  const other = await start('192.0.2.1');
  // The /64s of a customer count as one address.
  const [oldest, newer] = [await start('2001:db8:1:1::1'), await start('2001:db8:1:2::1')];
  const newest = await start('2001:db8:1:3::1');
  expect(await oldest.closed()).toMatch(/HTTP\/1\.1 503 .*"unavailable"/s);
  for (const connection of [other, newer, newest]) await complete(connection);
});

test('LIVE-10 a body counts until its request is answered, and not after that', async () => {
  const waiting = await start('192.0.2.1', BODY_BYTES, '/later');
  waiting.write(`${'x'.repeat(BODY_BYTES - 2)}"`);
  const second = await start('192.0.2.1', BODY_BYTES, '/later');
  second.write(`${'x'.repeat(BODY_BYTES - 2)}"`);
  const third = await start('192.0.2.1');
  const mine = await start('198.51.100.1');
  expect(await waiting.closed()).toMatch(/HTTP\/1\.1 503 /);
  await complete(third);
  await complete(mine);
  const [fourth, fifth] = [await start('192.0.2.1'), await start('192.0.2.1')];
  await complete(fourth);
  await complete(fifth);
  finish();
  expect(await second.received(/HTTP\/1\.1 200/)).toBeTruthy();
});

test('LIVE-10 a short body counts as much as its connection until it has arrived', async () => {
  const others = await start('192.0.2.1', 100);
  const mine = [];
  for (let nth = 0; nth < 4; nth += 1) mine.push(await start('2001:db8:1:1::1', 100));
  expect(await mine.shift()!.closed()).toMatch(/HTTP\/1\.1 503 .*"unavailable"/s);
  for (const connection of [others, ...mine]) expect(await complete(connection, 100)).toContain('200 OK');
});

test('LIVE-10 short bodies that have arrived are not counted', async () => {
  const short = [];
  for (let nth = 0; nth < 30; nth += 1) {
    const connection = await start('192.0.2.1', 2_000, '/later');
    const handled = once(handling, 'later');
    connection.write(`${'x'.repeat(1_998)}"`);
    await handled;
    short.push(connection);
  }
  finish();
  for (const connection of short) expect(await connection.received(/HTTP\/1\.1 200/)).toContain('200 OK');
});

const ask = async (from: string) => {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').pause();
  sockets.push(socket);
  socket.write(`GET /large HTTP/1.1\r\nhost: localhost\r\nx-forwarded-for: ${from}\r\n\r\n`);
  await once(app.server, 'request');
  return socket;
};
const bytesUntilClosed = async (socket: Socket) => {
  let bytes = 0;
  socket.on('data', (part: Buffer) => (bytes += part.length)).on('error', () => {});
  socket.resume();
  await expect.poll(() => socket.closed || bytes > ANSWER_BYTES).toBe(true);
  return bytes;
};

test('LIVE-10 beyond the memory for answers that nobody reads the oldest of the address with most of them is cut off', async () => {
  const other = await ask('192.0.2.1');
  const [oldest, newer] = [await ask('2001:db8:1:1::1'), await ask('2001:db8:1:2::1')];
  const newest = await ask('2001:db8:1:3::1');
  expect(await bytesUntilClosed(oldest)).toBeLessThan(ANSWER_BYTES);
  for (const socket of [other, newer, newest])
    expect(await bytesUntilClosed(socket)).toBeGreaterThan(ANSWER_BYTES);
});

test('LIVE-10 an answer to whoever has hung up meanwhile is not counted', async () => {
  for (let nth = 0; nth < 2; nth += 1) {
    const gone = connect(Number(new URL(url).port), '127.0.0.1');
    gone.write('GET /slow HTTP/1.1\r\nhost: localhost\r\nx-forwarded-for: 192.0.2.1\r\n\r\n');
    const [request] = (await once(app.server, 'request')) as [IncomingMessage];
    gone.destroy();
    await once(request.socket, 'close');
  }
  finish();
  const others = [await ask('198.51.100.1'), await ask('198.51.100.1'), await ask('198.51.100.1')];
  for (const socket of others) expect(await bytesUntilClosed(socket)).toBeGreaterThan(ANSWER_BYTES);
});
