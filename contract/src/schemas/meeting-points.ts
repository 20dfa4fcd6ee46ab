import * as z from 'zod/mini';
import { MEETING_POINT_NAME_MAX, MEETING_POINT_TEXTS } from '../meeting-points.ts';
import { operations } from '../route.ts';
import { eventParams } from './events.ts';
import { meetingPoint } from './meeting-point.ts';
import { isoTimeInput, latitude, longitude } from './values.ts';
import { lineText } from './visible-text.ts';

export type MeetingPoint = z.infer<typeof meetingPoint>;

export const meetingPointOperations = operations({
  setMeetingPoint: {
    summary: "Set the event's meeting point, replacing the previous one",
    bulk: 'exclusive',
    params: eventParams,
    body: z.object({
      name: lineText(MEETING_POINT_NAME_MAX).check(z.minLength(1, MEETING_POINT_TEXTS.noMeetingPoint)),
      latitude,
      longitude,
      meet_at: z.nullable(isoTimeInput),
    }),
    status: 200,
    response: meetingPoint,
  },
  removeMeetingPoint: {
    summary: 'Remove the meeting point',
    limit: 'revocation',
    params: eventParams,
    /** `set_at` of the one that is meant: another one stays. Default: any. */
    query: z.object({ set_at: z.optional(isoTimeInput) }),
    status: 204,
  },
});
