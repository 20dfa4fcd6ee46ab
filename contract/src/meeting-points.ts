import { routesOf } from './route.ts';
import type { meetingPointOperations } from './schemas/meeting-points.ts';

export type { MeetingPoint } from './schemas/meeting-points.ts';

export const MEETING_POINT_NAME_MAX = 80;
/** Shown instead of the name if the setter is hidden (SAFE-01). */
export const PLAIN_MEETING_POINT_NAME = 'Meeting point';

export const MEETING_POINT_TEXTS = {
  noMeetingPoint: 'Please name the meeting point',
  mayNotRemove: 'Only the host or the person who set the meeting point can remove it',
} as const;

/** An event has one. Source: LIVE-09. */
export const meetingPointRoutes = routesOf<typeof meetingPointOperations>()({
  setMeetingPoint: { method: 'PUT', path: '/api/events/{eventId}/meeting-point', access: 'user' },
  removeMeetingPoint: { method: 'DELETE', path: '/api/events/{eventId}/meeting-point', access: 'user' },
});
