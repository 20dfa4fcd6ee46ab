import { notBlocked, notBlockedSql, type Block } from './blocked.ts';
import { isCreator, isParticipant, isParticipantSql, type Role } from './event-roles.ts';
import { isOver, isRunning, notOverSql, runningSql, type Times } from './event-times.ts';
import { areFriends, friendIdsSql, type Friendship } from './friends.ts';
import type { Viewer } from './viewer.ts';

export const canJoinLive = (
  viewer: Viewer,
  event: Role & Omit<Times, 'start_time'>,
  nowMs: number,
): boolean => isParticipant(viewer, event) && !isOver(event, nowMs);

export const canJoinLiveSql = (viewer: string, now: string): string =>
  `(${notOverSql(now)} and ${isParticipantSql(viewer)})`;

/** Friends who are participants (LIVE-02). `event` has the role of the person seen. */
export const canSeePosition = (
  person: Viewer,
  event: Role,
  between: { friendship: Pick<Friendship, 'status'>; block: Block },
): boolean => areFriends(between.friendship) && isParticipant(person, event) && notBlocked(between.block);

/** `offset 0`: else Postgres may hash the participants of one event for the union's first half and reuse them for the second. */
export const audienceSql = (viewer: string): string => `(
  select friend.id from (select id from ${friendIdsSql(viewer)} friends offset 0) friend
  where ${isParticipantSql('friend.id')} and ${notBlockedSql(viewer, 'friend.id')})`;

/** Ignores times: see `isRunning`. */
export const canSendPosition = (viewer: Viewer, event: Role): boolean =>
  isParticipant(viewer, event) && event.my_status !== 'declined';

export const canSendPositionSql = (person: string): string => `(${isParticipantSql(person)} and not exists (
  select from event_invites no where no.event_id = e.id and no.user_id = ${person} and no.status = 'declined'))`;

/** Not for anonymous accounts (GUEST-05), whom the routes refuse. */
export const canShare = (viewer: Viewer, event: Role & Times, nowMs: number): boolean =>
  !viewer.isAnonymous && canSendPosition(viewer, event) && isRunning(event, nowMs);

export type Consent = { user_id: string; ends_at: string; is_session_alive: boolean };

/** While event and session last, before the end time that the person was shown (LIVE-13). */
export const consentStands = (consent: Consent, event: Role & Times, nowMs: number): boolean =>
  isRunning(event, nowMs) &&
  Date.parse(consent.ends_at) >= nowMs &&
  canSendPosition({ userId: consent.user_id }, event) &&
  consent.is_session_alive;

export const consentStandsSql = (now: string): string => `(
  ${runningSql(now)} and s.ends_at >= ${now} and ${canSendPositionSql('s.user_id')}
  and exists (select from auth.sessions session where session.id = s.session_id and session.ended_at is null))`;

/** The consent is valid now, or will be from the event's start. */
export const consentWillStandSql = (now: string): string =>
  consentStandsSql(`greatest(${now}::timestamptz, e.start_time)`);

/** The consent shows the position to a friend at this event now (CONT-13). `viewed` has the friend's role. */
export const isSharedWith = (
  friend: Viewer,
  viewed: Role,
  consent: Consent,
  event: Role & Times,
  nowMs: number,
): boolean => isParticipant(friend, viewed) && consentStands(consent, event, nowMs);

export const isSharedWithSql = (friend: string, now: string): string =>
  `(${consentStandsSql(now)} and ${isParticipantSql(friend)})`;

/** The first event at which the person shows their position to the friend now; or null. */
export const sharingEventSql = (person: string, friend: string, now: string): string => `(
  select s.event_id from live_sharing s join events e on e.id = s.event_id
  where s.user_id = ${person} and ${isSharedWithSql(friend, now)} order by s.event_id limit 1)`;

/** An event that was shortened ends its consents earlier. */
export const consentEndSql = 'least(s.ends_at, e.end_time)';

/** LIVE-09. */
export const canRemoveMeetingPoint = (
  viewer: Viewer,
  event: Role,
  point: { set_by: string | null },
): boolean => isCreator(viewer, event) || (isParticipant(viewer, event) && point.set_by === viewer.userId);
