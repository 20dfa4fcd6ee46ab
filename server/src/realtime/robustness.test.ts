import { randomUUID } from 'node:crypto';
import { createConnection, type Socket as NetSocket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { TOKEN_SUBPROTOCOL_PREFIX } from '@hereabouts/contract/realtime';
import { startRealtime, type TestRealtime, type TestRealtimeOptions } from '@hereabouts/testing/realtime';

let app: TestRealtime;
afterEach(() => app.stop());

async function start(options: TestRealtimeOptions = {}): Promise<void> {
  app = await startRealtime(options);
  app.realtime.registerTopic('event', { mayJoin: async () => ({ ok: true }) });
}

/** A socket without a Phoenix client, for what no such client would send. */
async function raw(headers: Record<string, string> = {}, userId = randomUUID()): Promise<WebSocket> {
  const token = Buffer.from(app.issueToken({ userId })).toString('base64url');
  const protocols = ['phoenix', TOKEN_SUBPROTOCOL_PREFIX + token];
  const ws = new WebSocket(`${app.url}/websocket?vsn=2.0.0`, protocols, { headers });
  await new Promise((resolve, reject) => ws.once('open', resolve).once('error', reject));
  return ws;
}

const closeCode = (ws: WebSocket) => new Promise<number>((resolve) => ws.once('close', resolve));
const nextMessage = (ws: WebSocket) =>
  new Promise<unknown>((resolve) => ws.once('message', (data: Buffer) => resolve(JSON.parse(String(data)))));

/** The status an upgrade is answered with. */
const upgrade = (path: string, origin?: string) =>
  new Promise<number>((resolve) => {
    const ws = new WebSocket(`ws://127.0.0.1:${app.port}${path}`, 'phoenix', origin ? { origin } : {});
    ws.once('unexpected-response', (_, { statusCode }) => resolve(statusCode ?? 0));
    ws.once('open', () => resolve(101));
    ws.once('error', () => {});
  });

test('other paths and other origins get no socket', async () => {
  await start({ publicUrl: 'https://hereabouts.example' });
  const path = '/realtime/websocket?vsn=2.0.0';
  expect(await upgrade('/realtime')).toBe(404);
  expect(await upgrade('//')).toBe(404);
  expect(await upgrade(path, 'https://evil.example')).toBe(403);
  expect(await upgrade(path, 'null')).toBe(403);
  expect(await upgrade(path, `http://127.0.0.1:${app.port}`)).toBe(101);
  expect(await upgrade(path, 'https://hereabouts.example')).toBe(101);
});

test('a malformed message closes its socket and no other', async () => {
  await start();
  const bystander = await app.connect();
  const malformed = [
    'nonsense',
    '{}',
    '[]',
    '[null,null,"event:1","phx_join"]',
    '[1,2,"event:1","phx_join",{}]',
    '[null,null,"","phx_join",{}]',
    '[null,null,"event:1",7,{}]',
    '[null,null,"event:1","phx_join",null]',
    '[null,null,"event:1","phx_join",[]]',
    `[null,null,"${'x'.repeat(256)}","phx_join",{}]`,
    `["${'1'.repeat(33)}",null,"event:1","phx_join",{}]`,
  ];
  for (const text of malformed) {
    const ws = await raw();
    ws.send(text);
    expect({ text, code: await closeCode(ws) }).toEqual({ text, code: 1007 });
  }
  const binary = await raw();
  binary.send(Buffer.from([0, 1, 2, 3]));
  expect(await closeCode(binary)).toBe(1003);
  const huge = await raw();
  huge.send(JSON.stringify([null, '1', 'event:1', 'phx_join', { text: 'x'.repeat(16_384) }]));
  expect(await closeCode(huge)).toBe(1009);
  const broken = await raw();
  (broken as unknown as { _socket: NetSocket })._socket.write(Buffer.from([0xff, 0xff, 0xff]));
  expect(await closeCode(broken)).toBe(1002);
  await bystander.join('event:1');
  expect(app.realtime.connectionCount()).toBe(1);
});

test('messages with no meaning are answered with an error', async () => {
  await start();
  const ws = await raw();
  const ask = (topic: string, event: string) => {
    ws.send(JSON.stringify(['1', '2', topic, event, {}]));
    return nextMessage(ws);
  };
  const error = (topic: string, reason: string) => [
    '1',
    '2',
    topic,
    'phx_reply',
    { status: 'error', response: { reason } },
  ];
  expect(await ask('phoenix', 'dance')).toEqual(error('phoenix', 'unknown_event'));
  expect(await ask('event:1', 'dance')).toEqual(error('event:1', 'not_found'));
  expect(await ask('event:1', 'phx_join')).toMatchObject([
    '1',
    '2',
    'event:1',
    'phx_reply',
    { status: 'ok' },
  ]);
  expect(await ask('event:1', 'dance')).toEqual(error('event:1', 'unknown_event'));
  expect(await ask('event:2', 'phx_leave')).toMatchObject([
    '1',
    '2',
    'event:2',
    'phx_reply',
    { status: 'ok' },
  ]);
});

test('a socket has a limited number of topics, a person of sockets', async () => {
  await start({ limits: { topicsPerSocket: 2, socketsPerUser: 2 } });
  const userId = randomUUID();
  const token = app.issueToken({ userId });
  const { join } = await app.connect(token);
  await join('event:1');
  await join('event:2');
  await expect(join('event:3')).rejects.toThrow('too_many_topics');
  const second = await app.connect(token);
  await second.settled();
  const third = await app.connect(token);
  expect(await third.seen('phoenix', 'connection_refused')).toEqual({ reason: 'too_many_connections' });
  await third.closed();
  await second.settled();
});

test('RT-01 a session that holds all sockets of a person loses one to another session', async () => {
  await start({ limits: { socketsPerUser: 3 } });
  const userId = randomUUID();
  const stolen = app.issueToken({ userId });
  const [oldest, ...others] = [
    await app.connect(stolen),
    await app.connect(stolen),
    await app.connect(stolen),
  ];
  const own = await app.connect(app.issueToken({ userId }));
  expect(await oldest.seen('phoenix', 'connection_refused')).toEqual({ reason: 'too_many_connections' });
  await oldest.closed();
  for (const socket of [own, ...others]) await socket.settled();
  const again = await app.connect(stolen);
  expect(await again.seen('phoenix', 'connection_refused')).toEqual({ reason: 'too_many_connections' });
  await again.closed();
  await own.settled();
});

test('RT-01 a session that sends all the time leaves messages to other sessions of its person', async () => {
  await start({ limits: { sessionMessageBurst: 3, sessionMessagesPerSecond: 1 } });
  const userId = randomUUID();
  const statusesOf = async (count: number) => {
    const ws = await raw({}, userId);
    const statuses: unknown[] = [];
    ws.on('message', (data: Buffer) => statuses.push(JSON.parse(String(data)).at(-1).status));
    for (let n = 0; n < count; n += 1) ws.send('[null,"1","phoenix","heartbeat",{}]');
    await expect.poll(() => statuses).toHaveLength(count);
    return statuses;
  };
  expect(await statusesOf(5)).toEqual(['ok', 'ok', 'ok', 'error', 'error']);
  expect(await statusesOf(3)).toEqual(['ok', 'ok', 'ok']);
});

test('too many messages are answered so, and a flood is closed', async () => {
  await start({ limits: { messageBurst: 3, messagesPerSecond: 1, floodMessages: 5 } });
  const ws = await raw();
  const replies: unknown[] = [];
  ws.on('message', (data: Buffer) => replies.push(JSON.parse(String(data)).at(-1).status));
  const closed = closeCode(ws);
  for (let n = 0; n < 4; n += 1) ws.send('[null,"1","phoenix","heartbeat",{}]');
  await expect.poll(() => replies).toEqual(['ok', 'ok', 'ok', 'error']);
  app.clock.advance(1_000);
  ws.send('[null,"1","phoenix","heartbeat",{}]');
  await expect.poll(() => replies.at(4)).toBe('ok');
  for (let n = 0; n < 9; n += 1) ws.send('[null,"1","phoenix","heartbeat",{}]');
  expect(await closed).toBe(1008);
});

test('RT-01 heartbeats keep a socket; a silent peer is pinged, and cut when it does not answer', async () => {
  await start();
  const chatty = await app.connect();
  const half = await raw();
  const pinged = new Promise((resolve) => half.once('ping', resolve));
  const cut = closeCode(half);
  app.clock.advance(44_000);
  await chatty.settled();
  app.clock.advance(1_000);
  await pinged;
  // The pong of `ws` was a sign of life; from now on the peer is deaf.
  (half as unknown as { _socket: NetSocket })._socket.pause();
  await chatty.settled();
  for (let seconds = 0; seconds < 80; seconds += 10) {
    app.clock.advance(10_000);
    await chatty.settled();
  }
  (half as unknown as { _socket: NetSocket })._socket.resume();
  expect(await cut).toBe(1006);
  await expect.poll(() => app.realtime.connectionCount()).toBe(1);
});

test('a slow reader is closed at its limit and holds nobody up', async () => {
  await start({ limits: { sendBufferMaxBytes: 200_000 } });
  const slow = await raw();
  slow.send(JSON.stringify(['1', '1', 'event:1', 'phx_join', {}]));
  await nextMessage(slow);
  const quick = await app.connect();
  await quick.join('event:1');
  const { _socket: stream } = slow as unknown as { _socket: NetSocket };
  stream.pause();
  const text = 'x'.repeat(100_000);
  let sent = 0;
  while (app.realtime.connectionCount() === 2 && sent < 1_000) {
    app.realtime.publish('event:1', 'event_changed', { event_id: ++sent, text });
    await quick.settled();
    app.clock.advance(100);
  }
  expect(app.realtime.connectionCount()).toBe(1);
  expect(quick.received.filter(({ event }) => event === 'event_changed')).toHaveLength(sent);
});

test('draining refuses newcomers and closes the others one after another with 1012', async () => {
  await start({ limits: { drainMs: 100 } });
  const sockets = await Promise.all(Array.from({ length: 60 }, () => raw()));
  let open = sockets.length;
  const codes = sockets.map((ws) => closeCode(ws).finally(() => (open -= 1)));
  const drained = app.realtime.drain();
  await expect.poll(() => open).toBe(30);
  expect(await upgrade('/realtime/websocket?vsn=2.0.0')).toBe(503);
  expect(open).toBe(30);
  app.clock.advance(50);
  await drained;
  expect(new Set(await Promise.all(codes))).toEqual(new Set([1012]));
  expect(app.realtime.connectionCount()).toBe(0);
});

test('draining cuts off a peer that does not answer', async () => {
  await start();
  const ws = await raw();
  (ws as unknown as { _socket: NetSocket })._socket.pause();
  const drained = app.realtime.drain();
  app.clock.advance(1_999);
  expect(app.realtime.connectionCount()).toBe(1);
  app.clock.advance(1);
  await drained;
  expect(app.realtime.connectionCount()).toBe(0);
});

test('a peer that hangs up while its token is being looked at does no harm', async () => {
  await start();
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  app.beforeAuthentication = () => (asked.resolve(), answer.promise);
  const stream = createConnection(app.port, '127.0.0.1');
  const token = Buffer.from(app.issueToken()).toString('base64url');
  const lines = [
    'GET /realtime/websocket?vsn=2.0.0 HTTP/1.1',
    'Host: a',
    'Upgrade: websocket',
    'Connection: Upgrade',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    `Sec-WebSocket-Protocol: phoenix, ${TOKEN_SUBPROTOCOL_PREFIX}${token}`,
  ];
  stream.write(`${lines.join('\r\n')}\r\n\r\n`);
  await asked.promise;
  const gone = new Promise((resolve) => stream.once('close', resolve));
  stream.resetAndDestroy();
  await gone;
  answer.resolve();
  app.beforeAuthentication = async () => {};
  await (await app.connect()).join('event:1');
  await expect.poll(() => app.realtime.connectionCount()).toBe(1);
});
