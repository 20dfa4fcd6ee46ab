import * as z from 'zod/mini';
import { ACCURACY_MAX_M, FIX_AGE_MAX_MS } from '../live.ts';
import { operations } from '../route.ts';
import { eventParams } from './events.ts';
import { beacon } from './beacon.ts';
import { meetingPoint } from './meeting-point.ts';
import { person } from './person.ts';
import { sharing } from './sharing.ts';
import { isoTime, uuid, latitude, longitude } from './values.ts';

export const livePage = z.object({
  event: z.object({
    id: z.int(),
    title: z.string(),
    location_name: z.string(),
    location_latitude: z.number(),
    location_longitude: z.number(),
    start_time: isoTime,
    end_time: isoTime,
    is_cancelled: z.boolean(),
  }),
  /** False for a creator who answered Not Going, before the start and after the end (LIVE-01). */
  may_share: z.boolean(),
  is_creator: z.boolean(),
  friends: z.array(z.object({ user: person, is_sharing: z.boolean() })),
  meeting_point: z.nullable(meetingPoint),
  sharing: z.nullable(sharing),
  now: isoTime,
});
export type LivePage = z.infer<typeof livePage>;

export const position = z.object({
  latitude,
  longitude,
  /** Radius in metres, 68 % confidence (devices do not keep W3C's 95 %). */
  accuracy: z.number().check(z.minimum(0), z.maximum(ACCURACY_MAX_M)),
  /** Age in ms, because device clocks differ. */
  age_ms: z.number().check(z.minimum(0), z.maximum(FIX_AGE_MAX_MS)),
});
export type Position = z.infer<typeof position>;

/** In the join or as `watch`: whether this page shows positions. Default: true. Only watchers get frames. */
export const watching = z.object({ is_watching: z.optional(z.boolean()) });

export type Beacon = z.infer<typeof beacon>;

export const liveOperations = operations({
  getLive: {
    summary: "Get an event's live page: participating friends and the meeting point",
    heavy: true,
    params: eventParams,
    status: 200,
    response: livePage,
  },
  lightBeacon: {
    summary: "Fill the viewer's and a friend's screens with the same colour for a few seconds",
    params: eventParams,
    body: z.object({ user_id: uuid }),
    status: 200,
    response: beacon,
  },
});
