import * as z from 'zod/mini';
import { inviteStatus } from './invite-status.ts';
import { NAME_MAX } from './limits.ts';
import { isoTime, route, trimmedText, uuid } from './route.ts';

export const NO_NAME = 'Unnamed User';
export const NAME_EMPTY_MESSAGE = 'Name cannot be empty';

export const CONTACT_VISIBILITIES = ['everyone', 'friends'] as const;
/** Who sees a person's e-mail and phone (CONT-12). */
export const contactVisibility = z.enum(CONTACT_VISIBILITIES);
export type ContactVisibility = z.infer<typeof contactVisibility>;

/** The signed-in person's own account. */
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

export const RELATIONSHIPS = ['not_connected', 'request_sent', 'request_received', 'friends'] as const;
/** Seen from the viewer: `request_sent` is a pending request of the viewer's own (CONT-11). */
export const relationship = z.enum(RELATIONSHIPS);
export type Relationship = z.infer<typeof relationship>;

/** An event both people have an invite to and that has not ended (USER-09, USER-10). */
export const sharedEvent = z.object({
  id: z.int(),
  title: z.string(),
  start_time: isoTime,
  end_time: isoTime,
  location_name: z.string(),
  is_cancelled: z.boolean(),
  my_status: inviteStatus,
  their_status: inviteStatus,
});
export type SharedEvent = z.infer<typeof sharedEvent>;

/** Another person as the viewer may see them. */
export const userProfile = z.object({
  id: uuid,
  name: z.string(),
  /** Null when absent or hidden from this viewer. */
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  image: z.nullable(z.string()),
  relationship,
  friendship_id: z.nullable(uuid),
  /** When the friendship was accepted; null unless friends. */
  friendship_date: z.nullable(isoTime),
  /** Null unless friends; start ascending. */
  shared_events: z.nullable(z.array(sharedEvent)),
});
export type UserProfile = z.infer<typeof userProfile>;

export const meUpdate = z.object({
  name: z.optional(trimmedText(NAME_MAX).check(z.minLength(1, NAME_EMPTY_MESSAGE))),
  contact_visibility: z.optional(contactVisibility),
  /** Path of an upload of one's own, or null for none. */
  image: z.optional(z.nullable(trimmedText(100))),
});

/** Source: PROF-01 to PROF-07, USER-01 to USER-12, CONT-12. */
export const userRoutes = {
  getMe: route({
    method: 'GET',
    path: '/api/me',
    summary: 'The signed-in person',
    access: 'user',
    status: 200,
    response: me,
  }),
  updateMe: route({
    method: 'PATCH',
    path: '/api/me',
    summary: "Change one's own name, picture or privacy",
    access: 'user',
    body: meUpdate,
    status: 200,
    response: me,
  }),
  getUser: route({
    method: 'GET',
    path: '/api/users/{userId}',
    summary: 'A person, the relationship with them and the events shared with them',
    access: 'user',
    params: z.object({ userId: uuid }),
    status: 200,
    response: userProfile,
  }),
};
