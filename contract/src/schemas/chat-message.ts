import * as z from 'zod/mini';
import { CHAT_MESSAGE_KINDS } from '../chat-message.ts';
import { person } from './person.ts';
import { isoTime, uuid } from './values.ts';

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
