import * as z from 'zod/mini';

/** How far a chat's log goes and how far the viewer has read it. */
export const chatProgress = z.object({
  last_seq: z.int(),
  read_seq: z.int(),
  /**
   * Messages after `read_seq` that are not unread: the viewer's own, and those of which the viewer is shown nothing because
   * their senders do not exist for them (SAFE-01).
   */
  uncounted: z.int(),
});
export type ChatProgress = z.infer<typeof chatProgress>;

/** How many messages the viewer has not read (CHAT-12); none for who may not chat. */
export const unreadCount = (chat: ChatProgress | null): number =>
  chat === null ? 0 : Math.max(0, chat.last_seq - chat.read_seq - chat.uncounted);
