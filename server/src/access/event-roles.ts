import type { InviteStatus } from '#server/db/schema.ts';
import type { Viewer } from './viewer.ts';

/**
 * What makes a person's role at an event: whose event it is, and their own answer (null without an invite). Features
 * select it by `ROLE_COLUMNS` and hand it to the policies here unread, so that a new role (a co-host, someone who joined
 * by link, was removed or waits: PERM-08) is a column more here and a line in the rules it touches.
 */
export type Role = { created_by: string; my_status: InviteStatus | null };

/** The columns of a `Role`, over `events e` and the viewer's own invite `mine`. */
export const ROLE_COLUMNS = 'e.created_by, mine.status as my_status';

/** The same, over a subquery that has selected `ROLE_COLUMNS`. */
export const roleColumnsOf = (alias: string): string => `${alias}.created_by, ${alias}.my_status`;

/** Joins a person's own invite to `events e`, if any, as `mine`. `person` is trusted SQL. */
export const joinOwnInviteSql = (person: string): string =>
  `left join event_invites mine on mine.event_id = e.id and mine.user_id = ${person}`;

/** The same for a handful of people: `limit 1` keeps the planner from reading whole tables. */
export const joinOwnInviteOfFewSql = (person: string): string => `left join lateral (
      select i.user_id, i.status from event_invites i where i.event_id = e.id and i.user_id = ${person} limit 1) mine on true`;

const sqlList = (statuses: readonly InviteStatus[]): string =>
  `(${statuses.map((status) => `'${status}'`).join(', ')})`;

/** Answers of those who meet. */
const TAKE_PART: readonly InviteStatus[] = ['accepted', 'tentative'];
/** Answers of those who chat: an invite is enough, until it is declined. */
const CHAT: readonly InviteStatus[] = ['pending', 'accepted', 'tentative'];

/** Whoever made the event. */
export const isCreator = (viewer: Viewer, event: Pick<Role, 'created_by'>): boolean =>
  event.created_by === viewer.userId;

/** `isCreator` in SQL, over `events e`. `person` is trusted SQL. */
export const isCreatorSql = (person: string): string => `e.created_by = ${person}`;

/** Creator and invited: those whose own answer the event asks for (EVD-06). */
export const isGuest = (viewer: Viewer, event: Role): boolean =>
  isCreator(viewer, event) || event.my_status !== null;

/** `isGuest` in SQL, over `events e`. `person` is trusted SQL. */
export const isGuestSql = (person: string): string => `(${isCreatorSql(person)} or ${isInvitedSql(person)})`;

/** Whether a person has an invite, over `events e`. `person` is trusted SQL. */
export const isInvitedSql = (person: string): string =>
  `exists (select from event_invites g where g.event_id = e.id and g.user_id = ${person})`;

/** The same, over the person's own invite `mine`. */
export const IS_INVITED = 'mine.user_id is not null';

/** Creator, and whoever answered Going or Maybe: those who meet (LIVE-02). */
export const isParticipant = (viewer: Viewer, event: Role): boolean =>
  isCreator(viewer, event) || (event.my_status !== null && TAKE_PART.includes(event.my_status));

/** `isParticipant` in SQL, over `events e`. `person` is trusted SQL. */
export const isParticipantSql = (person: string): string => `(${isCreatorSql(person)} or exists (
  select from event_invites p where p.event_id = e.id and p.user_id = ${person} and p.status in ${sqlList(TAKE_PART)}))`;

/** All participants of one event: a query with the column `id`. `eventId` is trusted SQL. */
export const participantIdsSql = (eventId: string): string => idsSql(eventId, TAKE_PART);

/** Creator, and everyone invited who has not declined (CHAT-11). */
export const canChat = (viewer: Viewer, event: Role): boolean =>
  isCreator(viewer, event) || (event.my_status !== null && CHAT.includes(event.my_status));

/** `canChat` in SQL, over `events e` and the viewer's own invite `mine`. `viewer` is trusted SQL. */
export const canChatSql = (viewer: string): string =>
  `(${isCreatorSql(viewer)} or coalesce(mine.status in ${sqlList(CHAT)}, false))`;

/** Everyone who chats at one event: a query with the column `id`. `eventId` is trusted SQL. */
export const chatterIdsSql = (eventId: string): string => idsSql(eventId, CHAT);

/** The creator, and the invited with one of these answers. */
const idsSql = (eventId: string, answers: readonly InviteStatus[]): string => `(
  select host.created_by as id from events host where host.id = ${eventId}
  union
  select p.user_id from event_invites p where p.event_id = ${eventId} and p.status in ${sqlList(answers)})`;
