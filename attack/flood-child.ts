// A flood from a process of its own, so that the times its check measures are not its own. Ends by itself.
import { connect } from 'node:net';
import {
  CONNECTION_TOPIC,
  REALTIME_PATH,
  REALTIME_VERSION,
  TOKEN_SUBPROTOCOL_PREFIX,
  eventTopic,
} from '@hereabouts/contract/realtime';
import { WebSocket } from 'ws';
import { send } from './wire.ts';
import type { Flood } from './flood.ts';

/** A socket that sends more at once is closed. */
const JOINS_PER_SOCKET = 240;
const SOCKET_LASTS_MS = 1_000;

async function floodWithJoins({ port, attackers, lastsMs }: Flood): Promise<number> {
  const endMs = performance.now() + lastsMs;
  let joins = 0;
  const lane = async (token: string) => {
    while (performance.now() < endMs) {
      const sent = await joinMany(port, token);
      joins += sent;
    }
  };
  await Promise.all(attackers.flatMap(({ token }) => [lane(token), lane(token), lane(token)]));
  return joins;
}

function joinMany(port: number, token: string): Promise<number> {
  const bearer = TOKEN_SUBPROTOCOL_PREFIX + Buffer.from(token).toString('base64url');
  const socket = new WebSocket(
    `ws://127.0.0.1:${port}${REALTIME_PATH}/websocket?vsn=2.0.0&version=${REALTIME_VERSION}`,
    ['phoenix', bearer],
  );
  let sent = 0;
  return new Promise((resolve) => {
    const timer = setTimeout(() => socket.terminate(), SOCKET_LASTS_MS);
    socket.on('open', () => {
      socket.send(JSON.stringify([null, '0', CONNECTION_TOPIC, 'heartbeat', {}]));
      for (; sent < JOINS_PER_SOCKET; sent += 1) {
        const ref = String(sent + 1);
        socket.send(
          JSON.stringify([ref, ref, eventTopic(1 + Math.floor(Math.random() * 100_000)), 'phx_join', {}]),
        );
      }
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(sent);
    });
  });
}

async function floodWithEdits({ port, attackers, lastsMs }: Flood): Promise<number> {
  const endMs = performance.now() + lastsMs;
  let edits = 0;
  const lane = async ({ token, edits: turns = [] }: Flood['attackers'][number]) => {
    for (let at = 0; performance.now() < endMs; at += 1) {
      const turn = turns[at % turns.length];
      if (turn === undefined) return;
      const { status } = await send({ port }, turn.path, { method: 'PUT', token, body: turn.body });
      if (status === 200) edits += 1;
    }
  };
  await Promise.all(attackers.flatMap((attacker) => Array.from({ length: 6 }, () => lane(attacker))));
  return edits;
}

const PIPELINE_CONNECTIONS = 20;
const PIPELINE_BYTES = 65_536;

/** Each connection gets one write of many requests, and the next one follows when it is closed. Counts connections. */
async function floodWithPipelines({ port, lastsMs, request = '' }: Flood): Promise<number> {
  const endMs = performance.now() + lastsMs;
  const written = request.repeat(Math.ceil(PIPELINE_BYTES / request.length));
  let connections = 0;
  const lane = async () => {
    while (performance.now() < endMs) {
      await new Promise<void>((resolve) => {
        const socket = connect(port, '127.0.0.1', () => socket.write(written));
        socket.setTimeout(SOCKET_LASTS_MS, () => socket.destroy());
        socket.on('error', () => {});
        socket.on('close', () => resolve());
      });
      connections += 1;
    }
  };
  await Promise.all(Array.from({ length: PIPELINE_CONNECTIONS }, lane));
  return connections;
}

const FLOODS = { joins: floodWithJoins, edits: floodWithEdits, pipelines: floodWithPipelines };

process.once('message', (flood: Flood) => {
  void FLOODS[flood.kind](flood).then((count) => process.send?.(count, () => process.disconnect()));
});
