import * as z from 'zod/mini';
import { CONTACT_TABS, FRIENDSHIP_STATUSES } from '../friendships.ts';
import { DISCOVER_PAGE_MAX, SEARCH_MAX } from '../limits.ts';
import { operations } from '../route.ts';
import { cursor, isoTime, pageQuery, uuid } from './values.ts';
import { searchText } from './visible-text.ts';

/** Source: CONT-10, CONT-13. Friends have `friendshipDate`, and `sharingEventId` while their position is shown to the viewer
 * at that event; requests have `requestDate`; people to discover have the two counts. */
export const contact = z.object({
  id: uuid,
  name: z.string(),
  /** Null when absent or hidden from the viewer. */
  email: z.nullable(z.string()),
  image: z.nullable(z.string()),
  friendshipId: z.optional(uuid),
  friendshipDate: z.optional(isoTime),
  requestDate: z.optional(isoTime),
  /** Of a received request whose sender is suspended (OPS-13). */
  cannotAccept: z.optional(z.literal(true)),
  sharingEventId: z.optional(z.int()),
  friendsInCommon: z.optional(z.int()),
  /** Events to come on whose guest list the two see each other. */
  eventsInCommon: z.optional(z.int()),
});
export type Contact = z.infer<typeof contact>;

export const contactsPage = z.object({
  contacts: z.array(contact),
  next_cursor: z.nullable(cursor),
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

export const friendshipOperations = operations({
  listContacts: {
    summary: `List friends, received requests, sent requests or people to discover (at most ${DISCOVER_PAGE_MAX} a page), by name`,
    query: z.extend(pageQuery, {
      tab: z.enum(CONTACT_TABS),
      /** Part of a name or visible e-mail, case-insensitive. */
      search: z.optional(searchText(SEARCH_MAX)),
      /** Without suspended people, who cannot be invited (OPS-13). */
      for: z.optional(z.literal('invitation')),
    }),
    status: 200,
    response: contactsPage,
  },
  sendFriendRequest: {
    summary: 'Send a friend request; `friendship_exists` when there is a row in either direction',
    body: z.object({ addressee_id: uuid }),
    status: 201,
    response: friendship,
  },
  acceptFriendRequest: {
    summary: 'Accept a friend request; addressee only',
    params: friendshipParams,
    status: 200,
    response: friendship,
  },
  deleteFriendship: {
    summary: 'Cancel (requester), decline (addressee) or unfriend (either)',
    limit: 'revocation',
    params: friendshipParams,
    query: z.object({
      /** Only a request: `conflict` where it has been accepted. Without it either is ended. */
      status: z.optional(z.literal('pending')),
    }),
    status: 204,
  },
});
