import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { addressKey } from '#server/auth/limits/address-key.ts';

export type ConnectionLimits = {
  /** Connections that have not sent the headers of a first request. */
  unused: number;
  /** All but upgraded ones, which have limits of their own. */
  all: number;
};

/** 500 people behind one NAT, each with two connections that a browser opened ahead of need; 1,000 with four. */
export const CONNECTIONS_PER_ADDRESS: ConnectionLimits = { unused: 1_000, all: 4_000 };

/** The same for a TLS socket and the connection under it. */
const peerOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`;

/** Sockets by peer, the one that has been in the state for longest first. */
type Sockets = Map<string, Socket>;
type Connections = { unused: Sockets; idle: Sockets; busy: Sockets };

/**
 * Limits the connections of one network address. A new one takes the place of the oldest that is unused; among all, of
 * one that waits for a next request, because browsers open another one, and only then of the oldest request: an honest
 * one has been answered by then.
 */
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
    // The peer has hung up already.
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
