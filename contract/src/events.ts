import { routesOf } from './route.ts';
import type { eventOperations } from './schemas/events.ts';

export type {
  CompleteEventInput,
  EventCard,
  NextEvent,
  EventDetail,
  EventInput,
  EventInvite,
  EventSubstance,
  EventUpdate,
  HomePage,
  NewEvent,
  RecentPlace,
} from './schemas/events.ts';

/** Source: HOME-08 to HOME-12, EVD, EVF, SAFE-04. An invisible event is `not_found` everywhere (PERM-05). */
export const eventRoutes = routesOf<typeof eventOperations>()({
  listHome: { method: 'GET', path: '/api/home', access: 'any_user' },
  getEvent: { method: 'GET', path: '/api/events/{eventId}', access: 'any_user' },
  createEvent: { method: 'POST', path: '/api/events', access: 'user' },
  updateEvent: { method: 'PUT', path: '/api/events/{eventId}', access: 'user' },
  listRecentPlaces: { method: 'GET', path: '/api/recent-places', access: 'user' },
  cancelEvent: { method: 'POST', path: '/api/events/{eventId}/cancellation', access: 'user' },
});
