import { notBlocked, notBlockedSql, type Block } from './blocked.ts';
import { visibleSql } from './events.ts';
import {
  canChat,
  canChatSql,
  isHost,
  isHostSql,
  isParticipant,
  isParticipantSql,
  type Role,
} from './event-roles.ts';
import {
  aheadSql,
  isAhead,
  isCancelled,
  isOver,
  isRunning,
  notCancelledSql,
  notOverSql,
  runningSql,
  type Times,
} from './event-times.ts';
import type { NotificationKind } from '@hereabouts/contract/notifications';
import type { Viewer } from './viewer.ts';

/** News of a visible event (null: of none), unless from somebody in a block with the viewer. */
export const canSeeNews = (canSeeEvent: boolean | null, withActor: Block): boolean =>
  canSeeEvent !== false && notBlocked(withActor);

export const canSeeNewsSql = (viewer: string): string => `(
  (n.event_id is null or ${visibleSql(viewer)})
  and ${notBlockedSql(viewer, 'n.actor_id')})`;

const isUnanswered = (event: Role): boolean => event.my_status === 'pending' && !event.is_waiting;
const UNANSWERED_SQL = `coalesce(mine.status = 'pending' and mine.waiting_since is null, false)`;

/** An invitation is answered where it is listed until it has an answer, or its event is over (NOTE-03). */
export const canAnswerInvitation = (event: Role & Omit<Times, 'start_time'>, nowMs: number): boolean =>
  isUnanswered(event) && !isOver(event, nowMs);

export const canAnswerInvitationSql = (now: string): string => `(${UNANSWERED_SQL} and ${notOverSql(now)})`;

type Recipient = { viewer: Viewer; event: Role & Times };

type Audience = {
  may: (recipient: Recipient, nowMs: number) => boolean;
  sql: (person: string, now: string) => string;
};

/** To whom news of an event is still sent to devices and by e-mail: the right may have ended since they were written (PUSH-04).
 * Each reads the viewer's own invite as `mine`. */
const AUDIENCES = {
  chatters: {
    may: ({ viewer, event }, nowMs) => canChat(viewer, event) && !isOver(event, nowMs),
    sql: (person, now) => `${canChatSql(person)} and ${notOverSql(now)}`,
  },
  hosts: {
    may: ({ viewer, event }, nowMs) => isHost(viewer, event) && !isOver(event, nowMs),
    sql: (person, now) => `${isHostSql(person)} and ${notOverSql(now)}`,
  },
  chatters_of_cancelled: {
    may: ({ viewer, event }) => canChat(viewer, event) && isCancelled(event),
    sql: (person) => `${canChatSql(person)} and not (${notCancelledSql})`,
  },
  participants_during: {
    may: ({ viewer, event }, nowMs) => isParticipant(viewer, event) && isRunning(event, nowMs),
    sql: (person, now) => `${isParticipantSql(person)} and ${runningSql(now)}`,
  },
  participants: {
    may: ({ viewer, event }, nowMs) => isParticipant(viewer, event) && !isOver(event, nowMs),
    sql: (person, now) => `${isParticipantSql(person)} and ${notOverSql(now)}`,
  },
  participants_before: {
    may: ({ viewer, event }, nowMs) => isParticipant(viewer, event) && isAhead(event, nowMs),
    sql: (person, now) => `${isParticipantSql(person)} and ${aheadSql(now)}`,
  },
  unanswered: {
    may: ({ event }, nowMs) => isUnanswered(event) && isAhead(event, nowMs),
    sql: (_, now) => `${UNANSWERED_SQL} and ${aheadSql(now)}`,
  },
} as const satisfies Record<string, Audience>;
export type NewsAudience = keyof typeof AUDIENCES;

export const canBeSentNews = (audience: NewsAudience, recipient: Recipient, nowMs: number): boolean =>
  AUDIENCES[audience].may(recipient, nowMs);

/** Expects the person's own invite as `mine`. */
export const canBeSentNewsSql = (audience: NewsAudience, person: string, now: string): string =>
  `(${AUDIENCES[audience].sql(person, now)})`;

/** Null: whoever has it among their notifications. */
export const audienceOf = (kind: NotificationKind): NewsAudience | null => AUDIENCE_OF[kind];

const AUDIENCE_OF: Record<NotificationKind, NewsAudience | null> = {
  invited: 'chatters',
  event_changed: 'chatters',
  made_co_host: 'hosts',
  announcement: 'chatters',
  place_available: 'chatters',
  rsvp_received: 'hosts',
  event_cancelled: 'chatters_of_cancelled',
  event_live: 'participants_during',
  friend_sharing: 'participants_during',
  meeting_point_set: 'participants',
  reminder: 'participants_before',
  answer_reminder: 'unanswered',
  request_received: null,
  request_accepted: null,
  event_removed: null,
  own_event_removed: null,
  event_deleted: null,
};
