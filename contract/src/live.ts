import * as z from 'zod/mini';
import { eventParams } from './events.ts';
import { flash, latitude, longitude, meetingPoint } from './live-messages.ts';
import { person } from './person.ts';
import { isoTime, isoTimeInput, route, trimmedText, uuid } from './route.ts';

/** Each viewer gets one frame at most so often, with what changed. */
export const LIVE_TICK_MS = 1_000;
/** Without news for so long a friend is shown as "last seen" (LIVE-05). */
export const LIVE_STALE_AFTER_MS = 60_000;
/** A fix no better than this is "approximate" (LIVE-06), as phones give it without precise location. */
export const APPROXIMATE_FROM_M = 100;
/** Fixes worse than this say nothing about where somebody is and are refused. */
export const ACCURACY_MAX_M = 10_000;
/** An older fix is refused; it would be shown as news. */
export const FIX_AGE_MAX_MS = 10 * 60_000;
export const MEETING_POINT_NAME_MAX = 80;

export const FLASH_DURATION_MS = 6_000;
/** Between two flashes of the same two people. */
export const FLASH_PAUSE_MS = 10_000;

export const LIVE_MESSAGES = {
  notParticipant: 'Only people who answered Going or Maybe can use the live map',
  mayNotShare: 'Answer Going or Maybe to share where you are',
  notRunning: 'You can share where you are while the event runs',
  noMeetingPoint: 'Please name the meeting point',
  mayNotRemove: 'Only the person who set the meeting point or the creator can remove it',
  notYourFriend: 'You can only flash a friend who is taking part',
} as const;

export type MeetingPoint = z.infer<typeof meetingPoint>;

/** One's own consent to share at one event, given on one device. */
export const sharing = z.object({
  event: z.object({ id: z.int(), title: z.string() }),
  started_at: isoTime,
  /** The event's end: sharing stops by itself. */
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
export type Watching = z.infer<typeof watching>;

export type Flash = z.infer<typeof flash>;

/** Source: LIVE-01 to LIVE-09, FIND-02. Positions themselves travel over the socket (live-frames.ts). */
export const liveRoutes = {
  getLive: route({
    method: 'GET',
    path: '/api/events/{eventId}/live',
    summary: "The live page of an event: the viewer's friends who take part, and the meeting point",
    access: 'user',
    params: eventParams,
    status: 200,
    response: livePage,
  }),
  listSharing: route({
    method: 'GET',
    path: '/api/me/sharing',
    summary: 'The running events at which one shares where one is',
    access: 'user',
    status: 200,
    response: z.object({
      sharing: z.array(sharing),
      /** Moment of the answer on the server's clock: the bar ends by it, whatever the device's clock says. */
      now: isoTime,
    }),
  }),
  startSharing: route({
    method: 'PUT',
    path: '/api/events/{eventId}/sharing',
    summary: 'Share where one is with friends at this event, from this device, until it ends',
    access: 'user',
    params: eventParams,
    status: 200,
    response: sharing,
  }),
  stopSharing: route({
    method: 'DELETE',
    path: '/api/events/{eventId}/sharing',
    summary: 'Stop sharing, on whatever device; the position is gone at once',
    access: 'user',
    params: eventParams,
    status: 204,
  }),
  setMeetingPoint: route({
    method: 'PUT',
    path: '/api/events/{eventId}/meeting-point',
    summary: "Set the event's one meeting point in place of the last",
    access: 'user',
    params: eventParams,
    body: z.object({
      name: trimmedText(MEETING_POINT_NAME_MAX).check(z.minLength(1, LIVE_MESSAGES.noMeetingPoint)),
      latitude,
      longitude,
      meet_at: z.nullable(isoTimeInput),
    }),
    status: 200,
    response: meetingPoint,
  }),
  removeMeetingPoint: route({
    method: 'DELETE',
    path: '/api/events/{eventId}/meeting-point',
    summary: 'Take the meeting point away',
    access: 'user',
    params: eventParams,
    status: 204,
  }),
  sendFlash: route({
    method: 'POST',
    path: '/api/events/{eventId}/flash',
    summary: "Fill a friend's screens and one's own with the same colour for a few seconds",
    access: 'user',
    params: eventParams,
    body: z.object({ user_id: uuid }),
    status: 200,
    response: flash,
  }),
};
