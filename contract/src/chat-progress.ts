import type { ChatProgress } from './schemas/chat-progress.ts';

export type { ChatProgress } from './schemas/chat-progress.ts';

/** How many messages the viewer has not read (CHAT-12); none for who may not chat. */
export const unreadCount = (chat: ChatProgress | null): number =>
  chat === null ? 0 : Math.max(0, chat.last_seq - chat.read_seq - chat.uncounted);
