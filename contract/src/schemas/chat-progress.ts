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
