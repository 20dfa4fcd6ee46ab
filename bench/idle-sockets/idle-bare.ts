// `ws`, and a set to keep the sockets in. See idle.ts.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer, type WebSocket } from 'ws';

const open = new Set<WebSocket>();
const server = createServer();
new WebSocketServer({ server }).on('connection', (socket) => {
  open.add(socket);
  socket.on('message', (data) => socket.send(data));
  socket.on('close', () => open.delete(socket));
});
process.on('SIGUSR2', () => globalThis.gc?.());
server.listen(0, '127.0.0.1', () => console.log(`ready ${(server.address() as AddressInfo).port}`));
