import { routesOf } from './route.ts';
import type { guestRemovalOperations } from './schemas/guest-removals.ts';

export type { RemovedGuest } from './schemas/guest-removals.ts';

export const GUEST_REMOVAL_TEXTS = {
  mayNotRemove: 'You do not have permission to remove people from this event',
  notTheCreator: 'Nobody can remove the host',
} as const;

/** Source: HOST-06. */
export const guestRemovalRoutes = routesOf<typeof guestRemovalOperations>()({
  removeGuest: { method: 'DELETE', path: '/api/events/{eventId}/guests/{userId}', access: 'user' },
  listRemoved: { method: 'GET', path: '/api/events/{eventId}/removed-guests', access: 'user' },
  letBackIn: { method: 'POST', path: '/api/events/{eventId}/removed-guests/{userId}/return', access: 'user' },
});
