import type { Bus } from './bus.ts';
import type { Channel } from './channel.ts';
import type { WriteBatch } from './write-batch.ts';
import { encodeControl, parseControl, type Apart } from './control.ts';
import { encodeBroadcast, isFrame, type Frame } from './wire.ts';

/** What stands before the colon. */
export const kindOf = (topic: string): string => topic.slice(0, topic.indexOf(':'));

export const topicSubject = (topic: string): string => `topic.${topic}`;

/** What was said, and what these people get in its place. */
type Said = { frame: Frame; apart: { userIds: ReadonlySet<string>; frame: Frame } | null };

/** A topic that somebody on this process has joined or is joining. */
export class TopicRoom {
  readonly topic: string;
  readonly #bus: Bus;
  #subscribed: Promise<void> | null = null;
  readonly #members = new Set<Channel>();
  readonly #writes: WriteBatch;
  readonly #onEmpty: (room: TopicRoom) => void;
  #said: Said[] = [];
  #unsubscribe: (() => void) | null = null;
  #abandoned = false;

  constructor(topic: string, bus: Bus, writes: WriteBatch, onEmpty: (room: TopicRoom) => void) {
    this.topic = topic;
    this.#bus = bus;
    this.#writes = writes;
    this.#onEmpty = onEmpty;
  }

  /** Resolves when messages of every process arrive here; rejects when the bus cannot be reached. */
  subscribe(): Promise<void> {
    this.#subscribed ??= this.#subscribe();
    return this.#subscribed;
  }

  add(channel: Channel): void {
    // A newcomer gets nothing of what was said before.
    this.flush();
    this.#members.add(channel);
  }

  remove(channel: Channel): void {
    if (!this.#members.delete(channel) || this.#members.size > 0) return;
    this.#abandoned = true;
    this.#unsubscribe?.();
    this.#onEmpty(this);
  }

  /** Hands what was said since the last time to every member, as one buffer. */
  flush(): void {
    const said = this.#said;
    if (said.length === 0) return;
    this.#said = [];
    const frame = join(said.map((one) => one.frame));
    const apart = said.flatMap((one) => one.apart ?? []);
    if (apart.length === 0) {
      for (const member of this.#members) member.deliver(frame);
      return;
    }
    for (const member of this.#members) {
      const { userId } = member.viewer;
      member.deliver(apart.some(({ userIds }) => userIds.has(userId)) ? framesFor(userId, said) : frame);
    }
  }

  #say(said: Said): void {
    if (this.#said.push(said) === 1) this.#writes.addRoom(this);
  }

  async #subscribe(): Promise<void> {
    const unsubscribe = await this.#bus.subscribe(topicSubject(this.topic), (message) =>
      this.#receive(message),
    );
    if (this.#abandoned) unsubscribe();
    else this.#unsubscribe = unsubscribe;
  }

  #receive(message: Buffer): void {
    if (isFrame(message)) {
      this.#say({ frame: message, apart: null });
      return;
    }
    const control = parseControl(message);
    if (control?.type === 'said_apart') {
      const { event, payload, apart } = control;
      const frame = encodeBroadcast(this.topic, event, payload);
      const instead = encodeBroadcast(this.topic, event, apart.payload);
      this.#say({ frame, apart: { userIds: new Set(apart.userIds), frame: instead } });
      return;
    }
    if (control?.type !== 'recheck') return;
    for (const member of this.#members) {
      if (control.userIds?.includes(member.connection.viewer.userId) ?? true) void member.recheck();
    }
  }
}

const join = (frames: readonly Frame[]): Frame => {
  const [first] = frames;
  return frames.length === 1 && first !== undefined ? first : Buffer.concat(frames);
};

const framesFor = (userId: string, said: readonly Said[]): Frame =>
  join(said.map(({ frame, apart }) => (apart?.userIds.has(userId) ? apart.frame : frame)));

/** Says something to the topic on every process; `apart` gets another payload. */
export function publishSaid(bus: Bus, topic: string, event: string, payload: object, apart?: Apart): void {
  bus.publish(
    topicSubject(topic),
    apart === undefined
      ? encodeBroadcast(topic, event, payload)
      : encodeControl({ type: 'said_apart', event, payload: { ...payload }, apart }),
  );
}

/** Asks every process to check again whether these people, or all, may still be in the topic. */
export function publishRecheck(bus: Bus, topic: string, userIds?: readonly string[]): void {
  bus.publish(
    topicSubject(topic),
    encodeControl(userIds ? { type: 'recheck', userIds } : { type: 'recheck' }),
  );
}
