import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { whenClosed } from './when-closed.ts';

test('whatever waits for the end of a response runs once, on one listener', async () => {
  const done: number[] = [];
  const listeners: number[] = [];
  const over = Promise.withResolvers<void>();
  const server = createServer((_, response: ServerResponse) => {
    const before = response.listenerCount('close');
    for (let nth = 0; nth < 20; nth++) whenClosed(response, () => done.push(nth));
    listeners.push(response.listenerCount('close') - before);
    whenClosed(response, over.resolve);
    response.end('done');
  }).listen(0, '127.0.0.1');
  try {
    await new Promise((resolve) => server.once('listening', resolve));
    await (await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)).text();
    await over.promise;
    expect(listeners).toEqual([1]);
    expect(done).toEqual(Array.from({ length: 20 }, (_, nth) => nth));
  } finally {
    server.close();
  }
});

test.each([false, true])(
  'work added after the client has gone runs at once (others wait: %s)',
  async (waits) => {
    const server = createServer().listen(0, '127.0.0.1');
    try {
      await once(server, 'listening');
      const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
      client.write('GET / HTTP/1.1\r\nhost: here\r\n\r\n');
      const [, response] = (await once(server, 'request')) as [unknown, ServerResponse];
      if (waits) whenClosed(response, () => {});
      client.destroy();
      await once(response, 'close');
      let isDone = false;
      whenClosed(response, () => (isDone = true));
      expect(isDone).toBe(true);
    } finally {
      server.close();
    }
  },
);
