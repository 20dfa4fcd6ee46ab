import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { createCounts } from '#server/lib/counts.ts';
import { addressKey, turnKey } from '#server/rate-limits/address-key.ts';
import { whenClosed } from '#server/http/when-closed.ts';

/** Without upgraded connections. `unused` and `all`: of a key; `inTotal`: of all keys. */
export type ConnectionLimits = { unused: number; all: number; inTotal?: number };

/** `unused`: 500 people behind one NAT, two preconnected sockets each. */
export const CONNECTIONS_PER_ADDRESS: ConnectionLimits = { unused: 1_000, all: 4_000 };

/** Per IPv6 /48; a connection takes some 60 kB. */
const CONNECTIONS_PER_NETWORK: ConnectionLimits = { unused: 1_500, all: 6_000 };

/** Of the files that the process may open. The others are for sockets, pictures, tiles and the database. */
const CONNECTIONS_SHARE = 0.5;

/** The same for a TLS socket and the TCP socket below it. */
const peerOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`;

/** By peer, longest in the state first. */
type Sockets = Map<string, Socket>;
type Connections = { unused: Sockets; idle: Sockets; busy: Sockets };

export function limitConnections(server: Server): void {
  limitConnectionsBy(addressKey, server, CONNECTIONS_PER_ADDRESS);
  const inTotal = Math.floor(openFilesMax() * CONNECTIONS_SHARE);
  // An IPv4 address has reached its own limits before.
  limitConnectionsBy(turnKey, server, { ...CONNECTIONS_PER_NETWORK, inTotal });
}

let openFiles: number | null = null;
/** A report takes 20 ms. */
const openFilesMax = (): number => (openFiles ??= readOpenFilesMax());

function readOpenFilesMax(): number {
  // It would look up the names of peers.
  Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft: unknown } } };
  return Number(userLimits?.open_files?.soft) || Infinity;
}

/** A new connection beyond a limit replaces one of its key: at `unused` the oldest unused one; at `all` an idle one (browsers
 * reopen those), else an unused one, else the one with the oldest request. At `inTotal` it replaces one of the largest key. */
export function limitConnectionsBy(
  keyOf: (ip: string) => string | null,
  server: Server,
  limits: ConnectionLimits,
): void {
  const byKey = new Map<string, Connections>();
  const counts = createCounts();
  const keyOfSocket = ({ remoteAddress }: Socket) =>
    remoteAddress === undefined ? null : keyOf(remoteAddress);

  const forget = (key: string | null, peer: string) => {
    const connections = key === null ? undefined : byKey.get(key);
    if (key === null || !connections) return;
    const states = Object.values(connections);
    for (const sockets of states) {
      if (sockets.delete(peer)) counts.change(key, -1);
    }
    if (states.every(({ size }) => size === 0)) byKey.delete(key);
  };
  const closeOldest = (key: string, ...states: Sockets[]) => {
    const [oldest] = states.find(({ size }) => size > 0) ?? [];
    if (!oldest) return;
    forget(key, oldest[0]);
    oldest[1].destroy();
  };
  const closeOneOfMost = () => {
    const key = counts.largest();
    const connections = key === null ? undefined : byKey.get(key);
    if (key !== null && connections) closeOldest(key, connections.idle, connections.unused, connections.busy);
  };
  const find = (key: string | null, peer: string) => {
    const connections = key === null ? undefined : byKey.get(key);
    return connections?.unused.get(peer) ?? connections?.idle.get(peer) ?? connections?.busy.get(peer);
  };
  const move = (socket: Socket, state: keyof Connections) => {
    const [key, peer] = [keyOfSocket(socket), peerOf(socket)];
    const connections = key === null ? undefined : byKey.get(key);
    const known = find(key, peer);
    if (!connections || !known) return;
    for (const sockets of Object.values(connections)) sockets.delete(peer);
    connections[state].set(peer, known);
  };

  server.on('connection', (socket: Socket) => {
    const [key, peer] = [keyOfSocket(socket), peerOf(socket)];
    if (key === null) return;
    // A peer may reset its connection and come back from the same port before the old one emits `close`.
    forget(key, peer);
    const connections = byKey.get(key) ?? { unused: new Map(), idle: new Map(), busy: new Map() };
    const { unused, idle, busy } = connections;
    if (unused.size >= limits.unused) closeOldest(key, unused);
    if (unused.size + idle.size + busy.size >= limits.all) closeOldest(key, idle, unused, busy);
    unused.set(peer, socket);
    byKey.set(key, connections);
    counts.change(key, 1);
    if (counts.total > (limits.inTotal ?? Infinity)) closeOneOfMost();
    socket.once('close', () => {
      if (find(key, peer) === socket) forget(key, peer);
    });
  });
  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    move(socket, 'busy');
    whenClosed(response, () => {
      if (!socket.destroyed) move(socket, 'idle');
    });
  });
  server.prependListener('upgrade', ({ socket }: IncomingMessage) =>
    forget(keyOfSocket(socket), peerOf(socket)),
  );
}
