import { createServer, type AddressInfo } from 'node:net';

/** A message as it is published: 180 bytes of JSON. */
const PAYLOAD_BYTES = 180;
const frame = JSON.stringify({ text: '' }).length;
export const PAYLOAD = { text: 'x'.repeat(PAYLOAD_BYTES - frame) };

export const roomName = (index: number): string => `r${String(index).padStart(3, '0')}`;

/**
 * For a server that publishes by itself: opens a second port, where each line `<burst> <rooms>` makes it say so many
 * messages in each of so many rooms, and tells its parent of both ports.
 */
export function obey(port: number, publish: (room: string, payload: object) => void): void {
  const control = createServer((socket) => {
    let rest = '';
    socket.setNoDelay(true);
    socket.on('data', (data) => {
      const lines = (rest + String(data)).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const [burst = 0, rooms = 0] = line.split(' ').map(Number);
        for (let n = 0; n < burst; n++)
          for (let room = 0; room < rooms; room++) publish(roomName(room), PAYLOAD);
      }
    });
    socket.on('error', () => {});
  });
  control.listen(0, '127.0.0.1', () => {
    console.log(`ready ${port} ${(control.address() as AddressInfo).port}`);
  });
}
