import type { ChatProgress } from './schemas/chat-progress.ts';

export type { ChatProgress } from './schemas/chat-progress.ts';

/** Unread messages; `UNREAD_MAX` stands for more (CHAT-12); 0 without access. */
export const unreadCount = (chat: ChatProgress | null): number =>
  chat === null ? 0 : Math.max(0, chat.last_seq - chat.read_seq - chat.uncounted);
