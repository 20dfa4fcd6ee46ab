import { notBlockedSql } from '#server/features/blocks/policy.ts';

type Viewer = { userId: string };
type Event = { created_by: string; start_time: string; end_time: string; cancelled_at: string | null };
/** What a person has to do with an event: their answer, or null without an invite. */
type Guest = { my_status: string | null };

/** LIVE ends with the end: an event has ended once its end lies before now (HOME-10). */
export const hasEnded = (event: Pick<Event, 'end_time'>, nowMs: number): boolean =>
  nowMs > Date.parse(event.end_time);

/** By its times alone, both included: whether it was cancelled is another question. */
export const isWithinTimes = (event: Pick<Event, 'start_time' | 'end_time'>, nowMs: number): boolean =>
  nowMs >= Date.parse(event.start_time) && !hasEnded(event, nowMs);

export const isCreator = (viewer: Viewer, event: Pick<Event, 'created_by'>): boolean =>
  event.created_by === viewer.userId;

/** Creator and invited: those whose own answer the event asks for (EVD-06). */
export const isGuest = (viewer: Viewer, event: Pick<Event, 'created_by'> & Guest): boolean =>
  isCreator(viewer, event) || event.my_status !== null;

/** `isGuest` in SQL, over `events e`. `person` is trusted SQL. */
export const guestSql = (person: string): string => `(e.created_by = ${person} or exists (
  select from event_invites g where g.event_id = e.id and g.user_id = ${person}))`;

/** Creator, and whoever answered Going or Maybe: those who meet (LIVE-02). */
export const isParticipant = (viewer: Viewer, event: Pick<Event, 'created_by'> & Guest): boolean =>
  isCreator(viewer, event) || event.my_status === 'accepted' || event.my_status === 'tentative';

const TAKES_PART_SQL = "p.status in ('accepted', 'tentative')";

/** `isParticipant` in SQL, over `events e`. `person` is trusted SQL. */
export const participantSql = (person: string): string => `(e.created_by = ${person} or exists (
  select from event_invites p where p.event_id = e.id and p.user_id = ${person} and ${TAKES_PART_SQL}))`;

/** All of them, of one event: a query with the column `id`. `eventId` is trusted SQL. */
export const participantIdsSql = (eventId: string): string => `(
  select host.created_by as id from events host where host.id = ${eventId}
  union
  select p.user_id from event_invites p where p.event_id = ${eventId} and ${TAKES_PART_SQL})`;

/** Creator, and everyone invited who has not declined (CHAT-11). */
export const mayChat = (viewer: Viewer, event: Pick<Event, 'created_by'> & Guest): boolean =>
  isCreator(viewer, event) || (event.my_status !== null && event.my_status !== 'declined');

/** Answers, invitations and live sharing end with the event, be it over or cancelled (RSVP-03, SAFE-04). */
export const isOver = (event: Pick<Event, 'end_time' | 'cancelled_at'>, nowMs: number): boolean =>
  event.cancelled_at !== null || hasEnded(event, nowMs);

/** ISO text up to the minute: what the form shows and sends back of a time (EVF-02). */
const MINUTE_LENGTH = 'YYYY-MM-DDTHH:MM'.length;
export const sameMinute = (a: string, b: string): boolean =>
  a.slice(0, MINUTE_LENGTH) === b.slice(0, MINUTE_LENGTH);

/** What it is, where and when. */
type Substance = {
  title: string;
  description: string;
  location_name: string;
  location_address: string;
  location_latitude: number;
  location_longitude: number;
  start_time: string;
  end_time: string;
};

/** Guests are notified of what it is, where and when; not of another picture, nor of who else may see it (NOTE-01). */
export const isNewsToGuests = (before: Substance, after: Substance): boolean =>
  !sameMinute(before.start_time, after.start_time) ||
  !sameMinute(before.end_time, after.end_time) ||
  (
    [
      'title',
      'description',
      'location_name',
      'location_address',
      'location_latitude',
      'location_longitude',
    ] as const
  ).some((field) => before[field] !== after[field]);

/** What a person who can see an event may do with it now (PERM-04, RSVP-01, RSVP-03, EVD-09, SAFE-04). */
export const permissionsOf = (viewer: Viewer, event: Event & Guest, nowMs: number) => ({
  edit: isCreator(viewer, event) && event.cancelled_at === null,
  invite: isCreator(viewer, event) && !isOver(event, nowMs),
  respond: isGuest(viewer, event) && !isOver(event, nowMs),
  cancel: isCreator(viewer, event) && !isOver(event, nowMs),
  live: isParticipant(viewer, event) && !isOver(event, nowMs),
});

/**
 * Who can see an event, over `events e` (PERM-05): everyone a public one; its creator and the invited a private one;
 * nobody whom the creator has blocked or who has blocked the creator (SAFE-01). `viewer` and `isInvited` are trusted
 * SQL; a query that has joined the viewer's invite anyway says so by it.
 */
export const visibleSql = (
  viewer: string,
  isInvited = `exists (select from event_invites v where v.event_id = e.id and v.user_id = ${viewer})`,
): string =>
  `(e.created_by = ${viewer} or (not e.is_private or ${isInvited}) and ${notBlockedSql(viewer, 'e.created_by')})`;
