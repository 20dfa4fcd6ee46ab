import { randomBytes } from 'node:crypto';
import {
  chatTopic,
  CONNECTION_TOPIC,
  eventTopic,
  liveTopic,
  REALTIME_PATH,
  REALTIME_VERSION,
  TOKEN_SUBPROTOCOL_PREFIX,
  userTopic,
} from '@hereabouts/contract/realtime';
import { WebSocket } from 'ws';
import { MAY_SEE, SENDERS, type Person, type World } from './people.ts';
import { createRandom, type Random } from './random.ts';
import { count, type Tally } from './send.ts';
import { hostileString, hostileValue } from './values.ts';

/** Fewer than a socket may send before it is closed for flooding. */
const FRAMES_PER_SOCKET = 250;
const SOCKETS_AT_ONCE = 8;
const SETTLE_MAX_MS = 10_000;
const HOSTILE_EVENTS = [
  'phx_join',
  'phx_leave',
  'heartbeat',
  'position',
  'watch',
  'access_token',
  'phx_reply',
  '__proto__',
  '',
];

/** Sends malformed frames on many sockets as each of the people; the server may close a socket but must go on. */
export async function sendFrames(
  { url, world, seed, frames }: { url: string; world: World; seed: number; frames: number },
  tally: Tally,
): Promise<void> {
  const random = createRandom(seed);
  const senders = SENDERS.filter((sender) => sender !== 'anonymous');
  let left = frames;
  const lane = async () => {
    while (left > 0) {
      const sender = random.pick(senders);
      const batch = Math.min(left, FRAMES_PER_SOCKET);
      left -= batch;
      const person = world.people[sender];
      const heard = await oneSocket(url, person, batch, () => makeFrame(random, world, person));
      tally.sent += heard.sent;
      count(tally.bySender, sender, heard.sent);
      count(tally.byStatus, `closed ${heard.code}`);
      left += batch - heard.sent;
      if (heard.text.includes(world.marker) && !MAY_SEE.includes(sender)) {
        tally.findings.push(`LEAK of the private event on a socket of ${sender}`);
      }
      if (heard.code === 4001) await person.signIn();
    }
  };
  await Promise.all(Array.from({ length: SOCKETS_AT_ONCE }, lane));
}

type Heard = { sent: number; code: number; text: string };

function oneSocket(url: string, person: Person, frames: number, make: () => string | Buffer): Promise<Heard> {
  const bearer = TOKEN_SUBPROTOCOL_PREFIX + Buffer.from(person.token).toString('base64url');
  const socket = new WebSocket(
    `${url.replace('http', 'ws')}${REALTIME_PATH}/websocket?vsn=2.0.0&version=${REALTIME_VERSION}`,
    ['phoenix', bearer],
  );
  const heard: Heard = { sent: 0, code: 0, text: '' };
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => socket.terminate(), SETTLE_MAX_MS);
    socket.on('error', (error) => {
      if (!('code' in error) || error.code === 'ECONNREFUSED') reject(error);
    });
    socket.on('open', () => {
      const next = () => {
        if (socket.readyState !== WebSocket.OPEN) return;
        if (heard.sent >= frames) return socket.close(1000);
        heard.sent += 1;
        socket.send(make(), () => setImmediate(next));
      };
      next();
    });
    socket.on('message', (data: Buffer) => {
      if (heard.text.length < 1_000_000) heard.text += data.toString();
    });
    socket.on('close', (code) => {
      clearTimeout(timer);
      resolve({ ...heard, code });
    });
  });
}

function makeFrame(random: Random, world: World, person: Person): string | Buffer {
  // Most frames are well-formed, so that they reach what is behind the parser.
  const kind = random.below(60);
  if (kind === 0) return randomBytes(random.below(2_000));
  if (kind === 1) return '['.repeat(random.below(60_000));
  if (kind === 2) return hostileString(random);
  if (kind === 3) return random.chance(0.02) ? 'z'.repeat(70_000) : JSON.stringify(hostileValue(random));
  const eventId = random.pick(world.known.numbers);
  const topic: string = random.pick([
    CONNECTION_TOPIC,
    userTopic(random.pick(world.known.uuids)),
    userTopic(person.id),
    eventTopic(eventId),
    chatTopic(eventId),
    liveTopic(eventId),
    `chat:${hostileString(random)}`,
    hostileString(random),
  ]);
  const frame: unknown[] = [
    random.chance(0.9) ? '1' : hostileValue(random),
    random.chance(0.9) ? String(random.below(100)) : hostileValue(random),
    random.chance(0.9) ? topic : hostileValue(random),
    random.chance(0.9) ? random.pick(HOSTILE_EVENTS) : hostileValue(random),
    random.chance(0.5) ? {} : hostileValue(random),
  ];
  if (random.chance(0.05)) frame.length = random.below(5);
  const text = JSON.stringify(frame);
  return random.chance(0.1) ? Buffer.from(text) : text.slice(0, 60_000);
}
