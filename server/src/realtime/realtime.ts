import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import { SECOND_MS } from '@hereabouts/contract/durations';
import { CONNECTION_TOPIC } from '@hereabouts/contract/realtime';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '#server/clock.ts';
import { CLOSE_CODES } from './close-codes.ts';
import type { Bus } from './bus.ts';
import { Connection } from './connection.ts';
import { Connections } from './connections.ts';
import type { HeldMemory } from '#server/rate-limits/held-memory.ts';
import { createRateLimit } from '#server/rate-limits/memory-limit.ts';
import { counters, createMetrics, type Metrics } from '#server/metrics.ts';
import {
  endOfSession,
  endOfUser,
  parseControl,
  recheckOf,
  recheckOfPeople,
  SESSIONS_SUBJECT,
  topicSubject,
  type PublishOverride,
} from './control.ts';
import { Hub } from './hub.ts';
import { REALTIME_LIMITS, type RealtimeLimits } from './limits.ts';
import { ReadsPerTick } from './reads-per-tick.ts';
import { receive, takeMessage, type Authenticate } from './receive.ts';
import { publishToBus } from './topic-room.ts';
import type { TopicHandler } from './topic-handler.ts';
import { WriteBatch } from './write-batch.ts';
import { Upgrader, type Upgraded } from './upgrade.ts';

const TOKEN_EXPIRY_NOTICE_MS = 60_000;

export type { PublishOverride };
export type { TopicMember, PushAnswer, TopicHandler, TopicAccess } from './topic-handler.ts';

const TEND_INTERVAL_MS = 1_000;

export type Realtime = {
  /** `kind`: the part of a topic before the colon. At a recheck `mayJoin` gets no payload, and only `ok` counts. It accepts an id
   * in one spelling only, the published one. `reply` reaches the client before anything published after the call. @throws Error
   * when the kind is taken. */
  registerTopic(kind: string, handler: TopicHandler): void;
  /** To all members on every process. Features collect it in `Effects`, which orders rechecks and messages. */
  publish(topic: string, event: string, payload: object, override?: PublishOverride): void;
  mayReach(topic: string): boolean;
  /** Checks the access of these people, or of all members, again, and sends `access_lost`. Nothing published after this call
   * reaches those who lost it, on this process. `key`, here and below: that of the access loss stored by `Bus.keep`. */
  recheck(topic: string, userIds?: readonly string[], key?: string): void;
  /** `kinds`: default all. */
  recheckPeople(userIds: readonly string[], kinds?: readonly string[], key?: string): void;
  endSession(sessionId: string, key?: string): void;
  endUser(userId: string, key?: string): void;
  /** Rejects when other processes could not end the sockets. */
  readonly ready: Promise<unknown>;
  connectionCount(): number;
  memberCounts(): Map<string, number>;
  drain(): Promise<void>;
};

export type RealtimeParts = {
  auth: { authenticate: Authenticate };
  clock: Clock;
  log: Pick<FastifyBaseLogger, 'debug' | 'info' | 'warn'>;
  bus: Bus;
  publicUrl: string | null;
  addressOf?: (request: IncomingMessage) => string;
  /** Bytes that clients have not read, and bytes of theirs that wait. */
  unread: HeldMemory;
  limits?: Partial<RealtimeLimits>;
  metrics?: Metrics;
};

export function attachRealtime(server: Server, parts: RealtimeParts): Realtime {
  const { auth, clock, log, bus } = parts;
  const limits: RealtimeLimits = { ...REALTIME_LIMITS, ...parts.limits };
  const authenticate: Authenticate = (token, options) => auth.authenticate(token, options);
  const { metrics = createMetrics() } = parts;
  const writes = new WriteBatch();
  let received = 0;
  const about = { name: 'realtime_messages_total', help: 'Messages of sockets', label: 'direction' };
  counters(metrics, about, () => [
    ['in', received],
    ['out', writes.written],
  ]);
  const connections = new Connections(clock, limits);
  const connectionsOf = (userId: string, from: string) => connections.of(userId, from);
  const hub = new Hub({ bus, writes, clock, limits, log, connectionsOf });
  const shared = { clock, limits, writes, unread: parts.unread };
  const messagesOf = (max: number, perSecond: number) =>
    createRateLimit({ max, windowMs: (max * SECOND_MS) / perSecond }, clock);
  const messages = {
    session: messagesOf(limits.sessionMessageBurst, limits.sessionMessagesPerSecond),
    user: messagesOf(limits.userMessageBurst, limits.userMessagesPerSecond),
  };
  const receiving = { hub, authenticate, messages, clock, limits };
  const reads = new ReadsPerTick(limits.messagesPerTick, parts.unread);
  let state: 'open' | 'cut off' | 'draining' = 'open';

  const ready = bus.subscribe(SESSIONS_SUBJECT, (message) => {
    const control = parseControl(message);
    if (control === null || control.type === 'recheck' || control.type === 'published_with_override') return;
    if (control.type === 'recheck_people') {
      connections.recheck(control);
      return;
    }
    upgrader.ended(control);
    connections.endSessions(control);
    hub.ended(control);
  });
  const upgrader = new Upgrader({
    authenticate,
    addressOf: parts.addressOf ?? (({ socket }) => socket.remoteAddress ?? ''),
    publicUrl: parts.publicUrl,
    messageMaxBytes: limits.messageMaxBytes,
    upgradesPerAddress: limits.upgradesPerAddress,
    accepting: () => state === 'open',
    ready,
    onSocket: open,
    log,
  });
  server.on('upgrade', (request, stream, head) => upgrader.handle(request, stream, head));

  const onError = (error: Error) => log.debug({ err: error }, 'a socket broke');

  function open(upgraded: Upgraded): void {
    const { ws, stream, from } = upgraded;
    // `ws` closes the socket after a broken frame; without a listener the error would end the process.
    ws.on('error', onError);
    if ('refused' in upgraded) {
      reads.follow({ stream, from, userId: '', cut: () => ws.terminate() });
      const count = () => reads.count(from);
      ws.on('message', count).on('ping', count).on('pong', count);
      const reason = upgraded.refused;
      ws.send(JSON.stringify([null, null, CONNECTION_TOPIC, 'connection_refused', { reason }]));
      ws.close(CLOSE_CODES.refused, reason);
      const cancelCut = clock.after(limits.closeGraceMs, () => ws.terminate());
      ws.once('close', cancelCut);
      return;
    }
    const connection = new Connection(ws, stream, { ...upgraded.who, from }, shared);
    reads.follow(connection);
    ws.on('message', (data: Buffer, isBinary) => {
      reads.count(from);
      if (!connection.isOpen) return;
      connection.markSeen();
      received += 1;
      if (isBinary) connection.close(CLOSE_CODES.textOnly, 'text only');
      else receive(receiving, connection, data.toString());
    });
    const onControl = () => {
      reads.count(from);
      connection.markSeen();
      takeMessage(receiving, connection);
    };
    ws.on('ping', onControl);
    ws.on('pong', onControl);
    ws.on('close', (code) => {
      connection.closed();
      hub.forget(connection);
      connections.remove(connection);
      log.debug({ userId: connection.viewer.userId, code, why: connection.closedFor }, 'a socket closed');
    });
    connections.add(connection);
  }

  clock.every(TEND_INTERVAL_MS, () => connections.tend(TOKEN_EXPIRY_NOTICE_MS));

  let cancelCutOff = () => {};
  bus.onChange((connected) => {
    cancelCutOff();
    if (state === 'draining') return;
    if (connected) {
      // Messages and access losses were missed during the outage: sockets reconnect and refetch.
      state = 'open';
      void connections.closeAll(CLOSE_CODES.restarting, 'messages may be missing');
      return;
    }
    cancelCutOff = clock.after(limits.busOutageMaxMs, () => {
      state = 'cut off';
      log.warn('sockets are closed until the bus is back');
      connections.closeNow(CLOSE_CODES.tryLater, 'cut off from other servers');
    });
  });

  return {
    registerTopic: (kind, handler) => hub.registerTopic(kind, handler),
    publish: (topic, event, payload, override) =>
      publishToBus(bus, topic, event, payload, override && { ...override, payload: { ...override.payload } }),
    mayReach: (topic) => bus.mayReach(topicSubject(topic)),
    recheck: (topic, userIds, key = randomUUID()) =>
      bus.publishAccessLoss({ ...recheckOf(topic, userIds), key }),
    recheckPeople: (userIds, kinds, key = randomUUID()) =>
      bus.publishAccessLoss({ ...recheckOfPeople(userIds, kinds), key }),
    endSession: (sessionId, key = randomUUID()) => bus.publishAccessLoss({ ...endOfSession(sessionId), key }),
    endUser: (userId, key = randomUUID()) => bus.publishAccessLoss({ ...endOfUser(userId), key }),
    ready,
    connectionCount: () => connections.size,
    memberCounts: () => hub.memberCounts(),
    async drain() {
      state = 'draining';
      await connections.closeAll(CLOSE_CODES.restarting, 'server is restarting');
    },
  };
}
