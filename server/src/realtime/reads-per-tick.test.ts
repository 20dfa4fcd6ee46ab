import { randomUUID } from 'node:crypto';
import { createConnection, type Socket as NetSocket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { TOKEN_SUBPROTOCOL_PREFIX } from '@hereabouts/contract/realtime';
import { startRealtime, type TestRealtime, type TestRealtimeOptions } from '@hereabouts/testing/realtime';

let app: TestRealtime;
afterEach(() => app.stop());

/** What the server has handled, by the name that the sender gave. */
let handled: string[];
let onHandled: () => void;

async function start(options: TestRealtimeOptions = {}): Promise<void> {
  app = await startRealtime({ addressOf: ({ headers }) => String(headers['x-from']), ...options });
  handled = [];
  onHandled = () => {};
  app.realtime.registerTopic('event', {
    mayJoin: async () => ({ ok: true }),
    receive: (_id, _member, event) => {
      handled.push(event);
      onHandled();
      return { ok: true };
    },
  });
}

async function open(from: string, userId: string = randomUUID()) {
  const token = app.issueToken({ userId });
  const protocols = ['phoenix', TOKEN_SUBPROTOCOL_PREFIX + Buffer.from(token).toString('base64url')];
  const ws = new WebSocket(`${app.url}/websocket?vsn=2.0.0`, protocols, { headers: { 'x-from': from } });
  const replies: string[] = [];
  ws.on('message', (data: Buffer) => replies.push(JSON.parse(String(data)).at(-1).status));
  let code: number | null = null;
  ws.once('close', (closed) => (code = closed));
  await new Promise((resolve, reject) => ws.once('open', resolve).once('error', reject));
  const send = (topic: string, event: string, times = 1) => {
    const { _socket: stream } = ws as unknown as { _socket: NetSocket };
    stream.cork();
    for (let n = 0; n < times; n += 1) ws.send(JSON.stringify(['1', '1', topic, event, {}]));
    stream.uncork();
  };
  return { ws, replies, send, code: () => code };
}

async function join(from: string, userId?: string) {
  const socket = await open(from, userId);
  socket.send('event:1', 'phx_join');
  await expect.poll(() => socket.replies).toEqual(['ok']);
  return socket;
}

test('however many sockets of a network address send at once, what others send and ask comes between (S38)', async () => {
  await start();
  const crowd = await Promise.all(Array.from({ length: 30 }, () => join('192.0.2.1')));
  const other = await join('198.51.100.1');
  const http = createConnection(app.port, '127.0.0.1');
  await new Promise((resolve) => http.once('connect', resolve));
  http.once('data', () => handled.push('answered'));
  for (const { send } of crowd) send('event:1', 'flood', 299);
  other.send('event:1', 'other');
  http.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await expect.poll(() => handled.length).toBe(30 * 299 + 2);
  expect(handled.indexOf('other')).toBeLessThan(100);
  expect(handled.indexOf('answered')).toBeLessThan(500);
  http.destroy();
});

test('people behind a network address take turns, however many sockets each of them has (S38)', async () => {
  await start();
  const userId = randomUUID();
  const crowd = await Promise.all(Array.from({ length: 30 }, () => join('192.0.2.1', userId)));
  const neighbour = await join('192.0.2.1');
  for (const { send } of crowd) send('event:1', 'flood', 99);
  neighbour.send('event:1', 'neighbour', 20);
  await expect.poll(() => handled.length).toBe(30 * 99 + 20);
  expect(handled.lastIndexOf('neighbour')).toBeLessThan(300);
});

test('pings take turns with messages, and count as messages (S38)', async () => {
  await start({ limits: { messageBurst: 10, floodMessages: 5 } });
  const { ws, code } = await join('192.0.2.1');
  const pongs: unknown[] = [];
  ws.on('pong', (data) => pongs.push(data));
  for (let n = 0; n < 100; n += 1) ws.ping();
  await expect.poll(code).toBe(1008);
  expect(pongs.length).toBeLessThanOrEqual(10 + 5);
});

test('the messages of a person are limited over all sockets, and nobody else is affected (S38)', async () => {
  await start({ limits: { userMessageBurst: 6, userMessagesPerSecond: 2 } });
  const userId = randomUUID();
  const [one, two] = [await join('192.0.2.1', userId), await join('198.51.100.1', userId)];
  const other = await join('192.0.2.1');
  one.send('phoenix', 'heartbeat', 3);
  await expect.poll(() => one.replies).toEqual(['ok', 'ok', 'ok', 'ok']);
  two.send('phoenix', 'heartbeat', 2);
  await expect.poll(() => two.replies).toEqual(['ok', 'ok', 'error']);
  other.send('phoenix', 'heartbeat', 3);
  await expect.poll(() => other.replies).toEqual(['ok', 'ok', 'ok', 'ok']);
  app.clock.advance(500);
  two.send('phoenix', 'heartbeat');
  await expect.poll(() => two.replies).toEqual(['ok', 'ok', 'error', 'ok']);
});

test('what waits for its turn counts as memory of its network address (S38)', async () => {
  await start({ unreadMaxBytes: 6_000 });
  const [greedy, modest] = [await join('192.0.2.1'), await join('198.51.100.1')];
  modest.send('event:1', 'modest', 60);
  greedy.send('event:1', 'greedy', 280);
  await expect.poll(greedy.code).toBe(1006);
  await expect.poll(() => handled.filter((name) => name === 'modest')).toHaveLength(60);
  expect(modest.code()).toBeNull();
});

test('what is left of a socket that is cut is not handled (S38)', async () => {
  await start();
  const { send, code } = await join('192.0.2.1');
  onHandled = () => app.cut();
  send('event:1', 'gone', 299);
  await expect.poll(code).toBe(1006);
  await expect.poll(() => app.realtime.connectionCount()).toBe(0);
  expect(handled.length).toBeLessThan(100);
});
