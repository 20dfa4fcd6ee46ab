import { MESSAGE_MAX } from './limits.ts';
import { routesOf } from './route.ts';
import type { chatOperations } from './schemas/chat.ts';

export type { ChatJoinReply, ChatMessage, ChatPage } from './schemas/chat.ts';

/** Source: CHAT-03, CHAT-05, CHAT-11. */
export const CHAT_TEXTS = {
  empty: 'No messages yet. Be the first to send a message!',
  sendFailed: 'Failed to send message. Please try again.',
  unknownSender: 'Unknown',
  removed: 'This message was removed.',
  blank: 'Please write a message',
  tooLong: `A message can have at most ${MESSAGE_MAX} characters`,
  declined: 'You answered Not Going. Change your RSVP to join the chat.',
  notGuest: 'Only invited people can read this chat',
  mayNotRemove: 'Only its author and the hosts can delete this message',
  isCreators: 'Only its author can delete this message',
  idTaken: 'This message id belongs to another message',
} as const;

export const CHAT_PAGE = 50;
/** Missed messages in the reply to a join; the rest is read by page. */
export const CHAT_CATCH_UP_MAX = 200;
/** UTF-8 bytes of the texts of a page or join; one message always fits. A shorter page than asked: see `has_more`. */
export const CHAT_PAGE_MAX_BYTES = 100_000;

/** Source: CHAT-01 to CHAT-12. */
export const chatRoutes = routesOf<typeof chatOperations>()({
  listMessages: { method: 'GET', path: '/api/events/{eventId}/chat', access: 'any_user' },
  sendMessage: { method: 'POST', path: '/api/events/{eventId}/chat', access: 'any_user' },
  removeMessage: { method: 'DELETE', path: '/api/events/{eventId}/chat/{messageId}', access: 'any_user' },
  markChatRead: { method: 'PUT', path: '/api/events/{eventId}/chat/read', access: 'any_user' },
});
