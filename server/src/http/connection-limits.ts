import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { addressKey } from '#server/auth/limits/address-key.ts';

export type ConnectionLimits = {
  unused: number;
  /** Without upgraded ones, which are limited separately. */
  all: number;
};

/** 500 people behind one NAT with two preconnected sockets each. */
export const CONNECTIONS_PER_ADDRESS: ConnectionLimits = { unused: 1_000, all: 4_000 };

/** The same for a TLS socket and its TCP connection. */
const peerOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`;

/** By peer, longest in the state first. */
type Sockets = Map<string, Socket>;
type Connections = { unused: Sockets; idle: Sockets; busy: Sockets };

/** Per network address. A new connection replaces the oldest unused one or, at the total limit, an idle one,
 * because browsers reopen those, and only then the one with the oldest request. */
export function limitConnections(server: Server, limits: ConnectionLimits = CONNECTIONS_PER_ADDRESS): void {
  const byAddress = new Map<string, Connections>();

  const forget = (address: string, peer: string) => {
    const connections = byAddress.get(address);
    if (!connections) return;
    const states = Object.values(connections);
    for (const sockets of states) sockets.delete(peer);
    if (states.every(({ size }) => size === 0)) byAddress.delete(address);
  };
  const closeOldest = (address: string, ...states: Sockets[]) => {
    const [oldest] = states.find(({ size }) => size > 0) ?? [];
    if (!oldest) return;
    forget(address, oldest[0]);
    oldest[1].destroy();
  };
  const move = (socket: Socket, state: keyof Connections) => {
    const peer = peerOf(socket);
    const connections = byAddress.get(addressKey(socket.remoteAddress ?? ''));
    const known = connections?.unused.get(peer) ?? connections?.idle.get(peer) ?? connections?.busy.get(peer);
    if (!connections || !known) return;
    for (const sockets of Object.values(connections)) sockets.delete(peer);
    connections[state].set(peer, known);
  };

  server.on('connection', (socket: Socket) => {
    if (socket.remoteAddress === undefined) return;
    const [address, peer] = [addressKey(socket.remoteAddress), peerOf(socket)];
    const connections = byAddress.get(address) ?? { unused: new Map(), idle: new Map(), busy: new Map() };
    const { unused, idle, busy } = connections;
    if (unused.size >= limits.unused) closeOldest(address, unused);
    if (unused.size + idle.size + busy.size >= limits.all) closeOldest(address, idle, unused, busy);
    unused.set(peer, socket);
    byAddress.set(address, connections);
    socket.once('close', () => forget(address, peer));
  });
  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    move(socket, 'busy');
    response.once('close', () => move(socket, 'idle'));
  });
  server.prependListener('upgrade', ({ socket }: IncomingMessage) =>
    forget(addressKey(socket.remoteAddress ?? ''), peerOf(socket)),
  );
}
