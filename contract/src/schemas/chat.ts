import * as z from 'zod/mini';
import { CHAT_TEXTS } from '../chat.ts';
import { MESSAGE_MAX, PAGE_MAX } from '../limits.ts';
import { operations } from '../route.ts';
import { chatMute } from './notification-settings.ts';
import { chatMessage } from './chat-message.ts';
import { chatProgress } from './chat-progress.ts';
import { eventId, eventParams } from './events.ts';
import { madeUnder, uuid } from './values.ts';
import { linesText } from './visible-text.ts';

export type ChatMessage = z.infer<typeof chatMessage>;

/** Messages removed from the room so far; absent for none. If it has grown, read the known messages again. */
const removedCount = z.optional(z.int());

export const chatPage = z.object({
  event: z.object({
    id: z.int(),
    title: z.string(),
    is_cancelled: z.boolean(),
    /** May have run out. */
    mute: z.optional(chatMute),
    /** Present for hosts only; co-hosts cannot delete this person's messages. */
    creator_id: z.optional(uuid),
  }),
  messages: z.array(chatMessage),
  /** Whether there are older messages (with `after`: newer ones). */
  has_more: z.boolean(),
  last_seq: z.int(),
  read_seq: z.int(),
  removed_count: removedCount,
});
export type ChatPage = z.infer<typeof chatPage>;

const seq = z.coerce.number<number>().check(z.int(), z.minimum(0), z.maximum(Number.MAX_SAFE_INTEGER));

/** `after_seq`: the client's last message. Later ones can arrive out of order: on a gap wait briefly or read a page. */
export const chatJoin = z.object({ after_seq: z.optional(z.nullable(seq)) });
export const chatJoinReply = z.object({
  /** Oldest first; empty without `after_seq`. */
  messages: z.array(chatMessage),
  has_more: z.boolean(),
  last_seq: z.int(),
  removed_count: removedCount,
});
export type ChatJoinReply = z.infer<typeof chatJoinReply>;

export const chatOperations = operations({
  listMessages: {
    summary: "Get a page of an event's chat: the latest messages, those before one, or those after one",
    heavy: true,
    params: eventParams,
    query: z.object({
      before: z.optional(seq),
      after: z.optional(seq),
      limit: z.optional(z.coerce.number<number>().check(z.int(), z.minimum(1), z.maximum(PAGE_MAX))),
    }),
    status: 200,
    response: chatPage,
  },
  sendMessage: {
    summary: 'Send a message to the chat; a repeated id returns the stored message',
    params: eventParams,
    body: z.object({
      id: uuid,
      message: linesText(MESSAGE_MAX, CHAT_TEXTS.tooLong).check(z.minLength(1, CHAT_TEXTS.blank)),
      ...madeUnder,
    }),
    status: 201,
    response: chatMessage,
  },
  removeMessage: {
    summary: "Delete a message for everybody: one's own, or as a host another guest's; idempotent",
    limit: 'revocation',
    params: z.object({ eventId, messageId: uuid }),
    status: 204,
  },
  markChatRead: {
    summary: 'Mark the chat as read up to a message; never moves back',
    limit: 'automatic',
    params: eventParams,
    /** `shown_seq`: what stands on a visible page without having been read. */
    body: z.object({ seq, shown_seq: z.optional(seq) }),
    status: 200,
    response: chatProgress,
  },
});
