import * as z from 'zod/mini';

export const chatProgress = z.object({
  last_seq: z.int(),
  read_seq: z.int(),
  /** Messages after `read_seq` that do not count as unread: the viewer's own and hidden ones (SAFE-01). */
  uncounted: z.int(),
});
export type ChatProgress = z.infer<typeof chatProgress>;
