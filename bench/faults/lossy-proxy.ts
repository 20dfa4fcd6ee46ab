import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export type LossyProxy = {
  readonly url: string;
  /** From now on the connections there are pass nothing on, or no answers; they are not closed. New ones work. */
  drop(what: 'everything' | 'answers'): number;
  close(): void;
};

type Pair = { client: Socket; server: Socket; dropped: 'nothing' | 'answers' | 'everything' };

/** A network path that can lose packets without a word, as when a phone changes its network. */
export async function openLossyProxy(target: string): Promise<LossyProxy> {
  const { port, hostname } = new URL(target);
  const pairs = new Set<Pair>();
  const proxy = createServer((client) => {
    const server = connect(Number(port), hostname);
    const pair: Pair = { client, server, dropped: 'nothing' };
    pairs.add(pair);
    client.on('data', (part) => void (pair.dropped === 'everything' || server.write(part)));
    server.on('data', (part) => void (pair.dropped !== 'nothing' || client.write(part)));
    // An end that is dropped reaches nobody either.
    client.on('close', () => {
      if (pair.dropped === 'nothing') server.destroy();
    });
    server.on('close', () => {
      if (pair.dropped === 'nothing') client.destroy();
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
    drop(what) {
      for (const pair of pairs) pair.dropped = what;
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
