import cluster from 'node:cluster';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { Server as TlsServer } from 'node:tls';
import type { FastifyInstance } from 'fastify';

/** Node accepts one connection per listening socket in each turn of its event loop. With one socket, new connections wait seconds
 * while a few hundred others are busy; the kernel spreads them over all sockets that share the port. */
const SOCKETS = 32;
/** Connections per socket that wait to be accepted, if several sockets share the port or there is only one. */
const BACKLOG = { shared: 1_024, alone: 4_096 };

export type Listening = {
  origin: string;
  /** Accepts nothing more; resolves once the connections have ended. Call it together with `close` of the server. */
  close(): Promise<void>;
};

type Address = { host: string; port: number };

/** @throws Error `EADDRINUSE` */
export async function listen(http: FastifyInstance, { host, port }: Address): Promise<Listening> {
  // Processes of a cluster share one socket, so that a process that ends refuses nobody.
  const sharesPort = process.platform === 'linux' && !cluster.isWorker;
  if (sharesPort && port !== 0) await requireFree({ host, port });
  const options = sharesPort ? { backlog: BACKLOG.shared, reusePort: true } : { backlog: BACKLOG.alone };
  const origin = await http.listen({ host, port, ...options });
  const { port: bound } = http.server.address() as AddressInfo;
  const others: Server[] = [];
  const close = async () =>
    void (await Promise.all(others.map((other) => new Promise((resolve) => other.close(resolve)))));
  try {
    for (let nth = 1; nth < (sharesPort ? SOCKETS : 1); nth += 1)
      others.push(await listenToo(http, { host, port: bound }));
  } catch (error) {
    const closing = Promise.all([http.close(), close()]);
    http.server.closeAllConnections();
    await closing;
    throw error;
  }
  return { origin, close };
}

/** A port that is shared would also be shared with another instance. */
async function requireFree(address: Address): Promise<void> {
  const server = createServer().listen(address);
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
}

/** Its connections are those of the server, with the options that Node gives these. */
async function listenToo({ server }: FastifyInstance, address: Address): Promise<Server> {
  const allowHalfOpen = !(server instanceof TlsServer);
  const other = createServer({ allowHalfOpen, noDelay: true }, (socket) => server.emit('connection', socket));
  other.listen({ ...address, backlog: BACKLOG.shared, reusePort: true });
  await once(other, 'listening');
  return other;
}
