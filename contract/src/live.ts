import { routesOf } from './route.ts';
import type { liveOperations } from './schemas/live.ts';

export type { Flash, LivePage, MeetingPoint, Position, Sharing } from './schemas/live.ts';

/** Each viewer gets one frame at most so often, with what changed. */
export const LIVE_TICK_MS = 1_000;
/** Without contact with the device for so long a friend is shown as "last seen" (LIVE-05, LIVE-12). */
export const LIVE_STALE_AFTER_MS = 60_000;
/** A fix no better than this is "approximate" (LIVE-06), as phones give it without precise location. */
export const APPROXIMATE_FROM_M = 100;
/** Fixes worse than this say nothing about where somebody is and are refused. */
export const ACCURACY_MAX_M = 10_000;
/** An older fix is refused; it would be shown as news. */
export const FIX_AGE_MAX_MS = 10 * 60_000;
export const MEETING_POINT_NAME_MAX = 80;
/** All that is said of a pin whose setter does not exist for the viewer (SAFE-01). */
export const PLAIN_MEETING_POINT_NAME = 'Meeting point';

export const FLASH_DURATION_MS = 6_000;
/** Between two flashes of the same two people. */
export const FLASH_PAUSE_MS = 10_000;

export const LIVE_TEXTS = {
  notParticipant: 'Only people who answered Going or Maybe can use the live map',
  mayNotShare: 'Answer Going or Maybe to share where you are',
  notRunning: 'You can share where you are while the event runs',
  untilPassed: 'That time has passed. Please look at the end of the event again.',
  noMeetingPoint: 'Please name the meeting point',
  mayNotRemove: 'Only the person who set the meeting point or the creator can remove it',
  notYourFriend: 'You can only flash a friend who is taking part',
} as const;

/**
 * What a sharing device sends instead of a position it has sent before: its page is open, its location watch runs without
 * error, and it is where it was (LIVE-12). No payload; answered like a position.
 */
export const STILL_HERE = 'still_here';

/** Source: LIVE-01 to LIVE-09, FIND-02. Positions themselves travel over the socket (live-frames.ts). */
export const liveRoutes = routesOf<typeof liveOperations>()({
  getLive: { method: 'GET', path: '/api/events/{eventId}/live', access: 'user' },
  listSharing: { method: 'GET', path: '/api/me/sharing', access: 'user' },
  startSharing: { method: 'PUT', path: '/api/events/{eventId}/sharing', access: 'user' },
  stopSharing: { method: 'DELETE', path: '/api/events/{eventId}/sharing', access: 'user' },
  setMeetingPoint: { method: 'PUT', path: '/api/events/{eventId}/meeting-point', access: 'user' },
  removeMeetingPoint: { method: 'DELETE', path: '/api/events/{eventId}/meeting-point', access: 'user' },
  sendFlash: { method: 'POST', path: '/api/events/{eventId}/flash', access: 'user' },
});
