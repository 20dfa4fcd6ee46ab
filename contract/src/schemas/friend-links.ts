import * as z from 'zod/mini';
import { operations } from '../route.ts';
import { person } from './person.ts';
import { relationship } from './users.ts';
import { isoTime, linkToken, uuid } from './values.ts';

export const friendLink = z.object({ token: z.string(), expires_at: isoTime });
export type FriendLink = z.infer<typeof friendLink>;

/** All that somebody who merely has the link learns of its owner; signed out, the viewer is nobody's friend. */
export const friendLinkOffer = z.object({
  owner: person,
  is_own: z.boolean(),
  relationship,
  expires_at: isoTime,
});
export type FriendLinkOffer = z.infer<typeof friendLinkOffer>;

export const friendLinkOperations = operations({
  getFriendLink: {
    summary: "Get the viewer's valid friend link, or null",
    status: 200,
    response: z.object({ link: z.nullable(friendLink) }),
  },
  createFriendLink: {
    summary: 'Create a friend link; the previous one ends at once',
    status: 201,
    response: friendLink,
  },
  revokeFriendLink: {
    summary: "Revoke the viewer's friend link; idempotent",
    limit: 'revocation',
    status: 204,
  },
  openFriendLink: {
    summary: 'Get the owner of a friend link, also signed out; changes nothing',
    params: linkToken,
    status: 200,
    response: friendLinkOffer,
  },
  befriendByLink: {
    summary: "Befriend the link's owner at once, whatever their previous relationship",
    params: linkToken,
    status: 200,
    response: z.object({
      user_id: uuid,
      were_friends: z.boolean(),
    }),
  },
});
