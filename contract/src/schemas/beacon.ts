import * as z from 'zod/mini';
import { BEACON_COLOURS } from '../beacon.ts';
import { person } from './person.ts';

export const beacon = z.object({
  event_id: z.int(),
  user: person,
  /** Whether the recipient sent it, on any device. */
  is_mine: z.boolean(),
  colour: z.enum(BEACON_COLOURS),
  duration_ms: z.int(),
});
