import * as z from 'zod/mini';
import { operations } from '../route.ts';
import { eventParams } from './events.ts';
import { isoTime, isoTimeInput } from './values.ts';

/** The viewer's consent at one event, given on one device. */
export const sharing = z.object({
  /** May end later than `until`, after an extension: then the person can be asked again. */
  event: z.object({ id: z.int(), title: z.string(), end_time: isoTime }),
  started_at: isoTime,
  /** The shown end time, or the event's end if earlier (LIVE-13). */
  until: isoTime,
  friend_count: z.int(),
  is_this_device: z.boolean(),
});
export type Sharing = z.infer<typeof sharing>;

export const sharingOperations = operations({
  listSharing: {
    summary: 'List the running events where the viewer shares their location',
    heavy: true,
    status: 200,
    response: z.object({
      sharing: z.array(sharing),
      now: isoTime,
    }),
  },
  startSharing: {
    summary: 'Start sharing your location for this event, from this device, until it ends',
    bulk: 'shared',
    params: eventParams,
    body: z.object({ until: z.optional(isoTimeInput) }),
    status: 200,
    response: sharing,
  },
  stopSharing: {
    summary: 'Stop sharing on all devices; the position is removed at once',
    limit: 'revocation',
    params: eventParams,
    /** `started_at` of the consent to end: a later one stays. Default: any. */
    query: z.object({ started_at: z.optional(isoTimeInput) }),
    status: 204,
  },
});
