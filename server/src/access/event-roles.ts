import type { InviteStatus } from '#server/db/schema.ts';
import type { Viewer } from './viewer.ts';

/** Status null: no invite. Features select it by `ROLE_COLUMNS` and pass it on unread: a new role (PERM-08) is a column here and
 * a line in the rules that it changes. */
export type Role = {
  created_by: string;
  my_status: InviteStatus | null;
  is_co_host: boolean;
  /** Waits for a place: a pending answer, with the rights of one (HOST-08). */
  is_waiting: boolean;
};

export const ROLE_COLUMNS =
  'e.created_by, mine.status as my_status, coalesce(mine.is_co_host, false) as is_co_host, mine.waiting_since is not null as is_waiting';

export const CREATOR_ROLE_COLUMNS =
  'e.created_by, null as my_status, false as is_co_host, false as is_waiting';

export const roleColumnsOf = (alias: string): string =>
  `${alias}.created_by, ${alias}.my_status, ${alias}.is_co_host, ${alias}.is_waiting`;

export const joinOwnInviteSql = (person: string): string =>
  `left join event_invites mine on mine.event_id = e.id and mine.user_id = ${person}`;

/** `limit 1` keeps the planner from scanning whole tables. */
export const joinOwnInviteOfFewSql = (person: string): string => `left join lateral (
      select i.user_id, i.status, i.is_co_host, i.waiting_since from event_invites i where i.event_id = e.id and i.user_id = ${person} limit 1) mine on true`;

const sqlList = (statuses: readonly InviteStatus[]): string =>
  `(${statuses.map((status) => `'${status}'`).join(', ')})`;

const TAKE_PART: readonly InviteStatus[] = ['accepted', 'tentative'];
const CHAT: readonly InviteStatus[] = ['pending', 'accepted', 'tentative'];

export const isCreator = (viewer: Viewer, event: Pick<Role, 'created_by'>): boolean =>
  event.created_by === viewer.userId;

export const isCreatorSql = (person: string): string => `e.created_by = ${person}`;

/** HOST-02. */
export const isHost = (viewer: Viewer, event: Role): boolean => isCreator(viewer, event) || event.is_co_host;

export const isHostSql = (person: string): string => `(${isCreatorSql(person)} or exists (
  select from event_invites c where c.event_id = e.id and c.user_id = ${person} and c.is_co_host))`;

/** EVD-06. */
export const isGuest = (viewer: Viewer, event: Role): boolean =>
  isCreator(viewer, event) || event.my_status !== null;

export const isGuestSql = (person: string): string => `(${isCreatorSql(person)} or ${isInvitedSql(person)})`;

export const isInvitedSql = (person: string): string =>
  `exists (select from event_invites g where g.event_id = e.id and g.user_id = ${person})`;

export const guestIdsSql = (eventId: string): string => `(
  select host.created_by as id from events host where host.id = ${eventId}
  union
  select g.user_id from event_invites g where g.event_id = ${eventId})`;

export const IS_INVITED = 'mine.user_id is not null';

/** LIVE-02. */
export const isParticipant = (viewer: Viewer, event: Role): boolean =>
  isCreator(viewer, event) || (event.my_status !== null && TAKE_PART.includes(event.my_status));

export const isParticipantSql = (person: string): string => `(${isCreatorSql(person)} or exists (
  select from event_invites p where p.event_id = e.id and p.user_id = ${person} and p.status in ${sqlList(TAKE_PART)}))`;

export const participantIdsSql = (eventId: string): string => idsSql(eventId, TAKE_PART);

/** CHAT-11. */
export const canChat = (viewer: Viewer, event: Role): boolean =>
  isCreator(viewer, event) || (event.my_status !== null && CHAT.includes(event.my_status));

export const canChatSql = (viewer: string): string =>
  `(${isCreatorSql(viewer)} or coalesce(mine.status in ${sqlList(CHAT)}, false))`;

export const chatterIdsSql = (eventId: string): string => idsSql(eventId, CHAT);

const idsSql = (eventId: string, answers: readonly InviteStatus[]): string => `(
  select host.created_by as id from events host where host.id = ${eventId}
  union
  select p.user_id from event_invites p where p.event_id = ${eventId} and p.status in ${sqlList(answers)})`;
