// Socket.IO with rooms; obeys `<burst> <rooms>` lines on its second port. See bench/chat-fanout/speech.ts.
import { createServer } from 'node:http';
import { Server } from 'socket.io';
import { obey } from '../../chat-fanout/speech.ts';

// Its own pings would be counted as messages.
const NEVER_MS = 600_000;

const http = createServer();
const io = new Server(http, {
  transports: ['websocket'],
  serveClient: false,
  pingInterval: NEVER_MS,
  pingTimeout: NEVER_MS,
});
io.on('connection', (socket) => void socket.join(socket.handshake.query.room));
http.listen(0, '127.0.0.1', () => {
  obey(http.address().port, (room, payload) => void io.to(room).emit('m', payload));
});
