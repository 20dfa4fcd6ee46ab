import type { Bus } from './bus.ts';
import type { Channel } from './channel.ts';
import type { Turn } from './turn.ts';
import { encodeControl, parseControl } from './control.ts';
import { isFrame, type Frame } from './wire.ts';

/** What stands before the colon. */
export const kindOf = (topic: string): string => topic.slice(0, topic.indexOf(':'));

export const topicSubject = (topic: string): string => `topic.${topic}`;

/** A topic that somebody on this process has joined or is joining. */
export class Room {
  readonly topic: string;
  /** Resolves when messages of every process arrive here; rejects when the bus cannot be reached. */
  readonly subscribed: Promise<void>;
  readonly #members = new Set<Channel>();
  readonly #turn: Turn;
  readonly #onEmpty: (room: Room) => void;
  #said: Frame[] = [];
  #unsubscribe: (() => void) | null = null;
  #abandoned = false;

  constructor(topic: string, bus: Bus, turn: Turn, onEmpty: (room: Room) => void) {
    this.topic = topic;
    this.#turn = turn;
    this.#onEmpty = onEmpty;
    this.subscribed = this.#subscribe(bus);
    // Whoever joins hears of a failure; without a listener of its own it would count as unhandled.
    this.subscribed.catch(() => {});
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
    const [first] = said;
    if (first === undefined) return;
    this.#said = [];
    const frame = said.length === 1 ? first : Buffer.concat(said);
    for (const member of this.#members) member.deliver(frame);
  }

  async #subscribe(bus: Bus): Promise<void> {
    const unsubscribe = await bus.subscribe(topicSubject(this.topic), (message) => this.#receive(message));
    if (this.#abandoned) unsubscribe();
    else this.#unsubscribe = unsubscribe;
  }

  #receive(message: Buffer): void {
    if (isFrame(message)) {
      if (this.#said.push(message) === 1) this.#turn.addRoom(this);
      return;
    }
    const control = parseControl(message);
    if (control?.type !== 'recheck') return;
    for (const member of this.#members) {
      if (control.userIds?.includes(member.connection.viewer.userId) ?? true) void member.recheck();
    }
  }
}

/** Asks every process to check again whether these people, or all, may still be in the topic. */
export function publishRecheck(bus: Bus, topic: string, userIds?: readonly string[]): void {
  bus.publish(
    topicSubject(topic),
    encodeControl(userIds ? { type: 'recheck', userIds } : { type: 'recheck' }),
  );
}
