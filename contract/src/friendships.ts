import { routesOf } from './route.ts';
import type { friendshipOperations } from './schemas/friendships.ts';

export type { Contact, ContactsPage, Friendship } from './schemas/friendships.ts';

export const CONTACT_TABS = ['friends', 'pending', 'sent', 'discover'] as const;
export type ContactTab = (typeof CONTACT_TABS)[number];

export const FRIENDSHIP_STATUSES = ['pending', 'accepted'] as const;

export const FRIENDSHIP_TEXTS = {
  self: 'You cannot send a friend request to yourself',
  exists: 'You are already friends, or a friend request is waiting',
  friendsByNow: 'The request has been accepted: you are friends now',
  mayNotAccept: 'Only the person who was asked can accept this request',
} as const;

/** Source: CONT-01 to CONT-12, USER-04 to USER-07, PERM-03, PERM-07. */
export const friendshipRoutes = routesOf<typeof friendshipOperations>()({
  listContacts: { method: 'GET', path: '/api/contacts', access: 'user' },
  sendFriendRequest: { method: 'POST', path: '/api/friendships', access: 'user' },
  acceptFriendRequest: { method: 'POST', path: '/api/friendships/{friendshipId}/accept', access: 'user' },
  deleteFriendship: { method: 'DELETE', path: '/api/friendships/{friendshipId}', access: 'user' },
});
