import { EVENT_INVITES_MAX } from './limits.ts';
import { routesOf } from './route.ts';
import type { eventLinkOperations } from './schemas/event-links.ts';

export type { EventLink, EventOffer } from './schemas/event-links.ts';

export const EVENT_LINK_TEXTS = {
  gone: 'This link has expired or was switched off.',
  notNow: 'Nobody can join this event by a link at the moment.',
  accountsOnly: 'The host only lets in people with an account.',
  full: `The guest list is full: ${EVENT_INVITES_MAX.toLocaleString('en-GB')} people are on it.`,
} as const;

/** A path on this origin; the token is encoded. */
export const eventLinkPath = (token: string): string => `/join/${encodeURIComponent(token)}`;

/** Source: LINK-01 to LINK-05, GUEST-03. A link that does not work is `not_found`, for any reason. */
export const eventLinkRoutes = routesOf<typeof eventLinkOperations>()({
  getEventLink: { method: 'GET', path: '/api/events/{eventId}/link', access: 'user' },
  createEventLink: { method: 'POST', path: '/api/events/{eventId}/link', access: 'user' },
  endEventLink: { method: 'DELETE', path: '/api/events/{eventId}/link', access: 'user' },
  setGuestsAllowed: { method: 'PUT', path: '/api/events/{eventId}/link/guests', access: 'user' },
  removeAnonymousGuests: { method: 'DELETE', path: '/api/events/{eventId}/anonymous-guests', access: 'user' },
  openEventLink: { method: 'GET', path: '/api/event-links/{token}', access: 'optional' },
  joinByLink: { method: 'POST', path: '/api/event-links/{token}/guests', access: 'any_user' },
});
