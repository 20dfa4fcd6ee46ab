import type { InviteStatus } from './schemas/invite-status.ts';

export type { InviteStatus, RsvpAnswer } from './schemas/invite-status.ts';

export const INVITE_STATUSES = ['pending', 'accepted', 'declined', 'tentative'] as const;

export const RSVP_ANSWERS = ['accepted', 'tentative', 'declined'] as const;

export const INVITE_STATUS_LABELS: Record<InviteStatus, string> = {
  accepted: 'Going',
  tentative: 'Maybe',
  declined: 'Not Going',
  pending: 'Pending',
};
