import * as z from 'zod/mini';
import { isoTime, route, uuid } from './route.ts';
import { person } from './person.ts';
import { relationship } from './users.ts';

/** A link that befriends face to face works for a day (NOTE-02). */
export const FRIEND_LINK_LIFETIME_MS = 24 * 60 * 60_000;

export const FRIEND_LINK_MESSAGES = {
  /** The one answer for a link that expired, was revoked or never was. */
  gone: 'This link has expired or was revoked.',
  own: 'This is your own link',
} as const;

/** The page of the web app that a link leads to. */
export const friendLinkPath = (token: string): string => `/add/${encodeURIComponent(token)}`;

/** One's own link, to show and to hand on. */
export const friendLink = z.object({ token: z.string(), expires_at: isoTime });
export type FriendLink = z.infer<typeof friendLink>;

/** What somebody who opens a link is told. */
export const friendLinkOffer = z.object({
  owner: person,
  is_own: z.boolean(),
  relationship,
  expires_at: isoTime,
});
export type FriendLinkOffer = z.infer<typeof friendLinkOffer>;

// Whatever is not the token of a link that works gets the same answer, text that could not be one included.
const tokenParams = z.object({ token: z.string() });

/** Source: NOTE-02. A link that does not work is `not_found`, whatever the reason. */
export const friendLinkRoutes = {
  getFriendLink: route({
    method: 'GET',
    path: '/api/me/friend-link',
    summary: "One's own link that works, or null",
    access: 'user',
    status: 200,
    response: z.object({ link: z.nullable(friendLink) }),
  }),
  createFriendLink: route({
    method: 'POST',
    path: '/api/me/friend-link',
    summary: 'Make a link that befriends whoever opens it; the one before ends at once',
    access: 'user',
    status: 201,
    response: friendLink,
  }),
  revokeFriendLink: route({
    method: 'DELETE',
    path: '/api/me/friend-link',
    summary: "End one's own link at once, if there is one",
    access: 'user',
    status: 204,
  }),
  openFriendLink: route({
    method: 'GET',
    path: '/api/friend-links/{token}',
    summary: 'Whose link it is',
    access: 'user',
    params: tokenParams,
    status: 200,
    response: friendLinkOffer,
  }),
  befriendByLink: route({
    method: 'POST',
    path: '/api/friend-links/{token}/friendship',
    summary: "Become the friend of the link's owner at once, whatever stood between the two",
    access: 'user',
    params: tokenParams,
    status: 200,
    response: z.object({
      /** The owner. */
      user_id: uuid,
      /** They were friends before. */
      were_friends: z.boolean(),
    }),
  }),
};
