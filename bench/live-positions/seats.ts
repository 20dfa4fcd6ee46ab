import { createLiveDecoder } from '@hereabouts/contract/live-frames';
import { TOKEN_SUBPROTOCOL_PREFIX } from '@hereabouts/contract/realtime';
import { framed, openSocket, type OpenSeat, type Told } from './crowd.ts';
import type { Festival } from './festival.ts';

const KIND_BROADCAST = 2;

/** Seats in the product, by the bytes of the stock client. */
export function productSeats({ eventId, tokens, userIds }: Festival, port: number): OpenSeat {
  const topic = `live:${eventId}`;
  const indexes = new Map(userIds.map((userId, index) => [userId, index]));
  return async (index, told) => {
    const protocol = TOKEN_SUBPROTOCOL_PREFIX + Buffer.from(tokens[index] ?? '').toString('base64url');
    const url = `ws://127.0.0.1:${port}/realtime/websocket?vsn=2.0.0`;
    const { ws, bytesRead } = await openSocket(url, ['phoenix', protocol]);
    const decoder = createLiveDecoder();
    let ref = 1;
    ws.on('message', (data: Buffer, isBinary) => {
      if (!isBinary || data[0] !== KIND_BROADCAST) return;
      const head = 3 + (data[1] ?? 0) + (data[2] ?? 0);
      const { changed } = decoder.apply(Uint8Array.from(data.subarray(head)).buffer, Date.now());
      const people = changed.map(({ userId, latitude, longitude }): Told => {
        return { index: indexes.get(userId) ?? -1, latitude, longitude };
      });
      told({ people, bytes: data.length - head, wireBytes: framed(data.length) });
    });
    const joined = new Promise((resolve) => ws.once('message', resolve));
    ws.send(JSON.stringify(['1', '1', topic, 'phx_join', {}]));
    await joined;
    return {
      bytesRead,
      send: (position) => ws.send(JSON.stringify(['1', String((ref += 1)), topic, 'position', position])),
      close: () => ws.terminate(),
    };
  };
}

/** Seats in a Socket.IO server that passes every position on to the friends as JSON. */
export function socketIoSeats({ userIds }: Festival, port: number): OpenSeat {
  const indexes = new Map(userIds.map((userId, index) => [userId, index]));
  return async (index, told) => {
    const query = `EIO=4&transport=websocket&index=${index}`;
    const { ws, bytesRead } = await openSocket(`ws://127.0.0.1:${port}/socket.io/?${query}`, []);
    const welcomed = new Promise<void>((resolve) => {
      ws.on('message', (data: Buffer) => {
        const text = data.toString();
        // Its ping, every 25 s.
        if (text === '2') ws.send('3');
        if (text.startsWith('40')) resolve();
        if (!text.startsWith('42')) return;
        const [, { userId, latitude, longitude }] = JSON.parse(text.slice(2)) as [
          string,
          { userId: string; latitude: number; longitude: number },
        ];
        told({
          people: [{ index: indexes.get(userId) ?? -1, latitude, longitude }],
          bytes: data.length,
          wireBytes: framed(data.length),
        });
      });
    });
    ws.send('40');
    await welcomed;
    return {
      bytesRead,
      send({ latitude, longitude, accuracy }) {
        const said = { userId: userIds[index], latitude, longitude, accuracy, timestamp: Date.now() };
        ws.send(`42${JSON.stringify(['position', said])}`);
      },
      close: () => ws.terminate(),
    };
  };
}
