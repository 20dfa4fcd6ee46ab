import { MESSAGE_MAX } from './limits.ts';
import { routesOf } from './route.ts';
import type { chatOperations } from './schemas/chat.ts';

export type { ChatJoinReply, ChatMessage, ChatPage } from './schemas/chat.ts';

/** Exact texts of the product (CHAT-03, CHAT-05, CHAT-11) and ours where it is silent. */
export const CHAT_TEXTS = {
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
/**
 * A page, and what a join hands over, ends before its texts exceed so many bytes of UTF-8; it holds at least one message.
 * So a page can be shorter than was asked for: `has_more` tells whether there is more.
 */
export const CHAT_PAGE_MAX_BYTES = 100_000;

/** Source: CHAT-01 to CHAT-12; who may is CHAT-11, the same for all three. */
export const chatRoutes = routesOf<typeof chatOperations>()({
  listMessages: { method: 'GET', path: '/api/events/{eventId}/chat', access: 'user' },
  sendMessage: { method: 'POST', path: '/api/events/{eventId}/chat', access: 'user' },
  markChatRead: { method: 'PUT', path: '/api/events/{eventId}/chat/read', access: 'user' },
});
