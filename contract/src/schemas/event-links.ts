import * as z from 'zod/mini';
import { operations } from '../route.ts';
import { brings, eventParams } from './events.ts';
import { inviteStatus } from './invite-status.ts';
import { partyWish } from './invites.ts';
import { isoTime, linkToken, shownLink } from './values.ts';

export const eventLink = z.object({ token: z.string() });
export type EventLink = z.infer<typeof eventLink>;

/** All that somebody who merely has the link learns (LINK-02). */
export const eventOffer = z.object({
  title: z.string(),
  start_time: isoTime,
  end_time: isoTime,
  location_name: z.string(),
  image: z.nullable(z.string()),
  host_name: z.string(),
  going_count: z.int(),
  /** Null without a limit (HOST-04). */
  places: z.nullable(z.int()),
  /** Per guest (HOST-03). */
  bring_max: brings,
  /** Nobody else can join (LINK-05). */
  is_full: z.boolean(),
  /** People without an account can join (GUEST-03). */
  guests_allowed: z.boolean(),
  /** Null for everybody who is not on the list, signed in or not. */
  guest_of: z.nullable(z.object({ event_id: z.int() })),
});
export type EventOffer = z.infer<typeof eventOffer>;

export const eventLinkOperations = operations({
  getEventLink: {
    summary: 'Get the invitation link of an event that is not over, or null; hosts only',
    params: eventParams,
    status: 200,
    response: z.object({ link: z.nullable(shownLink), guests_allowed: z.boolean() }),
  },
  createEventLink: {
    summary: 'Create or renew the invitation link of an event; the previous one ends at once',
    params: eventParams,
    status: 201,
    response: eventLink,
  },
  endEventLink: {
    summary: 'Switch the invitation link of an event off; idempotent',
    limit: 'revocation',
    params: eventParams,
    status: 204,
  },
  setGuestsAllowed: {
    summary: 'Let people without an account join by the link, or no more; those on the list stay',
    limit: ({ allowed }: { allowed: boolean }) => (allowed ? 'write' : 'revocation'),
    params: eventParams,
    body: z.object({ allowed: z.boolean() }),
    status: 204,
  },
  removeAnonymousGuests: {
    summary: 'Take all guests without an account off the list; idempotent',
    limit: 'revocation',
    params: eventParams,
    status: 200,
    response: z.object({ removed: z.int() }),
  },
  openEventLink: {
    summary: 'Get what an invitation link invites to, also signed out; changes nothing',
    params: linkToken,
    status: 200,
    response: eventOffer,
  },
  joinByLink: {
    summary:
      'Join the guest list with an answer, `pending` for none yet; a guest keeps the earlier answer; `event_full` as for an answer',
    params: linkToken,
    body: z.object({ status: inviteStatus, ...partyWish }),
    status: 200,
    response: z.object({ event_id: z.int(), was_guest: z.boolean() }),
  },
});
