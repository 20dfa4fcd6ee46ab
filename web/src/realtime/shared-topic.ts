import type { Socket } from 'phoenix';
import type { TopicChannel } from './topic-channel.ts';
import type { GoneReason, SendOutcome, Topic, TopicHandlers } from './topic-handlers.ts';
import type { Wire } from './wire.ts';

/** Gives the current handlers, so that a component can change them without rejoining. */
export type Listener = () => TopicHandlers;

export class SharedTopic {
  readonly listeners = new Set<Listener>();
  readonly #topic: Topic;
  readonly #onGone: () => void;
  readonly #onUnauthenticated: () => void;
  #channel: TopicChannel | null = null;
  #joinedBefore = false;

  constructor(topic: Topic, events: { onGone: () => void; onUnauthenticated: () => void }) {
    this.#topic = topic;
    this.#onGone = events.onGone;
    this.#onUnauthenticated = events.onUnauthenticated;
  }

  /** Joins over this socket, unless it has. */
  join(socket: Socket, wire: Wire): void {
    this.#channel ??= new wire.TopicChannel(socket, this.#topic, {
      joinPayload: () => this.#joinPayload(),
      onMessage: (event, payload) =>
        this.#notify((handlers) => (handlers.on as Handle | undefined)?.[event]?.(payload)),
      onJoined: (reply) => {
        const again = this.#joinedBefore;
        this.#joinedBefore = true;
        this.#notify((handlers) => (again ? handlers.onRejoin?.(reply) : handlers.onJoin?.(reply)));
      },
      onLost: () => this.#notify((handlers) => handlers.onLost?.()),
      onGone: (reason) => this.#gone(reason),
      onUnauthenticated: this.#onUnauthenticated,
    });
  }

  /** Resolves with `timeout` where the topic was never joined. */
  send(event: string, payload: object): Promise<SendOutcome> {
    return this.#channel?.send(event, payload) ?? Promise.resolve({ ok: false, reason: 'timeout' });
  }

  leave(): void {
    this.#channel?.leave();
    this.#channel = null;
  }

  #joinPayload(): object {
    for (const listener of this.listeners) {
      const payload = listener().joinPayload?.();
      if (payload) return payload;
    }
    return {};
  }

  #gone(reason: GoneReason): void {
    this.leave();
    this.#onGone();
    this.#notify((handlers) => handlers.onGone?.(reason));
  }

  #notify(notify: (handlers: TopicHandlers) => void): void {
    for (const listener of this.listeners) notify(listener());
  }
}

type Handle = Readonly<Record<string, ((payload: unknown) => void) | undefined>>;
