import { routesOf } from './route.ts';
import type { liveOperations } from './schemas/live.ts';

export type { Beacon, LivePage, Position } from './schemas/live.ts';

export const LIVE_TICK_MS = 1_000;
/** Time without contact until "last seen" (LIVE-05, LIVE-12). */
export const LIVE_STALE_AFTER_MS = 60_000;
/** From this accuracy on a fix is "approximate" (LIVE-06). */
export const APPROXIMATE_FROM_M = 100;
export const ACCURACY_MAX_M = 10_000;
export const FIX_AGE_MAX_MS = 10 * 60_000;

export const BEACON_DURATION_MS = 6_000;
/** Between two beacons from one person to another. */
export const BEACON_PAUSE_MS = 10_000;

export const LIVE_TEXTS = {
  notParticipant: 'Only people who answered Going or Maybe can use the live map',
  notRunning: 'You can share where you are while the event runs',
  notYourFriend: 'You can only light up for a friend who is taking part',
} as const;

/** Sent, and answered, in place of an unchanged position while the watch of the device runs (LIVE-12). */
export const STILL_HERE = 'still_here';

/** Source: LIVE-01 to LIVE-08, FIND-02. Positions use the socket (live-frames.ts). */
export const liveRoutes = routesOf<typeof liveOperations>()({
  getLive: { method: 'GET', path: '/api/events/{eventId}/live', access: 'any_user' },
  /** `flash` in the path and as a message: pages of earlier releases know the beacon by no other name. */
  lightBeacon: { method: 'POST', path: '/api/events/{eventId}/flash', access: 'user' },
});
