import { DAY_MS } from './durations.ts';
import { routesOf } from './route.ts';
import type { friendLinkOperations } from './schemas/friend-links.ts';

export type { FriendLink, FriendLinkOffer } from './schemas/friend-links.ts';

/** A link that befriends face to face works for a day (NOTE-02). */
export const FRIEND_LINK_LIFETIME_MS = DAY_MS;

export const FRIEND_LINK_TEXTS = {
  /** The one answer for a link that expired, was revoked or never was. */
  gone: 'This link has expired or was revoked.',
  own: 'This is your own link',
} as const;

/** The page of the web app that a link leads to. */
export const friendLinkPath = (token: string): string => `/add/${encodeURIComponent(token)}`;

/** Source: NOTE-02. A link that does not work is `not_found`, whatever the reason. */
export const friendLinkRoutes = routesOf<typeof friendLinkOperations>()({
  getFriendLink: { method: 'GET', path: '/api/me/friend-link', access: 'user' },
  createFriendLink: { method: 'POST', path: '/api/me/friend-link', access: 'user' },
  revokeFriendLink: { method: 'DELETE', path: '/api/me/friend-link', access: 'user' },
  openFriendLink: { method: 'GET', path: '/api/friend-links/{token}', access: 'user' },
  befriendByLink: { method: 'POST', path: '/api/friend-links/{token}/friendship', access: 'user' },
});
