import * as z from 'zod/mini';
import { eventParams } from './events.ts';
import { rsvpAnswer } from './invite-status.ts';
import { PAGE_MAX, SEARCH_MAX } from './limits.ts';
import { cursor, isoTime, pageQuery, route, trimmedText, uuid } from './route.ts';

export const NO_FRIEND_SELECTED_MESSAGE = 'Please select at least one friend to invite';

/** A friend who can still be invited. */
export const invitableFriend = z.object({
  id: uuid,
  name: z.string(),
  email: z.nullable(z.string()),
  image: z.nullable(z.string()),
});
export type InvitableFriend = z.infer<typeof invitableFriend>;

export const invitablePage = z.object({
  event: z.object({ id: z.int(), title: z.string(), start_time: isoTime, end_time: isoTime }),
  /** The creator's friends without an invite, by name. */
  friends: z.array(invitableFriend),
  next_cursor: z.nullable(cursor),
  /** Tells "everyone is invited" from "no friends yet". */
  has_friends: z.boolean(),
});
export type InvitablePage = z.infer<typeof invitablePage>;

/** Source: INV-01 to INV-07, RSVP-01 to RSVP-05. */
export const inviteRoutes = {
  listInvitable: route({
    method: 'GET',
    path: '/api/events/{eventId}/invitable',
    summary: "The creator's friends who have no invite to this event yet",
    access: 'user',
    params: eventParams,
    query: z.extend(pageQuery, { search: z.optional(trimmedText(SEARCH_MAX)) }),
    status: 200,
    response: invitablePage,
  }),
  inviteFriends: route({
    method: 'POST',
    path: '/api/events/{eventId}/invites',
    summary: 'Invite friends; those who already have an invite keep it as it is',
    access: 'user',
    params: eventParams,
    body: z.object({
      user_ids: z.array(uuid).check(z.minLength(1, NO_FRIEND_SELECTED_MESSAGE), z.maxLength(PAGE_MAX)),
    }),
    status: 201,
    /** How many new invites were made. */
    response: z.object({ invited: z.int() }),
  }),
  respondToInvite: route({
    method: 'PUT',
    path: '/api/events/{eventId}/rsvp',
    summary: "Give or change one's own answer while the event has not ended",
    access: 'user',
    params: eventParams,
    body: z.object({ status: rsvpAnswer }),
    status: 200,
    response: z.object({ status: rsvpAnswer }),
  }),
};
