import type { SendError } from '@hereabouts/contract/realtime';
import type {
  ChatTopicEvents,
  EventTopicEvents,
  LiveTopicEvents,
  UserTopicEvents,
} from '@hereabouts/contract/realtime-messages';

export type Topic = `user:${string}` | `event:${number}` | `chat:${number}` | `live:${number}`;

/** Messages of a topic by its kind; a `frame` comes as bytes. */
type MessagesOf<T extends Topic> = T extends `user:${string}`
  ? UserTopicEvents
  : T extends `chat:${string}`
    ? ChatTopicEvents
    : T extends `live:${string}`
      ? LiveTopicEvents & { frame: ArrayBuffer }
      : EventTopicEvents;

/** How a sent message was answered; `timeout`: not within 10 s, perhaps because there is no connection. */
export type SendOutcome = { ok: true; reply: unknown } | { ok: false; reason: SendError | 'timeout' };

/** Why a topic is closed until it is joined again. */
export type GoneReason = 'not_found' | 'too_many_topics' | 'access_lost';

export type TopicHandlers<T extends Topic = Topic> = {
  /** By message; each payload has been checked against the contract. */
  on?: { [K in keyof MessagesOf<T>]?: (payload: MessagesOf<T>[K]) => void };
  /** Called for each join; of several listeners the first one's counts. */
  joinPayload?: () => object;
  /** First join: what was read before may have changed since. */
  onJoin?: (reply: unknown) => void;
  /** The topic or connection is lost, and is rejoined by itself. May be called more than once. */
  onLost?: () => void;
  /** Rejoined: messages may be missing, read everything again. */
  onRejoin?: (reply: unknown) => void;
  onGone?: (reason: GoneReason) => void;
};
