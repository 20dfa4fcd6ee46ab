// Answers every request with the same bytes: what the load generator can ask for at most.
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';

const ANSWER = Buffer.from(
  `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2000\r\n\r\n${'x'.repeat(2_000)}`,
);

const server = createServer({ noDelay: true }, (socket) => {
  // The generator sends one request at a time, in one piece.
  socket.on('data', () => socket.write(ANSWER));
  socket.on('error', () => socket.destroy());
});
server.listen(0, '127.0.0.1', () => console.log(`ready ${(server.address() as AddressInfo).port}`));
process.once('SIGTERM', () => process.exit(0));
