import * as z from 'zod/mini';
import { EVENT_TEXTS } from '../event-texts.ts';
import {
  ATTEMPTS_MAX,
  BRINGS_MAX,
  DESCRIPTION_MAX,
  EVENT_INVITES_MAX,
  HOME_PAGE_MAX,
  LOCATION_ADDRESS_MAX,
  LOCATION_NAME_MAX,
  TIME_ZONE_NAME_MAX,
  TITLE_MAX,
} from '../limits.ts';
import { operations } from '../route.ts';
import { chatProgress } from './chat-progress.ts';
import { inviteStatus } from './invite-status.ts';
import { person } from './person.ts';
import { cursor, isoTime, isoTimeInput, pageQuery, uuid, latitude, longitude } from './values.ts';
import { linesText, lineText, trimmedText } from './visible-text.ts';

export const eventId = z.coerce
  .number<number>()
  .check(z.int(), z.minimum(1), z.maximum(Number.MAX_SAFE_INTEGER));
export const eventParams = z.object({ eventId });

/** Dominant vivid colour of the event's image, `#rrggbb`; null without an image or until computed. */
const tint = z.nullable(z.string());

/** How many people somebody brings along (HOST-03). */
export const brings = z.int().check(z.minimum(0), z.maximum(BRINGS_MAX));

export const eventCard = z.object({
  id: z.int(),
  title: z.string(),
  /** At most 120 characters, then "…" if truncated (HOME-12). */
  description_preview: z.string(),
  image: z.nullable(z.string()),
  tint,
  location_name: z.string(),
  location_latitude: z.number(),
  location_longitude: z.number(),
  start_time: isoTime,
  end_time: isoTime,
  is_private: z.boolean(),
  is_cancelled: z.boolean(),
  created_by: uuid,
  /** Null for a creator without an invite. */
  my_status: z.nullable(inviteStatus),
  /** Whether the viewer is one (HOST-02). */
  is_co_host: z.boolean(),
  /** For a place: `my_status` is pending (HOST-08). */
  is_waiting: z.boolean(),
  /** Null without a limit (HOST-04). */
  places: z.nullable(z.int()),
  /** Per guest (HOST-03). */
  bring_max: z.int(),
  my_brings: brings,
  /** As of the event; null without a limit, and once it is cancelled. */
  going_count: z.nullable(z.int()),
  /** Null without access to the chat (CHAT-11, CHAT-12). */
  chat: z.nullable(chatProgress),
});
export type EventCard = z.infer<typeof eventCard>;

/** The running or next event of the list that is neither cancelled nor declined (HOME-23). */
export const nextEvent = z.object({
  event_id: z.int(),
  /** Some of those going but the viewer, friends first; `going_count` is of everybody. */
  going: z.array(person),
  going_count: z.int(),
  /** Some of the friends whose position is shown to the viewer there now. */
  sharing: z.array(person),
});
export type NextEvent = z.infer<typeof nextEvent>;

export const homePage = z.object({
  /** Running events by end, then the others by start; none that has ended. */
  events: z.array(eventCard),
  next_cursor: z.nullable(cursor),
  /** Null on later pages. */
  next: z.nullable(nextEvent),
  /** The viewer has created or been invited to three events; false on later pages. */
  is_regular: z.boolean(),
  /** What a new person has done (HOME-24); null once all done or dismissed, for guests without an account and on later pages. */
  first_steps: z.nullable(z.object({ photo: z.boolean(), link: z.boolean(), event: z.boolean() })),
});
export type HomePage = z.infer<typeof homePage>;

export const eventInvite = z.object({
  user: person,
  status: inviteStatus,
  is_co_host: z.boolean(),
  brings,
  is_waiting: z.boolean(),
});
export type EventInvite = z.infer<typeof eventInvite>;

export const eventPermissions = z.object({
  edit: z.boolean(),
  invite: z.boolean(),
  respond: z.boolean(),
  cancel: z.boolean(),
  live: z.boolean(),
  link: z.boolean(),
  remove_guests: z.boolean(),
  co_hosts: z.boolean(),
  announce: z.boolean(),
});

/** What a host announced last (HOST-05); `author` is null for a deleted account. */
export const announcement = z.object({
  message: z.string(),
  author: z.nullable(person),
  made_at: isoTime,
  can_take_down: z.boolean(),
});
export type Announcement = z.infer<typeof announcement>;

export const eventDetail = z.object({
  id: z.int(),
  title: z.string(),
  description: z.string(),
  image: z.nullable(z.string()),
  tint,
  location_name: z.string(),
  location_address: z.string(),
  location_latitude: z.number(),
  location_longitude: z.number(),
  start_time: isoTime,
  end_time: isoTime,
  is_private: z.boolean(),
  created_by: uuid,
  created_at: isoTime,
  updated_at: isoTime,
  /** The creator, as in all `host_…` fields; co-hosts are in `invites`. */
  host: person,
  my_status: z.nullable(inviteStatus),
  /** When the viewer's invite changed last; null without one. */
  my_answered_at: z.nullable(isoTime),
  /** Creator or invited: shows "Your RSVP" (EVD-06). */
  is_guest: z.boolean(),
  /** Whether the viewer is one (HOST-02). */
  is_co_host: z.boolean(),
  has_ended: z.boolean(),
  is_cancelled: z.boolean(),
  chat: z.nullable(chatProgress),
  permissions: eventPermissions,
  /** Null unless `is_guest`, and for a creator without an invite. */
  host_status: z.nullable(inviteStatus),
  host_brings: brings,
  host_is_waiting: z.boolean(),
  /** With the creator if Going; the same for everybody, hidden people included (HOST-01). */
  going_count: z.int(),
  /** The other answers, counted in the same way, each person in one; null unless `is_guest` (EVF-24). */
  other_counts: z.nullable(
    z.object({ tentative: z.int(), declined: z.int(), pending: z.int(), waiting: z.int() }),
  ),
  /** The limit of people going; null without one (HOST-04). */
  places: z.nullable(z.int()),
  /** Per guest (HOST-03). */
  bring_max: brings,
  my_brings: brings,
  /** The viewer's place on the waiting list, 1 for who is next; null for who does not wait (HOST-08). */
  my_place_in_queue: z.nullable(z.int()),
  /** Whom hosts took off the list, without people hidden from the viewer; 0 for others than hosts (HOST-06). */
  removed_count: z.int(),
  /** Null unless `is_guest`, and where it was taken down or is by somebody in a block with the viewer. */
  announcement: z.nullable(announcement),
  /** Without the creator, by name (EVD-13); empty unless `is_guest` (EVF-24). */
  invites: z.array(eventInvite),
});
export type EventDetail = z.infer<typeof eventDetail>;
export type EventSubstance = Pick<
  EventDetail,
  | 'title'
  | 'description'
  | 'location_name'
  | 'location_address'
  | 'location_latitude'
  | 'location_longitude'
  | 'start_time'
  | 'end_time'
>;

/** Missing values are allowed, so that `firstEventProblem` can report them in the form's order. */
export const eventInput = z.object({
  title: lineText(TITLE_MAX),
  description: linesText(DESCRIPTION_MAX),
  image: z.nullable(trimmedText(100)),
  location_name: lineText(LOCATION_NAME_MAX),
  location_address: lineText(LOCATION_ADDRESS_MAX),
  location_latitude: z.nullable(latitude),
  location_longitude: z.nullable(longitude),
  start_time: z.nullable(isoTimeInput),
  end_time: z.nullable(isoTimeInput),
  is_private: z.boolean(),
  /** Null for no limit. As `bring_max`, left as it is where it is missing. */
  places: z.optional(z.nullable(z.number())),
  bring_max: z.optional(brings),
  /** Friends to invite; in an edit, the complete guest list. */
  invitee_ids: z.array(uuid).check(z.maxLength(EVENT_INVITES_MAX, EVENT_TEXTS.tooManyInvites)),
});
export type EventInput = z.output<typeof eventInput>;

export type CompleteEventInput = {
  [K in keyof EventInput]: K extends 'image' | 'places' | 'bring_max'
    ? EventInput[K]
    : NonNullable<EventInput[K]>;
};

export const newEvent = z.extend(eventInput, {
  /** Chosen by the client per draft: a retry after a lost response changes the created event and keeps its answers. */
  key: z.optional(uuid),
  /** Number of the save: one that arrives after a later one changes nothing. Without it the last to arrive counts. */
  attempt: z.optional(z.int().check(z.minimum(1), z.maximum(ATTEMPTS_MAX))),
  /** Chosen in an earlier save of the draft, and no longer: a retry takes their invitations back. */
  withdrawn_ids: z.optional(z.array(uuid).check(z.maxLength(EVENT_INVITES_MAX))),
  /** IANA name; previews of the event's link give the date in this zone. An unknown one counts as none. */
  time_zone: z.optional(trimmedText(TIME_ZONE_NAME_MAX)),
});
export type NewEvent = z.output<typeof newEvent>;

export const eventUpdate = z.extend(eventInput, {
  /** Otherwise every answer except the creator's is reset (EVF-15). */
  keep_answers: z.boolean(),
  /** As loaded, to merge concurrent changes; `conflict` names what both changed. Without it everything is replaced. */
  base: z.optional(eventInput),
});
export type EventUpdate = z.output<typeof eventUpdate>;

/** Of one of the viewer's own events (LOC-09). */
const recentPlace = z.object({
  name: z.string(),
  address: z.string(),
  latitude: z.number(),
  longitude: z.number(),
});
export type RecentPlace = z.output<typeof recentPlace>;

export const eventOperations = operations({
  listHome: {
    summary: `List the events the viewer created or is invited to that have not ended (at most ${HOME_PAGE_MAX} a page)`,
    heavy: true,
    query: pageQuery,
    status: 200,
    response: homePage,
  },
  getEvent: {
    summary: 'Get an event with its guest list',
    heavy: true,
    params: eventParams,
    status: 200,
    response: eventDetail,
  },
  createEvent: {
    summary: 'Create an event and invite friends, atomically; a retry with the same key updates it',
    signedOutMessage: EVENT_TEXTS.signedOut,
    bulk: 'shared',
    body: newEvent,
    status: 201,
    response: z.object({ id: z.int() }),
  },
  updateEvent: {
    summary: 'Update an event and its guest list; hosts only',
    limit: 'by_effect',
    bulk: 'exclusive',
    params: eventParams,
    body: eventUpdate,
    status: 200,
    response: z.object({ id: z.int() }),
  },
  listRecentPlaces: {
    summary: 'List the last five different locations of the events the viewer created',
    heavy: true,
    status: 200,
    response: z.object({ places: z.array(recentPlace) }),
  },
  cancelEvent: {
    summary: 'Cancel an event irreversibly; guests are notified, its chat stays readable (SAFE-04)',
    limit: 'revocation',
    params: eventParams,
    status: 204,
  },
});
