import * as z from 'zod/mini';
import { operations } from '../route.ts';
import { eventId, eventParams } from './events.ts';
import { person } from './person.ts';
import { isoTime, uuid } from './values.ts';

const removalParams = z.object({ eventId, userId: uuid });

export const removedGuest = z.object({ user: person, removed_at: isoTime });
export type RemovedGuest = z.infer<typeof removedGuest>;

export const guestRemovalOperations = operations({
  removeGuest: {
    summary: 'Remove a guest, who is not notified and finds the invitation link gone; hosts only; idempotent',
    limit: 'revocation',
    params: removalParams,
    status: 204,
  },
  listRemoved: {
    summary: 'List the people removed from the guest list, the latest first; hosts only',
    heavy: true,
    params: eventParams,
    status: 200,
    response: z.object({ removed: z.array(removedGuest) }),
  },
  letBackIn: {
    summary: 'Put somebody who was removed back on the guest list, pending; hosts only; idempotent',
    params: removalParams,
    status: 204,
  },
});
