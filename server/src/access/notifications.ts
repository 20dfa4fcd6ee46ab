import { NOTIFICATION_KINDS, type NotificationKind } from '@hereabouts/contract/notifications';
import { notBlocked, notBlockedSql, type Block } from './blocked.ts';
import { canSee, visibleSql } from './events.ts';
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
import { areFriends, isFriendSql, type Friendship } from './friends.ts';
import { consentStands, consentStandsSql, type Consent } from './live.ts';
import type { Viewer } from './viewer.ts';

export const canSeeNews = (canSeeEvent: boolean | null, withActor: Block): boolean =>
  canSeeEvent !== false && notBlocked(withActor);

export const canSeeNewsSql = (viewer: string): string => `(
  (n.event_id is null or ${visibleSql(viewer)})
  and ${notBlockedSql(viewer, 'n.actor_id')})`;

const isUnanswered = (event: Role): boolean => event.my_status === 'pending' && !event.is_waiting;
const UNANSWERED_SQL = `coalesce(mine.status = 'pending' and mine.waiting_since is null, false)`;

const isGoing = (event: Role): boolean => event.my_status === 'accepted';
const GOING_SQL = `coalesce(mine.status = 'accepted', false)`;

/** Until it has an answer, or the event is over (NOTE-03). */
export const canAnswerInvitation = (event: Role & Omit<Times, 'start_time'>, nowMs: number): boolean =>
  isUnanswered(event) && !isOver(event, nowMs);

export const canAnswerInvitationSql = (now: string): string => `(${UNANSWERED_SQL} and ${notOverSql(now)})`;

type Recipient = { viewer: Viewer; event: Role & Times };

type Audience = {
  may: (recipient: Recipient, nowMs: number) => boolean;
  sql: (person: string, now: string) => string;
};

/** For devices and e-mails: the right may have ended since (PUSH-04). Each reads the viewer's own invite as `mine`. */
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
  going: {
    may: ({ event }, nowMs) => isGoing(event) && !isOver(event, nowMs),
    sql: (_, now) => `${GOING_SQL} and ${notOverSql(now)}`,
  },
  invited: {
    may: ({ event }, nowMs) => canAnswerInvitation(event, nowMs),
    sql: (_, now) => canAnswerInvitationSql(now),
  },
  unanswered: {
    may: ({ event }, nowMs) => isUnanswered(event) && isAhead(event, nowMs),
    sql: (_, now) => `${UNANSWERED_SQL} and ${aheadSql(now)}`,
  },
} as const satisfies Record<string, Audience>;
export type NewsAudience = keyof typeof AUDIENCES;

export const canBeSentNews = (audience: NewsAudience, recipient: Recipient, nowMs: number): boolean =>
  AUDIENCES[audience].may(recipient, nowMs);

export const canBeSentNewsSql = (audience: NewsAudience, person: string, now: string): string =>
  `(${AUDIENCES[audience].sql(person, now)})`;

/** Null: whoever has it among their notifications. */
const AUDIENCE_OF: Record<NotificationKind, NewsAudience | null> = {
  invited: 'invited',
  event_changed: 'chatters',
  made_co_host: 'hosts',
  announcement: 'chatters',
  place_available: 'going',
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

type News = {
  kind: NotificationKind;
  read_at: string | null;
  viewer: Viewer;
  event: (Recipient['event'] & { is_private: boolean }) | null;
  withCreator: Block;
  actor_id: string | null;
  withActor: Block;
  friendship: Pick<Friendship, 'status'>;
  /** The actor's consent; its `event` has the actor's role. */
  sharing: { consent: Consent; event: Recipient['event'] } | null;
  meetingPoint: { set_by: string | null } | null;
};

const isForAudience = ({ kind, viewer, event }: News, nowMs: number): boolean => {
  const audience = AUDIENCE_OF[kind];
  return event === null || audience === null || canBeSentNews(audience, { viewer, event }, nowMs);
};

const forAudienceSql = (kind: NotificationKind, person: string, now: string): string => {
  const audience = AUDIENCE_OF[kind];
  return audience === null ? 'true' : canBeSentNewsSql(audience, person, now);
};

const isStillTrue = ({ kind, actor_id, friendship, sharing, meetingPoint }: News, nowMs: number): boolean => {
  switch (kind) {
    case 'request_accepted':
      return areFriends(friendship);
    case 'friend_sharing':
      return (
        areFriends(friendship) && sharing !== null && consentStands(sharing.consent, sharing.event, nowMs)
      );
    case 'meeting_point_set':
      return actor_id !== null && meetingPoint?.set_by === actor_id;
    default:
      return true;
  }
};

const stillTrueSql = (
  person: string,
  now: string,
): string => `(n.kind not in ('friend_sharing', 'request_accepted')
    or ${isFriendSql(person, 'n.actor_id')})
  and (n.kind <> 'friend_sharing' or exists (
    select from live_sharing s where s.event_id = e.id and s.user_id = n.actor_id and ${consentStandsSql(now)}))
  and (n.kind <> 'meeting_point_set' or exists (
    select from meeting_points p where p.event_id = e.id and p.set_by = n.actor_id))`;

/** The right still exists, and the news still applies (PUSH-04). */
export const isSendable = (news: News, nowMs: number): boolean =>
  news.read_at === null &&
  canSeeNews(news.event && canSee(news.viewer, news.event, news.withCreator), news.withActor) &&
  isForAudience(news, nowMs) &&
  isStillTrue(news, nowMs);

/** Of `notifications n`. Expects `events e`, possibly missing, and the own invite as `mine`. */
export const sendableSql = (person: string, now: string): string => `(
  n.read_at is null and ${canSeeNewsSql(person)}
  and (e.id is null or case n.kind
    ${NOTIFICATION_KINDS.map((kind) => `when '${kind}' then ${forAudienceSql(kind, person, now)}`).join(' ')} end)
  and ${stillTrueSql(person, now)})`;
