import * as z from 'zod/mini';
import { person } from './person.ts';
import { isoTime, uuid } from './route.ts';

/**
 * `meeting_point`: `sender` set the pin, and `message` is its name. `hidden`: from somebody who does not exist for the
 * viewer (SAFE-01); `message` is empty and `sender` null, and it stands in the log only so that `seq` has no gap: show
 * nothing for it.
 */
export const CHAT_MESSAGE_KINDS = ['text', 'meeting_point', 'hidden'] as const;
export const chatMessage = z.object({
  /** Made by the client that wrote it, so that a message sent twice is stored once (CHAT-09). */
  id: uuid,
  /** Place in the room's log: 1, 2, 3 … without gaps. */
  seq: z.int(),
  kind: z.enum(CHAT_MESSAGE_KINDS),
  message: z.string(),
  /** When to meet, of a `meeting_point` with a time (LIVE-09). */
  meet_at: z.optional(isoTime),
  created_at: isoTime,
  /** Null where the sender's account is gone, and for a hidden one. */
  sender: z.nullable(person),
});
