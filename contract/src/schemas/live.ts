import * as z from 'zod/mini';
import { ACCURACY_MAX_M, FIX_AGE_MAX_MS, LIVE_TEXTS, MEETING_POINT_NAME_MAX } from '../live.ts';
import { operations } from '../route.ts';
import { eventParams } from './events.ts';
import { flash } from './flash.ts';
import { meetingPoint } from './meeting-point.ts';
import { person } from './person.ts';
import { isoTime, isoTimeInput, uuid, latitude, longitude } from './values.ts';
import { lineText } from './visible-text.ts';

export type MeetingPoint = z.infer<typeof meetingPoint>;

/** One's own consent to share at one event, given on one device. */
export const sharing = z.object({
  /** The event's end may be later than `until`: then it was moved, and the person can be asked again. */
  event: z.object({ id: z.int(), title: z.string(), end_time: isoTime }),
  started_at: isoTime,
  /** Sharing stops by itself: at the time the person was shown, or at the event's end where that is earlier (LIVE-13). */
  until: isoTime,
  /** Friends who take part and so may see it (LIVE-02, LIVE-03). */
  friend_count: z.int(),
  /** Whether this session is the one that sends positions. */
  is_this_device: z.boolean(),
});
export type Sharing = z.infer<typeof sharing>;

/** The live page of an event: who of the viewer's friends takes part, and the pin. Positions come over the socket. */
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
  /** Whether the viewer created the event, and so may take anybody's meeting point away. */
  is_creator: z.boolean(),
  /** The viewer's accepted friends who take part, by name. */
  friends: z.array(z.object({ user: person, is_sharing: z.boolean() })),
  meeting_point: z.nullable(meetingPoint),
  sharing: z.nullable(sharing),
  /** Moment of the answer on the server's clock. */
  now: isoTime,
});
export type LivePage = z.infer<typeof livePage>;

/** What a sharing device sends over `live:{eventId}`. */
export const position = z.object({
  latitude,
  longitude,
  /** Radius in metres of the circle the device is in with 68 % (W3C Geolocation says 95 %; devices do not keep it). */
  accuracy: z.number().check(z.minimum(0), z.maximum(ACCURACY_MAX_M)),
  /** How long ago the device took the fix; the server's clock makes a moment of it. */
  age_ms: z.number().check(z.minimum(0), z.maximum(FIX_AGE_MAX_MS)),
});
export type Position = z.infer<typeof position>;

/**
 * What the join of `live:{eventId}` may say, and a member later as `watch`: whether this page shows positions. Frames go
 * only to those who watch, beginning with a whole one; a page that only sends says false. Without it: true.
 */
export const watching = z.object({ is_watching: z.optional(z.boolean()) });

export type Flash = z.infer<typeof flash>;

export const liveOperations = operations({
  getLive: {
    summary: "The live page of an event: the viewer's friends who take part, and the meeting point",
    heavy: true,
    params: eventParams,
    status: 200,
    response: livePage,
  },
  listSharing: {
    summary: 'The running events at which one shares where one is',
    status: 200,
    response: z.object({
      sharing: z.array(sharing),
      /** Moment of the answer on the server's clock: the bar ends by it, whatever the device's clock says. */
      now: isoTime,
    }),
  },
  startSharing: {
    summary: 'Share where one is with friends at this event, from this device, until it ends',
    params: eventParams,
    /** The end that the person was shown; without it the event's. */
    body: z.object({ until: z.optional(isoTimeInput) }),
    status: 200,
    response: sharing,
  },
  stopSharing: {
    summary: 'Stop sharing, on whatever device; the position is gone at once',
    limit: 'revocation',
    params: eventParams,
    /** The `started_at` of the consent to end: one that was given later stays. Without it, whatever there is ends. */
    query: z.object({ started_at: z.optional(isoTimeInput) }),
    status: 204,
  },
  setMeetingPoint: {
    summary: "Set the event's one meeting point in place of the last",
    params: eventParams,
    body: z.object({
      name: lineText(MEETING_POINT_NAME_MAX).check(z.minLength(1, LIVE_TEXTS.noMeetingPoint)),
      latitude,
      longitude,
      meet_at: z.nullable(isoTimeInput),
    }),
    status: 200,
    response: meetingPoint,
  },
  removeMeetingPoint: {
    summary: 'Take the meeting point away',
    params: eventParams,
    status: 204,
  },
  sendFlash: {
    summary: "Fill a friend's screens and one's own with the same colour for a few seconds",
    params: eventParams,
    body: z.object({ user_id: uuid }),
    status: 200,
    response: flash,
  },
});
