import { routesOf } from './route.ts';
import type { inviteOperations } from './schemas/invites.ts';

export type { InvitableFriend, InvitablePage } from './schemas/invites.ts';

export const NO_FRIEND_SELECTED_MESSAGE = 'Please select at least one friend to invite';

/** Source: INV-01 to INV-07, RSVP-01 to RSVP-05. */
export const inviteRoutes = routesOf<typeof inviteOperations>()({
  listInvitable: { method: 'GET', path: '/api/events/{eventId}/invitable', access: 'user' },
  inviteFriends: { method: 'POST', path: '/api/events/{eventId}/invites', access: 'user' },
  respondToInvite: { method: 'PUT', path: '/api/events/{eventId}/rsvp', access: 'any_user' },
});
