import type { JoinError, PushError } from '@hereabouts/contract/realtime';
import type { Channel, Socket } from 'phoenix';
import type { GoneReason, PushOutcome, Topic, TopicHandlers } from './topic-handlers.ts';
import type { Wire } from './wire.ts';

/** Gives the handlers of the moment, so that a component can change them without joining again. */
export type Listener = () => TopicHandlers;

/** One channel for all who listen to a topic. */
export class SharedTopic {
  readonly listeners = new Set<Listener>();
  readonly #topic: Topic;
  readonly #onGone: () => void;
  readonly #onUnauthenticated: () => void;
  #channel: Channel | null = null;
  #joinedBefore = false;

  constructor(topic: Topic, events: { onGone: () => void; onUnauthenticated: () => void }) {
    this.#topic = topic;
    this.#onGone = events.onGone;
    this.#onUnauthenticated = events.onUnauthenticated;
  }

  /** Joins over this socket; the channel joins again by itself whenever the socket comes back. */
  join(socket: Socket, { messagesOf }: Wire): void {
    if (this.#channel !== null) return;
    const channel = socket.channel(this.#topic, () => this.#joinPayload());
    this.#channel = channel;
    for (const [event, schema] of Object.entries(messagesOf(this.#topic))) {
      channel.on(event, (payload: unknown) => {
        const parsed = schema.safeParse(payload);
        if (!parsed.success) return;
        this.#tell((handlers) => (handlers.on as Handle | undefined)?.[event]?.(parsed.data));
      });
    }
    channel.on('frame', (bytes: unknown) => {
      if (bytes instanceof ArrayBuffer) this.#tell(({ on }) => (on as Handle | undefined)?.frame?.(bytes));
    });
    channel.on('access_lost', () => this.#gone('access_lost'));
    channel
      .join()
      .receive('ok', (reply: unknown) => {
        const again = this.#joinedBefore;
        this.#joinedBefore = true;
        this.#tell((handlers) => (again ? handlers.onRejoin?.(reply) : handlers.onJoin?.(reply)));
      })
      .receive('error', ({ reason }: { reason: JoinError }) => {
        if (reason === 'not_found' || reason === 'too_many_topics') this.#gone(reason);
        else if (reason === 'unauthenticated') this.#onUnauthenticated();
      });
  }

  /** Says something on the topic, once it is joined; what cannot be said within the time is given up. */
  push(event: string, payload: object): Promise<PushOutcome> {
    return new Promise((resolve) => {
      const channel = this.#channel;
      if (channel === null) return resolve({ ok: false, reason: 'timeout' });
      channel
        .push(event, payload)
        .receive('ok', (reply: unknown) => resolve({ ok: true, reply }))
        .receive('error', ({ reason }: { reason: PushError }) => resolve({ ok: false, reason }))
        .receive('timeout', () => resolve({ ok: false, reason: 'timeout' }));
    });
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
    this.#tell((handlers) => handlers.onGone?.(reason));
  }

  #tell(say: (handlers: TopicHandlers) => void): void {
    for (const listener of this.listeners) say(listener());
  }
}

type Handle = Readonly<Record<string, ((payload: unknown) => void) | undefined>>;
