import * as z from 'zod/mini';
import { NAME_MAX, TIME_ZONE_NAME_MAX } from '../limits.ts';
import { operations } from '../route.ts';
import { CONTACT_VISIBILITIES, NAME_EMPTY_MESSAGE, RELATIONSHIPS } from '../users.ts';
import { inviteStatus } from './invite-status.ts';
import { isoTime, uuid } from './values.ts';
import { nameText, trimmedText } from './visible-text.ts';

export const contactVisibility = z.enum(CONTACT_VISIBILITIES);
export type ContactVisibility = z.infer<typeof contactVisibility>;

export const me = z.object({
  id: uuid,
  name: z.string(),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  image: z.nullable(z.string()),
  contact_visibility: contactVisibility,
  created_at: isoTime,
  updated_at: isoTime,
});
export type Me = z.infer<typeof me>;
/** From the viewer's side (CONT-11). */
export const relationship = z.enum(RELATIONSHIPS);
export type Relationship = z.infer<typeof relationship>;

/** An event with invites of both that has not ended (USER-09, USER-10). */
export const sharedEvent = z.object({
  id: z.int(),
  title: z.string(),
  image: z.nullable(z.string()),
  start_time: isoTime,
  end_time: isoTime,
  location_name: z.string(),
  is_cancelled: z.boolean(),
  my_status: inviteStatus,
  their_status: inviteStatus,
});
export type SharedEvent = z.infer<typeof sharedEvent>;

export const userProfile = z.object({
  id: uuid,
  name: z.string(),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  image: z.nullable(z.string()),
  relationship,
  friendship_id: z.nullable(uuid),
  /** Of a received request whose sender is suspended (OPS-13). */
  cannot_accept: z.optional(z.literal(true)),
  /** Null unless friends. */
  friendship_date: z.nullable(isoTime),
  shared_events: z.nullable(z.array(sharedEvent)),
  /** Where a friend's position is shown to the viewer now (CONT-13). */
  sharing_event_id: z.nullable(z.int()),
  /** Counts as in Discover; null unless Discover lists the person (CONT-13). */
  in_common: z.nullable(z.object({ friends: z.int(), events: z.int() })),
});
export type UserProfile = z.infer<typeof userProfile>;

export const meUpdate = z.object({
  name: z.optional(nameText(NAME_MAX).check(z.minLength(1, NAME_EMPTY_MESSAGE))),
  contact_visibility: z.optional(contactVisibility),
  image: z.optional(z.nullable(trimmedText(100))),
});

/** Nothing but hiding the contact from strangers and taking the picture away. */
export const onlyHides = ({
  name,
  contact_visibility: visibility,
  image,
}: z.infer<typeof meUpdate>): boolean =>
  name === undefined &&
  (visibility === undefined || visibility === 'friends') &&
  (image === undefined || image === null) &&
  (visibility !== undefined || image === null);

/** Of `user:{id}`. */
export const userJoin = z.object({
  time_zone: z.optional(z.string().check(z.maxLength(TIME_ZONE_NAME_MAX))),
});

export const userOperations = operations({
  getMe: {
    summary: "Get the viewer's account",
    status: 200,
    response: me,
  },
  updateMe: {
    summary: "Change the viewer's name, picture or privacy",
    body: meUpdate,
    limit: (changes: z.infer<typeof meUpdate>) => (onlyHides(changes) ? 'revocation' : 'write'),
    status: 200,
    response: me,
  },
  recordFirstSteps: {
    summary:
      'Record that the viewer has shared their link, or that the first steps are complete or dismissed',
    body: z.object({ link_shared: z.optional(z.literal(true)), done: z.optional(z.literal(true)) }),
    status: 204,
  },
  getUser: {
    summary: 'Get a person, their relationship to the viewer, shared events or what the two have in common',
    heavy: true,
    params: z.object({ userId: uuid }),
    status: 200,
    response: userProfile,
  },
});
