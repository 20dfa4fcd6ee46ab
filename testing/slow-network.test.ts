import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DELAY_MAX_MS, DELAY_MIN_MS, openSlowNetwork, type SlowNetwork } from './slow-network.ts';

/** Answers each line at once with the same line. */
let server: Server;
let network: SlowNetwork;
let sockets: Socket[];

beforeEach(async () => {
  sockets = [];
  server = createServer((socket) => {
    sockets.push(socket);
    socket.pipe(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  network = await openSlowNetwork(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 7);
});
afterEach(async () => {
  await network.close();
  server.close();
});

async function open(): Promise<Socket> {
  const { port, hostname } = new URL(network.url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  return socket;
}

async function answerMs(socket: Socket): Promise<number> {
  const startedAt = performance.now();
  socket.write('now');
  await once(socket, 'data');
  return performance.now() - startedAt;
}

test('each answer comes late, by a time of its own', async () => {
  const connections = await Promise.all(Array.from({ length: 20 }, open));
  const times = await Promise.all(connections.map(answerMs));
  // A timer may fire up to 1 ms early.
  expect(Math.min(...times)).toBeGreaterThan(DELAY_MIN_MS - 2);
  expect(Math.max(...times) - Math.min(...times)).toBeGreaterThan((DELAY_MAX_MS - DELAY_MIN_MS) / 3);
  const order = times.map((_, index) => index);
  expect(order.toSorted((a, b) => (times[a] ?? 0) - (times[b] ?? 0))).not.toEqual(order);
});

test('one connection keeps its order and loses nothing, and its end comes last', async () => {
  const socket = await open();
  let text = '';
  socket.on('data', (part: Buffer) => (text += part.toString()));
  const numbers = Array.from({ length: 30 }, (_, index) => `${index} `);
  for (const number of numbers) {
    socket.write(number);
    await setTimeout(5);
  }
  socket.end();
  await once(socket, 'end');
  expect(text).toBe(numbers.join(''));
});

test('a connection that either side cuts is cut on the other', async () => {
  const [one, other] = [await open(), await open()];
  await Promise.all([answerMs(one), answerMs(other)]);
  const cut = sockets.map((socket) => once(socket, 'close'));
  one.resetAndDestroy();
  await Promise.race(cut);
  const closed = once(other, 'close');
  for (const socket of sockets) socket.resetAndDestroy();
  await closed;
  expect([one.closed, other.closed]).toEqual([true, true]);
});
