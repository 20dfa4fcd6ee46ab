// The bare socket loop: `ws`, and a send to each socket of the room. See speech.ts.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer, type WebSocket } from 'ws';
import { obey } from './speech.ts';

const rooms = new Map<string, Set<WebSocket>>();
const server = createServer();
const sockets = new WebSocketServer({ server });
sockets.on('connection', (socket, request) => {
  const room = request.url?.slice(1) ?? '';
  const members = rooms.get(room) ?? new Set();
  rooms.set(room, members.add(socket));
  socket.once('close', () => members.delete(socket));
});
server.listen(0, '127.0.0.1', () => {
  obey((server.address() as AddressInfo).port, (room, payload) => {
    const text = JSON.stringify(payload);
    for (const socket of rooms.get(room) ?? []) socket.send(text);
  });
});
