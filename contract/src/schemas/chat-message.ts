import * as z from 'zod/mini';
import { CHAT_MESSAGE_KINDS } from '../chat-message.ts';
import { person } from './person.ts';
import { isoTime, uuid } from './values.ts';

export const chatMessage = z.object({
  /** Chosen by the client, so that a retry is stored once (CHAT-09). */
  id: uuid,
  /** Number in the room's log: 1, 2, 3 … without gaps. */
  seq: z.int(),
  kind: z.enum(CHAT_MESSAGE_KINDS),
  message: z.string(),
  /** Of a `meeting_point` (LIVE-09). */
  meet_at: z.optional(isoTime),
  created_at: isoTime,
  /** Null for a deleted sender and a hidden message. */
  sender: z.nullable(person),
});
