import { DAY_MS } from './durations.ts';
import { routesOf } from './route.ts';
import type { friendLinkOperations } from './schemas/friend-links.ts';

export type { FriendLink, FriendLinkOffer } from './schemas/friend-links.ts';

export const FRIEND_LINK_LIFETIME_MS = DAY_MS;

export const FRIEND_LINK_TEXTS = {
  gone: 'This link has expired or was switched off.',
  own: 'This is your own link',
} as const;

/** A path on this origin; the token is encoded. */
export const friendLinkPath = (token: string): string => `/add/${encodeURIComponent(token)}`;

/** Source: NOTE-02. An invalid link is `not_found`, for any reason. */
export const friendLinkRoutes = routesOf<typeof friendLinkOperations>()({
  getFriendLink: { method: 'GET', path: '/api/me/friend-link', access: 'user' },
  createFriendLink: { method: 'POST', path: '/api/me/friend-link', access: 'user' },
  revokeFriendLink: { method: 'DELETE', path: '/api/me/friend-link', access: 'user' },
  openFriendLink: { method: 'GET', path: '/api/friend-links/{token}', access: 'optional' },
  befriendByLink: { method: 'POST', path: '/api/friend-links/{token}/friendship', access: 'user' },
});
