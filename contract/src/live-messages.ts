import * as z from 'zod/mini';
import { person } from './person.ts';
import { isoTime } from './route.ts';

export const latitude = z.number().check(z.minimum(-90), z.maximum(90));
export const longitude = z.number().check(z.minimum(-180), z.maximum(180));

/** The event's one named pin (LIVE-09). */
export const meetingPoint = z.object({
  name: z.string(),
  latitude,
  longitude,
  /** When to meet there, where somebody said so. */
  meet_at: z.nullable(isoTime),
  /** Null where the account is gone, or the two have blocked each other. */
  set_by: z.nullable(person),
  set_at: isoTime,
});

/** How a position is answered. `is_watched`: whether somebody looks; nobody does: send rarely (LIVE-07). */
export const positionReply = z.object({ is_watched: z.boolean() });

/** Far apart from each other and from a festival's lights; ink on them is legible. */
export const FLASH_COLOURS = ['#ff5a36', '#f4b400', '#2fd6c3', '#ff6bd6', '#7df25a', '#5ab4ff'] as const;

export const flash = z.object({
  event_id: z.int(),
  /** The other of the two. */
  user: person,
  /** The one told has sent it, on this device or another; else the other has. */
  is_mine: z.boolean(),
  colour: z.enum(FLASH_COLOURS),
  duration_ms: z.int(),
});
