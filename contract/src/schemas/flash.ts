import * as z from 'zod/mini';
import { FLASH_COLOURS } from '../flash.ts';
import { person } from './person.ts';

export const flash = z.object({
  event_id: z.int(),
  /** The other of the two. */
  user: person,
  /** The one told has sent it, on this device or another; else the other has. */
  is_mine: z.boolean(),
  colour: z.enum(FLASH_COLOURS),
  duration_ms: z.int(),
});
