// Socket.IO with a room for each person. See bench/idle-sockets/idle.ts.
import { createServer } from 'node:http';
import { Server } from 'socket.io';

// The listeners never say a word.
const NEVER_MS = 600_000;

const http = createServer();
const io = new Server(http, {
  transports: ['websocket'],
  serveClient: false,
  pingInterval: NEVER_MS,
  pingTimeout: NEVER_MS,
});
io.on('connection', (socket) => void socket.join(socket.handshake.query.room));
process.on('SIGUSR2', () => {
  globalThis.gc?.();
});
http.listen(0, '127.0.0.1', () => console.log(`ready ${http.address().port}`));
