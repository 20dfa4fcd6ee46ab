import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
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
