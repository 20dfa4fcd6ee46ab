// Socket.IO that passes every position on, as it is, to the friends of its sender: `serve-positions.mjs <people> <friends>`.
import { createServer } from 'node:http';
import { Server } from 'socket.io';

const [people, friends] = process.argv.slice(2).map(Number);
const http = createServer();
const io = new Server(http, { transports: ['websocket'], serveClient: false });
io.on('connection', (socket) => {
  const index = Number(socket.handshake.query.index);
  // Who stands within half of them to either side in the ring.
  for (let step = 1; step <= friends / 2; step += 1) {
    void socket.join([`of ${(index + step) % people}`, `of ${(index - step + people) % people}`]);
  }
  socket.on('position', (position) => void io.to(`of ${index}`).emit('position', position));
});
http.listen(0, '127.0.0.1', () => console.log(`ready ${http.address().port}`));
