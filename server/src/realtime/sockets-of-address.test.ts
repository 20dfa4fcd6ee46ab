import type { Socket as NetSocket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { REALTIME_PATH, TOKEN_SUBPROTOCOL_PREFIX } from '@hereabouts/contract/realtime';
import { openRawConnection, type RawConnection } from '@hereabouts/testing/raw-connection';
import { startRealtime, type TestRealtime, type TestRealtimeOptions } from '@hereabouts/testing/realtime';

let app: TestRealtime;
afterEach(() => app.stop());

async function start(options: TestRealtimeOptions): Promise<void> {
  app = await startRealtime({
    addressOf: ({ headers }) => String(headers['x-from']),
    ...options,
  });
  app.realtime.registerTopic('event', { mayJoin: async () => ({ ok: true }) });
}

type Opened = { ws: WebSocket; code: () => number | null };
async function open(from: string, token = app.issueToken()): Promise<Opened> {
  const protocols = ['phoenix', TOKEN_SUBPROTOCOL_PREFIX + Buffer.from(token).toString('base64url')];
  const ws = new WebSocket(`${app.url}/websocket?vsn=2.0.0`, protocols, { headers: { 'x-from': from } });
  let code: number | null = null;
  ws.once('close', (closed) => (code = closed));
  await new Promise((resolve, reject) => ws.once('open', resolve).once('error', reject));
  return { ws, code: () => code };
}

/** Joins a topic and then reads nothing more. */
async function stopReading({ ws }: Opened): Promise<void> {
  ws.send(JSON.stringify(['1', '1', 'event:1', 'phx_join', {}]));
  await new Promise((resolve) => ws.once('message', resolve));
  (ws as unknown as { _socket: NetSocket })._socket.pause();
}

test('LIVE-10 beyond the memory for unread messages of all sockets the oldest unread ones of the address with most are cut off', async () => {
  const MEMORY_BYTES = 2_000_000;
  await start({ unreadMaxBytes: MEMORY_BYTES, limits: { sendBufferMaxBytes: Infinity } });
  const reader = await app.connect();
  const other = await open('198.51.100.1');
  const [first, second] = [await open('192.0.2.1'), await open('192.0.2.1')];
  for (const one of [other, first, second]) await stopReading(one);
  await reader.join('event:1');
  const text = 'x'.repeat(100_000);
  for (let sent = 0; app.realtime.connectionCount() === 4;) {
    app.realtime.publish('event:1', 'event_changed', { event_id: ++sent, text });
    await reader.settled();
  }
  // What is left in the buffers of the connection can be read; then it ends.
  (first.ws as unknown as { _socket: NetSocket })._socket.resume();
  await expect.poll(first.code).toBe(1006);
  expect(app.realtime.connectionCount()).toBe(3);
  await reader.settled();
});

test('LIVE-10 beyond the sockets of a network address whoever has most of them there loses the oldest', async () => {
  await start({ limits: { socketsPerAddress: 3 } });
  const token = app.issueToken();
  const alone = await open('192.0.2.1');
  const elsewhere = await open('198.51.100.1', token);
  const [oldest, newer] = [await open('192.0.2.1', token), await open('192.0.2.1', token)];
  const newcomer = await open('192.0.2.1');
  await expect.poll(oldest.code).toBe(1013);
  const again = await open('192.0.2.1', token);
  await expect.poll(newer.code).toBe(1013);
  expect([alone, elsewhere, newcomer, again].map(({ code }) => code())).toEqual([null, null, null, null]);
  again.ws.close();
  await expect.poll(() => app.realtime.connectionCount()).toBe(3);
  const last = await open('192.0.2.1', token);
  expect(app.realtime.connectionCount()).toBe(4);
  expect(last.code()).toBeNull();
});

test('LIVE-10 beyond the topics of a network address whoever has most of them there loses the oldest', async () => {
  await start({ limits: { topicsPerAddress: 4 }, addressOf: () => '192.0.2.1' });
  const [many, few] = [await app.connect(), await app.connect()];
  for (const id of [1, 2, 3]) await many.join(`event:${id}`);
  await few.join('event:1');
  await few.join('event:2');
  expect(await many.seen('event:1', 'phx_error')).toEqual({});
  await few.settled();
  expect(few.received.some(({ event }) => event === 'phx_error')).toBe(false);
  expect(app.realtime.memberCounts().get('event')).toBe(4);
  // What is left makes room.
  few.socket.disconnect();
  await expect.poll(() => app.realtime.connectionCount()).toBe(1);
  await many.join('event:4');
  await many.join('event:5');
  await many.settled();
  expect(app.realtime.memberCounts().get('event')).toBe(4);
  expect(many.received.filter(({ event }) => event === 'phx_error')).toHaveLength(1);
});

/** The status of a refused upgrade; null for one that became a socket. */
const statusOf = (from: string): Promise<number | null> =>
  open(from).then(
    () => null,
    (error: Error) => Number(/Unexpected server response: (\d+)/.exec(error.message)?.[1]),
  );

test('beyond the sockets of a network address that are being authenticated, further ones are refused', async () => {
  await start({ limits: { upgradesPerAddress: 2 } });
  const authenticator = Promise.withResolvers<void>();
  let waiting = 0;
  app.beforeAuthentication = () => {
    waiting += 1;
    return waiting > 3 ? Promise.resolve() : authenticator.promise;
  };
  const first = [open('192.0.2.1'), open('192.0.2.1')];
  await expect.poll(() => waiting).toBe(2);
  const elsewhere = open('198.51.100.1');
  await expect.poll(() => waiting).toBe(3);
  expect(await statusOf('192.0.2.1')).toBe(503);
  authenticator.resolve();
  await Promise.all([...first, elsewhere]);
  expect(await statusOf('192.0.2.1')).toBeNull();
  await expect.poll(() => app.realtime.connectionCount()).toBe(4);
});

/** Opens a socket without a token, which never answers the close of it. */
async function openUnknown(from: string): Promise<RawConnection> {
  const connection = await openRawConnection(app.url);
  connection.write(
    `GET ${REALTIME_PATH}/websocket?vsn=2.0.0 HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\nupgrade: websocket\r\n` +
      `sec-websocket-version: 13\r\nsec-websocket-key: ${btoa('0123456789abcdef')}\r\nx-from: ${from}\r\n\r\n`,
  );
  await connection.received(/unauthenticated/);
  return connection;
}

test('beyond the refused sockets of a network address a further one replaces the oldest', async () => {
  await start({ limits: { upgradesPerAddress: 2 } });
  const elsewhere = await openUnknown('198.51.100.1');
  const [first, second] = [await openUnknown('192.0.2.1'), await openUnknown('192.0.2.1')];
  const known = await open('192.0.2.1');
  await first.closed();
  expect([elsewhere, second].map(({ isOpen }) => isOpen)).toEqual([true, true]);
  second.destroy();
  elsewhere.destroy();
  expect(known.code()).toBeNull();
});
