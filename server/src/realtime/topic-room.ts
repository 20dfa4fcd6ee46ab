import type { Bus } from './bus.ts';
import type { Channel } from './channel.ts';
import type { WriteBatch } from './write-batch.ts';
import { encodeControl, parseControl, topicSubject, type PublishOverride } from './control.ts';
import { encodeBroadcast, isFrame, type Frame } from './wire.ts';

export const kindOf = (topic: string): string => topic.slice(0, topic.indexOf(':'));

type QueuedMessage = { frame: Frame; override: { userIds: ReadonlySet<string>; frame: Frame } | null };

export class TopicRoom {
  readonly topic: string;
  readonly #bus: Bus;
  #subscribed: Promise<void> | null = null;
  readonly #members = new Set<Channel>();
  readonly #writes: WriteBatch;
  readonly #onEmpty: (room: TopicRoom) => void;
  #queue: QueuedMessage[] = [];
  #unsubscribe: (() => void) | null = null;
  #abandoned = false;

  constructor(topic: string, bus: Bus, writes: WriteBatch, onEmpty: (room: TopicRoom) => void) {
    this.topic = topic;
    this.#bus = bus;
    this.#writes = writes;
    this.#onEmpty = onEmpty;
  }

  /** Rejects if the bus is unreachable. */
  subscribe(): Promise<void> {
    this.#subscribed ??= this.#subscribe();
    return this.#subscribed;
  }

  get size(): number {
    return this.#members.size;
  }

  add(channel: Channel): void {
    // A new member gets nothing published before it joined.
    this.flush();
    this.#members.add(channel);
  }

  remove(channel: Channel): void {
    if (!this.#members.delete(channel) || this.#members.size > 0) return;
    this.#abandoned = true;
    this.#unsubscribe?.();
    this.#onEmpty(this);
  }

  flush(): void {
    const queue = this.#queue;
    if (queue.length === 0) return;
    this.#queue = [];
    const frame = join(queue.map((one) => one.frame));
    const overrides = queue.flatMap((one) => one.override ?? []);
    if (overrides.length === 0) {
      for (const member of this.#members) member.deliver(frame);
      return;
    }
    for (const member of this.#members) {
      const { userId } = member.viewer;
      if (!overrides.some(({ userIds }) => userIds.has(userId))) member.deliver(frame);
      // Not joined: a joined copy for each would take as much memory as there are sockets.
      else for (const one of queue) member.deliver(frameFor(userId, one));
    }
  }

  #enqueue(message: QueuedMessage): void {
    if (this.#queue.push(message) === 1) this.#writes.addRoom(this);
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
      this.#enqueue({ frame: message, override: null });
      return;
    }
    const control = parseControl(message);
    if (control?.type === 'published_with_override') {
      const { event, payload, override } = control;
      const frame = encodeBroadcast(this.topic, event, payload);
      const instead = encodeBroadcast(this.topic, event, override.payload);
      this.#enqueue({ frame, override: { userIds: new Set(override.userIds), frame: instead } });
      return;
    }
    if (control?.type !== 'recheck') return;
    const asked = control.userIds && new Set(control.userIds);
    for (const member of this.#members) {
      if (asked?.has(member.connection.viewer.userId) ?? true) member.recheck();
    }
  }
}

const join = (frames: readonly Frame[]): Frame => {
  const [first] = frames;
  return frames.length === 1 && first !== undefined ? first : Buffer.concat(frames);
};

const frameFor = (userId: string, { frame, override }: QueuedMessage): Frame =>
  override?.userIds.has(userId) ? override.frame : frame;

export function publishToBus(
  bus: Bus,
  topic: string,
  event: string,
  payload: object,
  override?: PublishOverride<Record<string, unknown>>,
): void {
  bus.publish(
    topicSubject(topic),
    override === undefined
      ? encodeBroadcast(topic, event, payload)
      : encodeControl({ type: 'published_with_override', event, payload: { ...payload }, override }),
  );
}
