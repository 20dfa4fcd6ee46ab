import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { Socket, type Channel } from 'phoenix';
import { DAY_MS } from '@hereabouts/contract/durations';
import { REALTIME_PATH } from '@hereabouts/contract/realtime';
import type { Viewer } from '@hereabouts/server/http/viewer';
import { createHeldMemory } from '@hereabouts/server/rate-limits/held-memory';
import { createLocalBus, type Bus } from '@hereabouts/server/realtime/local-bus';
import type { RealtimeLimits } from '@hereabouts/server/realtime/limits';
import { attachRealtime, type Realtime } from '@hereabouts/server/realtime/realtime';
import { pino } from 'pino';
import { createFakeClock, type FakeClock } from './fake-clock.ts';
import { SOCKET_TIMEOUT_MS } from './patience.ts';

/** The realtime part alone, on a server that listens, with tokens made up here in place of the auth service. */
export type TestRealtime = {
  readonly realtime: Realtime;
  readonly clock: FakeClock;
  readonly port: number;
  /** What `new Socket()` of the phoenix client takes. */
  readonly url: string;
  readonly issueToken: (viewer?: Partial<Viewer>, ttlMs?: number) => string;
  readonly revokeToken: (token: string) => void;
  /** Holds up the authenticator until it resolves. */
  beforeAuthentication: () => Promise<void>;
  readonly connect: (token?: string, params?: Record<string, string>) => Promise<TestSocket>;
  /** Cuts every connection without a word, as a lost network does. */
  readonly cut: () => void;
  readonly stop: () => Promise<void>;
};

export type Message = { ref: string | null; topic: string; event: string; payload: Record<string, unknown> };
/** The stock phoenix client, and what came over it. */
export type TestSocket = {
  readonly socket: Socket;
  readonly received: Message[];
  /** Codes of the closes so far. */
  readonly closes: number[];
  /** Resolves with the answer to the join; rejects with the reason of a refusal. */
  readonly join: (topic: string, payload?: object) => Promise<{ channel: Channel; reply: unknown }>;
  /** The payload of the first message like this, arrived or to come. */
  readonly seen: (topic: string, event: string) => Promise<unknown>;
  /** Resolves when a message sent now has been answered: everything said before has arrived. */
  readonly settled: () => Promise<void>;
  readonly closed: () => Promise<number>;
};

export type TestRealtimeOptions = {
  limits?: Partial<RealtimeLimits>;
  bus?: Bus;
  publicUrl?: string;
  clock?: FakeClock;
  unreadMaxBytes?: number;
  addressOf?: (request: IncomingMessage) => string;
};

export async function startRealtime(options: TestRealtimeOptions = {}): Promise<TestRealtime> {
  const clock = options.clock ?? createFakeClock();
  const tokens = new Map<string, { viewer: Viewer; expiresAtMs: number }>();
  const server = createServer((_, response) => response.writeHead(404).end());
  const realtime = attachRealtime(server, {
    auth: {
      async authenticate(token) {
        await app.beforeAuthentication();
        const known = tokens.get(token);
        return known && known.expiresAtMs > clock.now() ? known : null;
      },
    },
    clock,
    log: pino({ level: 'silent' }),
    bus: options.bus ?? createLocalBus(),
    publicUrl: options.publicUrl ?? null,
    unread: createHeldMemory(options.unreadMaxBytes ?? Infinity),
    ...(options.addressOf ? { addressOf: options.addressOf } : {}),
    ...(options.limits ? { limits: options.limits } : {}),
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const url = `ws://127.0.0.1:${port}${REALTIME_PATH}`;
  const sockets: Socket[] = [];
  const streams = new Set<Duplex>();
  server.on('connection', (stream) => void streams.add(stream));

  const issueToken = (viewer: Partial<Viewer> = {}, ttlMs = DAY_MS) => {
    const token = `token-${randomUUID()}`;
    const { userId = randomUUID(), sessionId = randomUUID() } = viewer;
    tokens.set(token, { viewer: { userId, sessionId }, expiresAtMs: clock.now() + ttlMs });
    return token;
  };
  const app: TestRealtime = {
    realtime,
    clock,
    port,
    url,
    issueToken,
    revokeToken: (token) => void tokens.delete(token),
    beforeAuthentication: async () => {},
    async connect(token = issueToken(), params = {}) {
      const socket = new Socket(url, { authToken: token, params, timeout: SOCKET_TIMEOUT_MS });
      sockets.push(socket);
      return openSocket(socket);
    },
    cut() {
      for (const stream of streams) stream.destroy();
    },
    async stop() {
      for (const socket of sockets) socket.disconnect();
      app.cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return app;
}

/** Two processes with a bus each, whose events are open to `guests` alone. */
export type RealtimePair = {
  readonly here: TestRealtime;
  readonly there: TestRealtime;
  /** The ids of their users. */
  readonly guests: Set<string>;
  /** Somebody new, connected to one of the two. */
  guestOf(process: TestRealtime): Promise<TestSocket & { userId: string; sessionId: string }>;
  /** Ends the buses as well. */
  stop(): Promise<void>;
};

export async function startRealtimePair(
  [bus, otherBus]: readonly [Bus, Bus],
  clock: FakeClock,
): Promise<RealtimePair> {
  const here = await startRealtime({ bus, clock });
  const there = await startRealtime({ bus: otherBus, clock });
  const guests = new Set<string>();
  for (const { realtime } of [here, there]) {
    realtime.registerTopic('event', {
      mayJoin: async ({ userId }) => (guests.has(userId) ? { ok: true } : { ok: false, reason: 'not_found' }),
    });
  }
  return {
    here,
    there,
    guests,
    async guestOf(process) {
      const [userId, sessionId] = [randomUUID(), randomUUID()];
      guests.add(userId);
      return { ...(await process.connect(process.issueToken({ userId, sessionId }))), userId, sessionId };
    },
    async stop() {
      await Promise.all([here.stop(), there.stop(), bus.close(), otherBus.close()]);
    },
  };
}

/** Connects the socket and keeps what comes over it. */
export async function openSocket(socket: Socket): Promise<TestSocket> {
  const received: Message[] = [];
  const closes: number[] = [];
  const watchers = new Set<() => void>();
  const changed = () => {
    for (const watcher of watchers) watcher();
  };
  const until = <T>(find: () => T | undefined) =>
    new Promise<T>((resolve) => {
      const look = () => {
        const found = find();
        if (found === undefined) return;
        watchers.delete(look);
        resolve(found);
      };
      watchers.add(look);
      look();
    });
  socket.onMessage((message) => {
    received.push(message as Message);
    changed();
  });
  socket.onClose((event: { code: number }) => {
    closes.push(event.code);
    changed();
  });
  const opened = new Promise<void>((resolve) => {
    socket.onOpen(resolve);
    socket.onClose(() => resolve());
  });
  socket.connect();
  await opened;
  return {
    socket,
    received,
    closes,
    join(topic, payload = {}) {
      const channel = socket.channel(topic, payload);
      return new Promise((resolve, reject) => {
        channel
          .join()
          .receive('ok', (reply) => resolve({ channel, reply }))
          .receive('error', (response: { reason: string }) => {
            channel.leave();
            reject(new Error(response.reason));
          });
      });
    },
    seen: async (topic, event) =>
      (await until(() => received.find((message) => message.topic === topic && message.event === event)))
        .payload,
    settled: () => new Promise((resolve) => void socket.ping(() => resolve())),
    closed: () => until(() => closes.at(0)),
  };
}
