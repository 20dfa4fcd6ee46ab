import * as z from 'zod/mini';

export const INVITE_STATUSES = ['pending', 'accepted', 'declined', 'tentative'] as const;
/** A guest's answer. `pending` until they give one. */
export const inviteStatus = z.enum(INVITE_STATUSES);
export type InviteStatus = z.infer<typeof inviteStatus>;

/** What a guest may answer. */
export const RSVP_ANSWERS = ['accepted', 'tentative', 'declined'] as const;
export const rsvpAnswer = z.enum(RSVP_ANSWERS);
export type RsvpAnswer = z.infer<typeof rsvpAnswer>;

/** Source: RSVP-02. */
export const INVITE_STATUS_LABELS: Record<InviteStatus, string> = {
  accepted: 'Going',
  tentative: 'Maybe',
  declined: 'Not Going',
  pending: 'Pending',
};
