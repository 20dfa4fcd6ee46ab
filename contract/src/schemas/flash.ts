import * as z from 'zod/mini';
import { FLASH_COLOURS } from '../flash.ts';
import { person } from './person.ts';

export const flash = z.object({
  event_id: z.int(),
  user: person,
  /** Whether the recipient sent it, on any device. */
  is_mine: z.boolean(),
  colour: z.enum(FLASH_COLOURS),
  duration_ms: z.int(),
});
