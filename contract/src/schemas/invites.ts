import * as z from 'zod/mini';
import { NO_FRIEND_SELECTED_MESSAGE } from '../invites.ts';
import { PAGE_MAX, SEARCH_MAX } from '../limits.ts';
import { operations, type RequestLimit } from '../route.ts';
import { brings, eventParams } from './events.ts';
import { inviteStatus, rsvpAnswer, type RsvpAnswer } from './invite-status.ts';
import { cursor, isoTime, madeUnder, pageQuery, uuid } from './values.ts';
import { searchText } from './visible-text.ts';

export const invitableFriend = z.object({
  id: uuid,
  name: z.string(),
  email: z.nullable(z.string()),
  image: z.nullable(z.string()),
});
export type InvitableFriend = z.infer<typeof invitableFriend>;

export const invitablePage = z.object({
  event: z.object({
    id: z.int(),
    title: z.string(),
    image: z.nullable(z.string()),
    start_time: isoTime,
    end_time: isoTime,
  }),
  /** The host's own friends without an invite, by name. */
  friends: z.array(invitableFriend),
  next_cursor: z.nullable(cursor),
  /** Distinguishes "everyone is invited" from "no friends yet". */
  has_friends: z.boolean(),
});
export type InvitablePage = z.infer<typeof invitablePage>;

/** With Going (HOST-03, HOST-04). */
export const partyWish = {
  /** As many as before where it is missing. */
  brings: z.optional(brings),
  /** Join the waiting list where the whole party does not fit; the answer is then pending. */
  wait: z.optional(z.boolean()),
};

/** Not Going is a revocation; other answers count as writes, which limits toggling. */
const limitOfAnswer = ({ status }: { status: RsvpAnswer }): RequestLimit =>
  status === 'declined' ? 'revocation' : 'write';

export const inviteOperations = operations({
  listInvitable: {
    summary: "List the host's own friends without an invite to this event",
    heavy: true,
    params: eventParams,
    query: z.extend(pageQuery, { search: z.optional(searchText(SEARCH_MAX)) }),
    status: 200,
    response: invitablePage,
  },
  inviteFriends: {
    summary: 'Invite friends; existing invites are unchanged',
    bulk: 'exclusive',
    params: eventParams,
    body: z.object({
      user_ids: z.array(uuid).check(z.minLength(1, NO_FRIEND_SELECTED_MESSAGE), z.maxLength(PAGE_MAX)),
    }),
    status: 201,
    response: z.object({ invited: z.int() }),
  },
  respondToInvite: {
    summary:
      "Set the viewer's answer before the event ends; `event_full` where the party does not fit, unless it waits",
    limit: limitOfAnswer,
    params: eventParams,
    body: z.object({ status: rsvpAnswer, ...partyWish, ...madeUnder }),
    status: 200,
    /** `pending` for who waits (HOST-08). */
    response: z.object({ status: inviteStatus, brings, is_waiting: z.boolean() }),
  },
});
