import * as z from 'zod/mini';
import { SEARCH_MAX } from './limits.ts';
import { cursor, isoTime, pageQuery, route, trimmedText, uuid } from './route.ts';

export const CONTACT_TABS = ['friends', 'pending', 'sent', 'discover'] as const;
export type ContactTab = (typeof CONTACT_TABS)[number];

export const FRIENDSHIP_STATUSES = ['pending', 'accepted'] as const;

export const FRIENDSHIP_MESSAGES = {
  self: 'You cannot send a friend request to yourself',
  exists: 'There is already a friendship or a request between you',
  mayNotAccept: 'Only the person who was asked can accept this request',
} as const;

/** One line of a contacts list (CONT-10). Friends carry `friendshipDate`, requests `requestDate`, Discover neither. */
export const contact = z.object({
  id: uuid,
  name: z.string(),
  /** Null when absent or hidden from this viewer. */
  email: z.nullable(z.string()),
  image: z.nullable(z.string()),
  friendshipId: z.optional(uuid),
  friendshipDate: z.optional(isoTime),
  requestDate: z.optional(isoTime),
});
export type Contact = z.infer<typeof contact>;

export const contactsPage = z.object({
  contacts: z.array(contact),
  next_cursor: z.nullable(cursor),
  /** Of all, whatever the search. */
  counts: z.object({ friends: z.int(), pending: z.int(), sent: z.int() }),
});
export type ContactsPage = z.infer<typeof contactsPage>;

export const friendship = z.object({
  id: uuid,
  requester_id: uuid,
  addressee_id: uuid,
  status: z.enum(FRIENDSHIP_STATUSES),
  created_at: isoTime,
  accepted_at: z.nullable(isoTime),
});
export type Friendship = z.infer<typeof friendship>;

const friendshipParams = z.object({ friendshipId: uuid });

/** Source: CONT-01 to CONT-12, USER-04 to USER-07, PERM-03, PERM-07. */
export const friendshipRoutes = {
  listContacts: route({
    method: 'GET',
    path: '/api/contacts',
    summary: 'Friends, requests received, requests sent, or people to discover; by name',
    access: 'user',
    query: z.extend(pageQuery, {
      tab: z.enum(CONTACT_TABS),
      /** Part of a name or of a visible e-mail address, case-insensitive. */
      search: z.optional(trimmedText(SEARCH_MAX)),
    }),
    status: 200,
    response: contactsPage,
  }),
  sendFriendRequest: route({
    method: 'POST',
    path: '/api/friendships',
    summary: 'Ask a person to be friends; `friendship_exists` when there is a row in either direction',
    access: 'user',
    body: z.object({ addressee_id: uuid }),
    status: 201,
    response: friendship,
  }),
  acceptFriendRequest: route({
    method: 'POST',
    path: '/api/friendships/{friendshipId}/accept',
    summary: 'Accept a request; only its addressee can',
    access: 'user',
    params: friendshipParams,
    status: 200,
    response: friendship,
  }),
  deleteFriendship: route({
    method: 'DELETE',
    path: '/api/friendships/{friendshipId}',
    summary: 'Cancel (requester), decline (addressee) or unfriend (either)',
    access: 'user',
    params: friendshipParams,
    status: 204,
  }),
};
