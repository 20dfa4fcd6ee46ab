import cluster from 'node:cluster';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { Server as TlsServer } from 'node:tls';
import type { FastifyInstance } from 'fastify';

const BACKLOG = 1_024;
/** Node accepts one connection of a socket per turn of its event loop, so new ones wait for seconds while hundreds are busy. */
const SOCKETS = 32;

export type Listening = {
  origin: string;
  /** Resolves once the connections have ended. Call it together with `close` of the server. */
  close(): Promise<void>;
};

type Address = { host: string; port: number };

/** @throws Error `EADDRINUSE` */
export async function listen(http: FastifyInstance, { host, port }: Address): Promise<Listening> {
  // A cluster shares one socket: a process that ends refuses nobody.
  const sharesPort = process.platform === 'linux' && !cluster.isWorker;
  if (sharesPort && port !== 0) await requireFree({ host, port });
  const origin = await http.listen({ host, port, backlog: BACKLOG, ...(sharesPort && { reusePort: true }) });
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

/** Otherwise it would be shared with another instance. */
async function requireFree(address: Address): Promise<void> {
  const server = createServer().listen(address);
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
}

async function listenToo({ server }: FastifyInstance, address: Address): Promise<Server> {
  const allowHalfOpen = !(server instanceof TlsServer);
  const other = createServer({ allowHalfOpen, noDelay: true }, (socket) => server.emit('connection', socket));
  other.listen({ ...address, backlog: BACKLOG, reusePort: true });
  await once(other, 'listening');
  return other;
}
