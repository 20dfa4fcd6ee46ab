import { routesOf } from './route.ts';
import type { sharingOperations } from './schemas/sharing.ts';

export type { Sharing } from './schemas/sharing.ts';

/** Events at which a person shares at a time. */
export const SHARING_EVENTS_MAX = 20;

export const SHARING_TEXTS = {
  mayNotShare: 'Answer Going or Maybe to share where you are',
  untilPassed: 'That time has passed. Please check when the event ends.',
  tooMany: `You already share your location at ${SHARING_EVENTS_MAX} events. Please stop sharing at one of them first.`,
} as const;

/** Consents to be seen on the live map. Source: LIVE-02, LIVE-03, LIVE-10, LIVE-13. */
export const sharingRoutes = routesOf<typeof sharingOperations>()({
  listSharing: { method: 'GET', path: '/api/me/sharing', access: 'any_user' },
  startSharing: { method: 'PUT', path: '/api/events/{eventId}/sharing', access: 'user' },
  stopSharing: { method: 'DELETE', path: '/api/events/{eventId}/sharing', access: 'user' },
});
