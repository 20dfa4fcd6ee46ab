import { hash } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';

export const DELAY_MIN_MS = 50;
export const DELAY_MAX_MS = 400;

export type SlowNetwork = {
  /** Where the server is reached through this network. */
  readonly url: string;
  /** Cuts what is connected. */
  close(): Promise<void>;
};

/** The same for the same arguments. */
function delayMs(seed: number, connection: number, part: number): number {
  const lot = Number.parseInt(hash('sha256', `${seed} ${connection} ${part}`).slice(0, 8), 16) / 2 ** 32;
  return DELAY_MIN_MS + lot * (DELAY_MAX_MS - DELAY_MIN_MS);
}

/**
 * Delays everything a server sends, each part by a random time. A connection keeps its order: responses overtake each
 * other and the frames of a socket, but no frame another one.
 */
export async function openSlowNetwork(serverUrl: string, seed: number): Promise<SlowNetwork> {
  const { port, hostname } = new URL(serverUrl);
  const sockets = new Set<Socket>();
  let connections = 0;
  const options = { allowHalfOpen: true, noDelay: true };
  const proxy = createServer(options, (client) => {
    const server = connect({ port: Number(port), host: hostname, ...options });
    for (const socket of [client, server]) {
      sockets.add(socket);
      // It is closed then, which is passed on.
      socket.on('error', () => {});
      socket.on('close', () => sockets.delete(socket));
    }
    client.pipe(server);
    client.on('close', () => server.destroy());

    const connection = ++connections;
    let parts = 0;
    let turn = Promise.resolve();
    const late = (deliver: () => void) => {
      const atMs = performance.now() + delayMs(seed, connection, ++parts);
      turn = turn.then(async () => {
        const leftMs = atMs - performance.now();
        if (leftMs > 0) await setTimeout(leftMs);
        deliver();
      });
    };
    server.on('data', (part) => late(() => client.write(part)));
    server.on('end', () => late(() => client.end()));
    server.on('close', (hasFailed) => late(() => void (hasFailed && client.destroy())));
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    async close() {
      const closed = once(proxy, 'close');
      proxy.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
