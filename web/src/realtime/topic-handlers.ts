import type { EventMessages, UserMessages } from '@hereabouts/contract/realtime-messages';

export type Topic = `user:${string}` | `event:${number}`;

type MessagesOf<T extends Topic> = T extends `user:${string}` ? UserMessages : EventMessages;

/** Why a topic will say no more until somebody joins it anew. */
export type GoneReason = 'not_found' | 'too_many_topics' | 'access_lost';

export type TopicHandlers<T extends Topic = Topic> = {
  /** By message; each payload has been checked against the contract. */
  on?: { [K in keyof MessagesOf<T>]?: (payload: MessagesOf<T>[K]) => void };
  /** Joined for the first time: what was read before this moment may have changed since. */
  onJoin?: () => void;
  /** Joined again after the connection was lost: messages may be missing, read everything again. */
  onRejoin?: () => void;
  onGone?: (reason: GoneReason) => void;
};
