import * as z from 'zod/mini';
import { INVITE_STATUSES, RSVP_ANSWERS } from '../invite-status.ts';

export const inviteStatus = z.enum(INVITE_STATUSES);
export type InviteStatus = z.infer<typeof inviteStatus>;
export const rsvpAnswer = z.enum(RSVP_ANSWERS);
export type RsvpAnswer = z.infer<typeof rsvpAnswer>;
