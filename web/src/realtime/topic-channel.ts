import type { JoinError, SendError } from '@hereabouts/contract/realtime';
import { serverMessages } from '@hereabouts/contract/schemas/realtime-messages';
import type { Channel, Socket } from 'phoenix';
import type { GoneReason, SendOutcome, Topic } from './topic-handlers.ts';

export type ChannelEvents = {
  joinPayload: () => object;
  /** Checked against the contract; `frame` has bytes. */
  onMessage: (event: string, payload: unknown) => void;
  onJoined: (reply: unknown) => void;
  onLost: () => void;
  onGone: (reason: GoneReason) => void;
  onUnauthenticated: () => void;
};

type Schemas = Readonly<Record<string, { safeParse(value: unknown): { data?: unknown; success: boolean } }>>;

const messagesOf = (topic: Topic): Schemas =>
  serverMessages[topic.slice(0, topic.indexOf(':')) as 'user' | 'event' | 'chat' | 'live'];

/** A topic over one socket; rejoins after an error and when the socket comes back. */
export class TopicChannel {
  readonly #channel: Channel;

  constructor(socket: Socket, topic: Topic, events: ChannelEvents) {
    const channel = socket.channel(topic, events.joinPayload);
    this.#channel = channel;
    for (const [event, schema] of Object.entries(messagesOf(topic))) {
      channel.on(event, (payload: unknown) => {
        const parsed = schema.safeParse(payload);
        if (parsed.success) events.onMessage(event, parsed.data);
      });
    }
    channel.on('frame', (bytes: unknown) => {
      if (bytes instanceof ArrayBuffer) events.onMessage('frame', bytes);
    });
    channel.onError(events.onLost);
    channel.on('access_lost', () => events.onGone('access_lost'));
    channel
      .join()
      .receive('ok', events.onJoined)
      .receive('error', ({ reason }: { reason: JoinError }) => {
        if (reason === 'not_found' || reason === 'too_many_topics') events.onGone(reason);
        else if (reason === 'unauthenticated') events.onUnauthenticated();
      });
  }

  /** Sends once joined; gives up after the time-out. */
  send(event: string, payload: object): Promise<SendOutcome> {
    return new Promise((resolve) => {
      this.#channel
        .push(event, payload)
        .receive('ok', (reply: unknown) => resolve({ ok: true, reply }))
        .receive('error', ({ reason }: { reason: SendError }) => resolve({ ok: false, reason }))
        .receive('timeout', () => resolve({ ok: false, reason: 'timeout' }));
    });
  }

  leave(): void {
    this.#channel.leave();
  }
}
