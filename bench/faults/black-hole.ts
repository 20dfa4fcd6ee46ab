import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export type BlackHole = {
  readonly url: string;
  /** From now on the connections there are pass nothing on, or no answers; they are not closed. New ones work. */
  swallow(what: 'everything' | 'answers'): number;
  close(): void;
};

type Pair = { client: Socket; server: Socket; swallowed: 'nothing' | 'answers' | 'everything' };

/** A network path that can lose packets without a word, as when a phone changes its network. */
export async function openBlackHole(target: string): Promise<BlackHole> {
  const { port, hostname } = new URL(target);
  const pairs = new Set<Pair>();
  const proxy = createServer((client) => {
    const server = connect(Number(port), hostname);
    const pair: Pair = { client, server, swallowed: 'nothing' };
    pairs.add(pair);
    client.on('data', (part) => void (pair.swallowed === 'everything' || server.write(part)));
    server.on('data', (part) => void (pair.swallowed !== 'nothing' || client.write(part)));
    // An end that is swallowed reaches nobody either.
    client.on('close', () => {
      if (pair.swallowed === 'nothing') server.destroy();
    });
    server.on('close', () => {
      if (pair.swallowed === 'nothing') client.destroy();
    });
    for (const socket of [client, server]) {
      socket.on('error', () => {});
      socket.on('close', () => void (client.destroyed && server.destroyed && pairs.delete(pair)));
    }
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    swallow(what) {
      for (const pair of pairs) pair.swallowed = what;
      return pairs.size;
    },
    close() {
      proxy.close();
      for (const { client, server } of pairs) {
        client.destroy();
        server.destroy();
      }
    },
  };
}
