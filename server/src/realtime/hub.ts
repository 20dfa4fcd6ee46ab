import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '#server/clock.ts';
import type { Viewer } from '#server/http/viewer.ts';
import type { Bus } from './bus.ts';
import { Channel, type TopicAccess } from './channel.ts';
import type { Connection } from './connection.ts';
import type { RealtimeLimits } from './limits.ts';
import { Room } from './room.ts';
import type { Turn } from './turn.ts';
import type { ClientMessage } from './wire.ts';

export type Topic = {
  mayJoin(viewer: Viewer, id: string, joinPayload: unknown): Promise<TopicAccess>;
};

/** What may stand in a topic; ids of anything else exist nowhere, and bus subjects could not carry them. */
const TOPIC = /^([a-z]+):([A-Za-z0-9-]{1,64})$/;

export type HubParts = {
  bus: Bus;
  turn: Turn;
  clock: Clock;
  limits: RealtimeLimits;
  log: Pick<FastifyBaseLogger, 'warn'>;
};

/** Who is in which topic, in this process. */
export class Hub {
  readonly #parts: HubParts;
  readonly #topics = new Map<string, Topic>();
  readonly #rooms = new Map<string, Room>();

  constructor(parts: HubParts) {
    this.#parts = parts;
  }

  registerTopic(kind: string, topic: Topic): void {
    if (this.#topics.has(kind)) throw new Error(`The topic ${kind} is registered twice`);
    this.#topics.set(kind, topic);
  }

  join(connection: Connection, message: ClientMessage): void {
    const { joinRef, ref, topic: name } = message;
    const refuse = (reason: string) =>
      connection.reply(joinRef, ref, name, { status: 'error', response: { reason } });
    const [, kind = '', id = ''] = TOPIC.exec(name) ?? [];
    const topic = this.#topics.get(kind);
    if (topic === undefined) return refuse('not_found');
    connection.channels.get(name)?.leave();
    if (connection.channels.size >= this.#parts.limits.topicsPerSocket) return refuse('too_many_topics');

    const room = this.#room(name);
    const mayJoin = questionFor(topic, connection.viewer, id);
    const channel = new Channel(connection, room, message, mayJoin, this.#parts);
    connection.channels.set(name, channel);
    room.add(channel);
    void channel.join(message.payload);
  }

  leave(connection: Connection, { joinRef, ref, topic }: ClientMessage): void {
    connection.reply(joinRef, ref, topic, { status: 'ok', response: {} });
    const channel = connection.channels.get(topic);
    // A leave that was overtaken by a later join of the same topic does not end that one.
    if (channel?.joinRef === joinRef) channel.leave();
  }

  /** The socket is gone. */
  forget(connection: Connection): void {
    for (const channel of connection.channels.values()) channel.detach();
  }

  #room(topic: string): Room {
    const existing = this.#rooms.get(topic);
    if (existing) return existing;
    const room = new Room(topic, this.#parts.bus, this.#parts.turn, () => this.#rooms.delete(topic));
    this.#rooms.set(topic, room);
    return room;
  }
}

/** Made here so that it holds on to nothing else, least of all to the payload of the join. */
const questionFor = (topic: Topic, viewer: Viewer, id: string) => (joinPayload: unknown) =>
  topic.mayJoin(viewer, id, joinPayload);
