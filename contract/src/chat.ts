import * as z from 'zod/mini';
import { chatMessage } from './chat-message.ts';
import { chatProgress } from './chat-progress.ts';
import { eventParams } from './events.ts';
import { MESSAGE_MAX, PAGE_MAX } from './limits.ts';
import { isStorable, route, uuid } from './route.ts';

/** Exact texts of the product (CHAT-03, CHAT-05, CHAT-11) and ours where it is silent. */
export const CHAT_MESSAGES = {
  empty: 'No messages yet. Be the first to send a message!',
  sendFailed: 'Failed to send message. Please try again.',
  unknownSender: 'Unknown',
  blank: 'Please write a message',
  tooLong: `A message can have at most ${MESSAGE_MAX} characters`,
  declined: 'You answered Not Going. Change your RSVP to join the chat.',
  notGuest: 'Only invited people can read this chat',
  idTaken: 'This message id belongs to another message',
} as const;

/** Messages a page over HTTP. */
export const CHAT_PAGE = 50;
/** A join hands over at most so many missed messages; whoever missed more reads the pages. */
export const CHAT_CATCH_UP_MAX = 200;

export type ChatMessage = z.infer<typeof chatMessage>;

export const chatPage = z.object({
  event: z.object({ id: z.int(), title: z.string(), is_cancelled: z.boolean() }),
  /** By `seq` ascending. */
  messages: z.array(chatMessage),
  /** Whether there are older messages (or, reading `after`, newer ones) than these. */
  has_more: z.boolean(),
  last_seq: z.int(),
  read_seq: z.int(),
});
export type ChatPage = z.infer<typeof chatPage>;

const seq = z.coerce.number<number>().check(z.int(), z.minimum(0), z.maximum(Number.MAX_SAFE_INTEGER));

/**
 * What joining `chat:{eventId}` may say: the last message up to which the client has all; the reply holds what came
 * after. With several processes messages can arrive out of order: whoever sees a `seq` beyond the next one waits a
 * moment or reads the page after the last one it has.
 */
export const chatJoin = z.object({ after_seq: z.optional(z.nullable(seq)) });
/** What the join is answered with. */
export const chatJoinReply = z.object({
  /** What was missed, oldest first; empty without `after_seq`. */
  messages: z.array(chatMessage),
  /** More was missed than a join hands over: read the pages after the last of them. */
  has_more: z.boolean(),
  last_seq: z.int(),
});
export type ChatJoinReply = z.infer<typeof chatJoinReply>;

/** Source: CHAT-01 to CHAT-12; who may is CHAT-11, the same for all three. */
export const chatRoutes = {
  listMessages: route({
    method: 'GET',
    path: '/api/events/{eventId}/chat',
    summary: "A page of an event's chat: the latest messages, those before one, or those after one",
    access: 'user',
    params: eventParams,
    query: z.object({
      before: z.optional(seq),
      after: z.optional(seq),
      limit: z.optional(z.coerce.number<number>().check(z.int(), z.minimum(1), z.maximum(PAGE_MAX))),
    }),
    status: 200,
    response: chatPage,
  }),
  sendMessage: route({
    method: 'POST',
    path: '/api/events/{eventId}/chat',
    summary: 'Say something in the chat; the same id again is answered with the message that is stored',
    access: 'user',
    params: eventParams,
    body: z.object({
      id: uuid,
      message: z
        .string()
        .check(
          z.trim(),
          z.minLength(1, CHAT_MESSAGES.blank),
          z.maxLength(MESSAGE_MAX, CHAT_MESSAGES.tooLong),
          z.refine(isStorable, 'This text has a character that cannot be stored'),
        ),
    }),
    status: 201,
    response: chatMessage,
  }),
  markChatRead: route({
    method: 'PUT',
    path: '/api/events/{eventId}/chat/read',
    summary: 'Say how far one has read; an earlier place than before changes nothing',
    access: 'user',
    params: eventParams,
    body: z.object({ seq }),
    status: 200,
    response: chatProgress,
  }),
};
