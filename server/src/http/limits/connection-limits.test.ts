import { createServer, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { startTestApp } from '@hereabouts/testing/app';
import { openRawConnection, type RawConnection } from '@hereabouts/testing/raw-connection';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addressKey, networkKey } from '#server/rate-limits/address-key.ts';
import { CONNECTIONS_PER_ADDRESS, limitConnectionsBy } from './connection-limits.ts';

const HALF = 'GET / HTTP/1.1\r\nhost: localhost\r\n';
const WHOLE = `${HALF}\r\n`;

/** A request for /slow is answered by the next one for /answer. */
const slow: ServerResponse[] = [];
const server = createServer((request, response) => {
  if (request.url === '/slow') return void slow.push(response);
  if (request.url === '/answer') slow.shift()?.end('late');
  response.end('hello');
});
let url: string;
beforeAll(async () => {
  limitConnectionsBy(addressKey, server, { unused: 3, all: 8 });
  // No limit for IPv4.
  limitConnectionsBy(networkKey, server, { unused: 1, all: 1 });
  server.on('upgrade', (_request, stream) => stream.resume().pipe(stream).write('upgraded'));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

async function openAll(count: number, at = url, text = HALF): Promise<RawConnection[]> {
  const connections = [];
  for (let opened = 0; opened < count; opened += 1) {
    const connection = await openRawConnection(at);
    connection.write(text);
    connections.push(connection);
  }
  return connections;
}
const areOpen = (connections: RawConnection[]) => connections.map(({ isOpen }) => isOpen);

test('the oldest connection that has not asked for anything gives way to a new one (S28)', async () => {
  const [oldest, ...others] = await openAll(3);
  const [newest] = await openAll(1);
  expect(await oldest?.closed()).toBe('');
  for (const connection of [...others, newest]) {
    connection?.write('\r\n');
    expect(await connection?.received(/hello/)).toMatch(/^HTTP\/1\.1 200 /);
    connection?.destroy();
  }
});

test('finished requests and upgraded sockets are not unused, and keep their place (S28)', async () => {
  const finished = await openAll(4, url, WHOLE);
  for (const connection of finished) await connection.received(/hello/);
  const upgraded = await openAll(5, url, `${HALF}connection: upgrade\r\nupgrade: websocket\r\n\r\n`);
  for (const connection of upgraded) await connection.received(/upgraded/);
  const waiting = await openAll(4);
  await waiting[0]?.closed();
  expect(areOpen([...finished, ...upgraded, ...waiting.slice(1)])).toEqual(Array(12).fill(true));
  for (const connection of [...finished, ...upgraded, ...waiting]) connection.destroy();
});

test('a connection that its peer has closed counts no more (S28)', async () => {
  for (const connection of await openAll(3)) connection.destroy();
  await expect
    .poll(() => new Promise((counted) => server.getConnections((_error, count) => counted(count))))
    .toBe(0);
  const waiting = await openAll(3);
  waiting[0]?.write('\r\n');
  await waiting[0]?.received(/hello/);
  expect(areOpen(waiting)).toEqual([true, true, true]);
  for (const connection of waiting) connection.destroy();
});

test('of more connections than an address may have, one that waits for a next request is closed first, then the oldest request (S28)', async () => {
  const openSlow = async (count: number) => {
    const opened: RawConnection[] = [];
    for (const asked = slow.length; opened.length < count;) {
      opened.push(...(await openAll(1, url, 'GET /slow HTTP/1.1\r\nhost: localhost\r\n\r\n')));
      await expect.poll(() => slow.length).toBe(asked + opened.length);
    }
    return opened;
  };
  const first = await openSlow(1);
  const idle = await openAll(2, url, WHOLE);
  for (const connection of idle) await connection.received(/hello/);
  const busy = await openSlow(5);
  // Answered, and so the one that has waited for the shortest time.
  const [answering] = await openAll(1, url, 'GET /answer HTTP/1.1\r\nhost: localhost\r\n\r\n');
  await idle[0]?.closed();
  expect(await first[0]?.received(/late/)).toMatch(/^HTTP\/1\.1 200 /);
  expect(await answering?.received(/hello/)).toMatch(/^HTTP\/1\.1 200 /);
  const more = await openSlow(3);
  for (const connection of [idle[1], ...first, answering]) await connection?.closed();
  expect(areOpen([...busy, ...more])).toEqual(Array(8).fill(true));
  const last = await openSlow(1);
  await busy[0]?.closed();
  expect(areOpen([...busy.slice(1), ...more, ...last])).toEqual(Array(8).fill(true));
  for (const connection of [...busy, ...more, ...last]) connection.destroy();
  slow.length = 0;
});

test('at the limit in total, the address with most connections loses one of its own (S28)', async () => {
  const few = createServer((_request, response) => response.end('hello'));
  limitConnectionsBy(addressKey, few, { unused: Infinity, all: Infinity, inTotal: 6 });
  await new Promise<void>((listening) => few.listen(0, '127.0.0.1', listening));
  const at = `http://127.0.0.1:${(few.address() as AddressInfo).port}`;
  const opened: RawConnection[] = [];
  const open = async (from: string) => {
    const connection = await openRawConnection(at, from);
    opened.push(connection);
    connection.write(WHOLE);
    await connection.received(/hello/);
    return connection;
  };
  try {
    const somebody = await open('127.0.0.2');
    const ofMany = [];
    while (ofMany.length < 5) ofMany.push(await open('127.0.0.3'));
    const another = await open('127.0.0.4');
    await ofMany[0]?.closed();
    ofMany.push(await open('127.0.0.3'));
    await ofMany[1]?.closed();
    expect(areOpen([somebody, another, ...ofMany.slice(2)])).toEqual(Array(6).fill(true));
  } finally {
    for (const connection of opened) connection.destroy();
    few.close();
  }
});

test('a connection by the port of one that was reset a moment ago counts like any other, and once (S28)', async () => {
  const few = createServer();
  limitConnectionsBy(addressKey, few, { unused: 2, all: 8, inTotal: 3 });
  let seen: string[] = [];
  few.on('connection', (socket) => {
    seen.push('opened');
    socket.on('close', () => seen.push('closed'));
  });
  few.on('request', () => seen.push('asked'));
  await new Promise<void>((listening) => few.listen(0, '127.0.0.1', listening));
  const { port } = few.address() as AddressInfo;
  const opened: { destroy: () => void }[] = [];
  const open = (localPort?: number) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.2', localPort });
    opened.push(socket.on('error', () => {}));
    return socket;
  };
  const reopen = async (before: 'unused' | 'busy') => {
    seen = [];
    const reset = open();
    if (before === 'busy') reset.write(WHOLE);
    const steps = before === 'busy' ? ['opened', 'asked'] : ['opened'];
    await expect.poll(() => seen).toEqual(steps);
    const { localPort } = reset;
    reset.resetAndDestroy();
    const again = open(localPort);
    // The server hears of the new one first.
    await expect.poll(() => seen).toEqual([...steps, 'opened', 'closed']);
    return again;
  };
  try {
    for (let times = 0; times < 3; times += 1) {
      (await reopen('unused')).destroy();
      await expect.poll(() => seen).toHaveLength(4);
    }
    const again = await reopen('busy');
    const others = [];
    for (const _ of [1, 2]) others.push(await openRawConnection(`http://127.0.0.1:${port}`, '127.0.0.2'));
    opened.push(...others);
    await expect.poll(() => again.closed).toBe(true);
    expect(areOpen(others)).toEqual([true, true]);
  } finally {
    for (const connection of opened) connection.destroy();
    few.close();
  }
});

test.each([
  ['the product limits them', 0, false],
  ['behind a proxy, which all connections come from, nothing is limited', 1, true],
])('%s (S28)', { timeout: 60_000 }, async (_what, trustedProxies, isOpen) => {
  const app = await startTestApp({ trustedProxies });
  // However long it takes to open them all.
  app.app.http.server.headersTimeout = 0;
  let accepted = 0;
  app.app.http.server.on('connection', () => (accepted += 1));
  const opened: RawConnection[] = [];
  while (opened.length < CONNECTIONS_PER_ADDRESS.unused) {
    opened.push(...(await Promise.all(Array.from({ length: 100 }, () => openRawConnection(app.url)))));
  }
  await expect.poll(() => accepted).toBe(CONNECTIONS_PER_ADDRESS.unused);
  const last = await openRawConnection(app.url);
  last.write('GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n');
  expect(await last.received(/\r\n\r\n/)).toMatch(/^HTTP\/1\.1 200 /);
  await expect.poll(() => opened.every((connection) => connection.isOpen)).toBe(isOpen);
  expect(opened.filter((connection) => !connection.isOpen)).toHaveLength(isOpen ? 0 : 1);
  for (const connection of [...opened, last]) connection.destroy();
  await app.stop();
});
