import * as z from 'zod/mini';
import { person } from './person.ts';
import { isoTime, latitude, longitude } from './values.ts';

/** The event's one named pin (LIVE-09). */
export const meetingPoint = z.object({
  name: z.string(),
  latitude,
  longitude,
  /** When to meet there, where somebody said so. */
  meet_at: z.nullable(isoTime),
  /** Null where the account is gone, or the two have blocked each other; then the name and time are left out as well. */
  set_by: z.nullable(person),
  set_at: isoTime,
});
