import { randomBytes } from 'node:crypto';
import { TOKEN_SUBPROTOCOL_PREFIX } from '@hereabouts/contract/realtime';
import type { Connection, Step } from './fan.ts';
import { PAYLOAD, roomName } from './speech.ts';

/** How a listener gets into a room, and how the speaker makes messages, in the bytes of each protocol. */
export type Wire = {
  listener: (ports: Ports, room: string, index: number) => Connection;
  speaker: (ports: Ports) => Connection;
  /** So many messages in each of so many rooms. */
  trigger: (burst: number, rooms: number) => Buffer;
};
/** `control` is where a server that publishes by itself takes orders; a broker has the one port. */
export type Ports = { main: number; control: number };

const payload = JSON.stringify(PAYLOAD);
export const step = (send: string | Buffer, until: string | Buffer): Step => ({
  send: Buffer.from(send as string),
  until: Buffer.from(until as string),
});

/** A client's text frame of at most 65,535 bytes, masked as RFC 6455 asks of clients. */
export function textFrame(text: string): Buffer {
  const bytes = Buffer.from(text);
  const mask = randomBytes(4);
  const masked = bytes.map((byte, index) => byte ^ (mask[index % 4] ?? 0));
  const { length } = bytes;
  const size = length < 126 ? [0x80 | length] : [0x80 | 126, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.of(0x81, ...size), mask, masked]);
}

export function upgrade(path: string, protocols?: string): string {
  const key = randomBytes(16).toString('base64');
  const offered = protocols === undefined ? '' : `Sec-WebSocket-Protocol: ${protocols}\r\n`;
  return (
    `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
    `Sec-WebSocket-Key: ${key}\r\nSec-WebSocket-Version: 13\r\n${offered}\r\n`
  );
}
export const SWITCHED = '\r\n\r\n';

/** For servers that publish by themselves: the speaker orders. */
const ordering = {
  speaker: ({ control }: Ports): Connection => ({ port: control, steps: [] }),
  trigger: (burst: number, rooms: number) => Buffer.from(`${burst} ${rooms}\n`),
};

/** For brokers: the speaker publishes. */
const publishing =
  (publish: (room: string) => Buffer): Wire['trigger'] =>
  (burst, rooms) => {
    const once = Buffer.concat(Array.from({ length: rooms }, (_, index) => publish(roomName(index))));
    return Buffer.concat(Array.from({ length: burst }, () => once));
  };

/** Somebody who joins a topic with the stock client's bytes. */
export function phoenixListener(port: number, topic: string, token: string): Connection {
  const protocols = `phoenix, ${TOKEN_SUBPROTOCOL_PREFIX}${Buffer.from(token).toString('base64url')}`;
  const join = JSON.stringify(['1', '1', topic, 'phx_join', {}]);
  const steps = [
    step(upgrade('/realtime/websocket?vsn=2.0.0', protocols), SWITCHED),
    step(textFrame(join), '"status":"ok"'),
  ];
  return { port, steps };
}

/** What tells the product that a listener is there: without it the socket is closed after a while. */
export const phoenixHeartbeat = (): Buffer =>
  textFrame(JSON.stringify([null, '2', 'phoenix', 'heartbeat', {}]));

export const phoenix: Wire = {
  ...ordering,
  listener: ({ main }, room, index) => phoenixListener(main, `chat:${room}`, `person ${index}`),
};

export const webSocket: Wire = {
  ...ordering,
  listener: ({ main }, room) => ({ port: main, steps: [step(upgrade(`/${room}`), SWITCHED)] }),
};

export const socketIo: Wire = {
  ...ordering,
  listener: ({ main }, room) => ({
    port: main,
    steps: [
      step(upgrade(`/socket.io/?EIO=4&transport=websocket&room=${room}`), '0{'),
      step(textFrame('40'), '40{'),
    ],
  }),
};

const mqttText = (text: string): Buffer => {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(Buffer.byteLength(text));
  return Buffer.concat([length, Buffer.from(text)]);
};
const mqttPacket = (type: number, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  const length = body.length < 128 ? [body.length] : [(body.length & 0x7f) | 0x80, body.length >> 7];
  return Buffer.concat([Buffer.of(type, ...length), body]);
};
const mqttConnect = (id: string): Step =>
  step(mqttPacket(0x10, mqttText('MQTT'), Buffer.of(4, 2, 0, 0), mqttText(id)), Buffer.of(0x20, 2, 0, 0));

export const mqtt: Wire = {
  listener: ({ main }, room, index) => ({
    port: main,
    steps: [
      mqttConnect(`listener${index}`),
      step(mqttPacket(0x82, Buffer.of(0, 1), mqttText(room), Buffer.of(0)), Buffer.of(0x90, 3, 0, 1, 0)),
    ],
  }),
  speaker: ({ main }) => ({ port: main, steps: [mqttConnect('speaker')] }),
  trigger: publishing((room) => mqttPacket(0x30, mqttText(room), Buffer.from(payload))),
};

const NATS_CONNECT = 'CONNECT {"verbose":false,"pedantic":false}\r\n';
export const nats: Wire = {
  listener: ({ main }, room) => ({
    port: main,
    steps: [step('', '\r\n'), step(`${NATS_CONNECT}SUB ${room} 1\r\nPING\r\n`, 'PONG\r\n')],
  }),
  speaker: ({ main }) => ({
    port: main,
    steps: [step('', '\r\n'), step(`${NATS_CONNECT}PING\r\n`, 'PONG\r\n')],
  }),
  trigger: publishing((room) => Buffer.from(`PUB ${room} ${payload.length}\r\n${payload}\r\n`)),
};

const resp = (...words: string[]): string =>
  `*${words.length}\r\n${words.map((word) => `$${word.length}\r\n${word}\r\n`).join('')}`;
export const redis: Wire = {
  listener: ({ main }, room) => ({ port: main, steps: [step(resp('SUBSCRIBE', room), ':1\r\n')] }),
  speaker: ({ main }) => ({ port: main, steps: [step(resp('PING'), '+PONG\r\n')] }),
  trigger: publishing((room) => Buffer.from(resp('PUBLISH', room, payload))),
};
