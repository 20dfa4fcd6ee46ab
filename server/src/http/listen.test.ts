import cluster from 'node:cluster';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { openRawConnection, type RawConnection } from '@hereabouts/testing/raw-connection';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { listen } from './listen.ts';

const HOST = '127.0.0.1';

let app: FastifyInstance;
beforeEach(() => {
  app = Fastify({ forceCloseConnections: 'idle' });
  app.get('/', async () => 'answer');
});

const connections: RawConnection[] = [];
afterEach(() => {
  for (const connection of connections.splice(0)) connection.destroy();
});

const ask = async (url: string) => {
  const connection = await openRawConnection(url);
  connections.push(connection);
  connection.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n');
  return connection;
};

test('connections are answered on whichever socket they arrive, and closed when the server closes', async () => {
  const listening = await listen(app, { host: HOST, port: 0 });
  const all = await Promise.all(Array.from({ length: 100 }, () => ask(listening.origin)));
  for (const connection of all) expect(await connection.received(/answer/)).toContain('200 OK');
  await Promise.all([app.close(), listening.close()]);
  for (const connection of all) await connection.closed();
  await expect(fetch(listening.origin)).rejects.toThrow('fetch failed');
});

test('a close waits for open requests', async () => {
  const answer = Promise.withResolvers<string>();
  const asked: (() => void)[] = [];
  app.get('/slow', async (_request, reply) => {
    for (const resolve of asked.splice(0)) resolve();
    void reply.header('connection', 'close');
    return await answer.promise;
  });
  const listening = await listen(app, { host: HOST, port: 0 });
  // So many that some arrive on other sockets than the first.
  const slow: RawConnection[] = [];
  for (let nth = 0; nth < 50; nth += 1) {
    const { promise, resolve } = Promise.withResolvers<void>();
    asked.push(resolve);
    const connection = await openRawConnection(listening.origin);
    connections.push(connection);
    connection.write('GET /slow HTTP/1.1\r\nhost: localhost\r\n\r\n');
    await promise;
    slow.push(connection);
  }
  let isClosed = false;
  const closing = Promise.all([app.close(), listening.close()]).then(() => (isClosed = true));
  await new Promise(setImmediate);
  expect(isClosed).toBe(false);
  answer.resolve('late');
  for (const connection of slow) expect(await connection.received(/late/)).toContain('200 OK');
  await closing;
});

test('a port that something else listens on is refused, also another instance of this', async () => {
  const other = createServer().listen(0, HOST);
  await once(other, 'listening');
  const { port } = other.address() as { port: number };
  await expect(listen(app, { host: HOST, port })).rejects.toThrow('EADDRINUSE');
  other.close();
  await once(other, 'close');
  const listening = await listen(app, { host: HOST, port });
  const second = Fastify();
  await expect(listen(second, { host: HOST, port })).rejects.toThrow('EADDRINUSE');
  await Promise.all([app.close(), listening.close(), second.close()]);
});

test('where the port is not shared, as by the processes of a cluster, one socket has a queue four times as long', async () => {
  const { isWorker } = cluster;
  onTestFinished(() => void Object.assign(cluster, { isWorker }));
  Object.assign(cluster, { isWorker: true });
  const listened = vi.spyOn(app.server, 'listen');
  const listening = await listen(app, { host: HOST, port: 0 });
  expect(listened.mock.calls[0]?.[0]).toMatchObject({ backlog: 4_096 });
  expect(listened.mock.calls[0]?.[0]).not.toHaveProperty('reusePort');
  await Promise.all([app.close(), listening.close()]);
});
