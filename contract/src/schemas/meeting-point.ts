import * as z from 'zod/mini';
import { person } from './person.ts';
import { isoTime, latitude, longitude } from './values.ts';

export const meetingPoint = z.object({
  name: z.string(),
  latitude,
  longitude,
  meet_at: z.nullable(isoTime),
  /** Null for a deleted account or in a block; then name and time are omitted too. */
  set_by: z.nullable(person),
  set_at: isoTime,
});
