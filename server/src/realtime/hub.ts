import type { FastifyBaseLogger } from 'fastify';
import { MINUTE_MS } from '@hereabouts/contract/durations';
import { createSemaphore } from '#server/async/semaphore.ts';
import type { Clock } from '#server/clock.ts';
import { logSparingly } from '#server/log.ts';
import { createRateLimit, type RateLimit } from '#server/rate-limits/memory-limit.ts';
import { AddressShares } from './address-shares.ts';
import type { Bus } from './bus.ts';
import { Channel, type ChannelParts } from './channel.ts';
import type { SessionControl } from './control.ts';
import type { Connection } from './connection.ts';
import type { RealtimeLimits } from './limits.ts';
import { kindOf, TopicRoom } from './topic-room.ts';
import type { PushAnswer, TopicHandler } from './topic-handler.ts';
import type { WriteBatch } from './write-batch.ts';
import type { ClientMessage } from './wire.ts';

/** Bus subjects could not carry other ids. */
const TOPIC = /^([a-z]+):([A-Za-z0-9-]{1,64})$/;

export type HubParts = {
  connectionsOf: (userId: string, from: string) => readonly Connection[];
  bus: Bus;
  writes: WriteBatch;
  clock: Clock;
  limits: RealtimeLimits;
  log: Pick<FastifyBaseLogger, 'warn'>;
};

export class Hub {
  readonly #parts: Omit<HubParts, 'log'> & ChannelParts;
  readonly #sessionJoins: RateLimit;
  readonly #userJoins: RateLimit;
  readonly #handlers = new Map<string, TopicHandler>();
  readonly #rooms = new Map<string, TopicRoom>();
  readonly #topics: AddressShares;
  // Shared by tens of thousands of rooms.
  readonly #onEmptyRoom = ({ topic }: TopicRoom) => void this.#rooms.delete(topic);

  constructor(parts: HubParts) {
    const { clock, limits } = parts;
    const accessChecks = createSemaphore({
      running: limits.accessChecks,
      runningPerKey: limits.accessChecksPerUser,
      perKey: limits.accessChecksWaitingPerUser,
      waiting: Infinity,
    });
    const ended = ({ connection: { from, viewer } }: Channel) => this.#topics.count(from, viewer.userId, -1);
    this.#parts = { ...parts, log: logSparingly(parts.log, clock), accessChecks, ended };
    this.#topics = new AddressShares(limits.topicsPerAddress);
    this.#sessionJoins = createRateLimit({ max: limits.joinsPerMinute, windowMs: MINUTE_MS }, clock);
    this.#userJoins = createRateLimit({ max: limits.userJoinsPerMinute, windowMs: MINUTE_MS }, clock);
  }

  registerTopic(kind: string, handler: TopicHandler): void {
    if (this.#handlers.has(kind)) throw new Error(`The topic ${kind} is registered twice`);
    this.#handlers.set(kind, handler);
  }

  join(connection: Connection, message: ClientMessage): void {
    const { joinRef, ref, topic: name } = message;
    const refuse = (reason: string) =>
      connection.reply(joinRef, ref, name, { status: 'error', response: { reason } });
    const [, kind = '', id = ''] = TOPIC.exec(name) ?? [];
    const handler = this.#handlers.get(kind);
    const { userId, sessionId } = connection.viewer;
    if (this.#sessionJoins.take(sessionId) > 0 || this.#userJoins.take(userId) > 0)
      return refuse('rate_limited');
    if (handler === undefined) return refuse('not_found');
    connection.channels.get(name)?.leave();
    if (connection.channels.size >= this.#parts.limits.topicsPerSocket) return refuse('too_many_topics');

    const room = this.#room(name);
    const channel = new Channel(connection, room, message, { handler, id }, this.#parts);
    connection.channels.set(name, channel);
    room.add(channel);
    this.#topics.count(connection.from, userId, 1);
    this.#makeRoom(connection.from);
    void channel.join(message.payload);
  }

  #makeRoom(from: string): void {
    const userId = this.#topics.heaviest(from);
    if (userId === null) return;
    const own = this.#parts.connectionsOf(userId, from);
    const [widest] = own.toSorted((one, other) => other.channels.size - one.channels.size);
    widest?.channels.values().next().value?.drop();
  }

  leave(connection: Connection, { joinRef, ref, topic }: ClientMessage): void {
    connection.reply(joinRef, ref, topic, { status: 'ok', response: {} });
    const channel = connection.channels.get(topic);
    // A late leave does not end a newer join.
    if (channel?.joinRef === joinRef) channel.leave();
  }

  push(connection: Connection, message: ClientMessage): PushAnswer {
    const channel = connection.channels.get(message.topic);
    if (!channel?.isJoined) return { ok: false, reason: 'not_found' };
    const [, kind = '', id = ''] = TOPIC.exec(message.topic) ?? [];
    const handler = this.#handlers.get(kind);
    if (handler?.receive === undefined) return { ok: false, reason: 'unknown_event' };
    if (channel.isAsking) return { ok: false, reason: 'unavailable' };
    return handler.receive(id, channel, message.event, message.payload);
  }

  forget(connection: Connection): void {
    for (const channel of connection.channels.values()) channel.detach();
  }

  ended(control: SessionControl): void {
    for (const handler of this.#handlers.values()) handler.ended?.(control);
  }

  memberCounts(): Map<string, number> {
    const counts = new Map<string, number>([...this.#handlers.keys()].map((kind) => [kind, 0]));
    for (const { topic, size } of this.#rooms.values()) {
      const kind = kindOf(topic);
      counts.set(kind, (counts.get(kind) ?? 0) + size);
    }
    return counts;
  }

  #room(topic: string): TopicRoom {
    const existing = this.#rooms.get(topic);
    if (existing) return existing;
    const room = new TopicRoom(topic, this.#parts.bus, this.#parts.writes, this.#onEmptyRoom);
    this.#rooms.set(topic, room);
    return room;
  }
}
