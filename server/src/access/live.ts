import { notBlocked, notBlockedSql, type Block } from './blocked.ts';
import { isCreator, isParticipant, isParticipantSql, type Role } from './event-roles.ts';
import { isOver, isRunning, notOverSql, runningSql, type Times } from './event-times.ts';
import { areFriends, friendIdsSql, type Friendship } from './friends.ts';
import type { Viewer } from './viewer.ts';

/** Whoever takes part, until the event is over: before the start too. */
export const canJoinLive = (
  viewer: Viewer,
  event: Role & Omit<Times, 'start_time'>,
  nowMs: number,
): boolean => isParticipant(viewer, event) && !isOver(event, nowMs);

/** `canJoinLive` in SQL, over `events e`. Both are trusted SQL. */
export const canJoinLiveSql = (viewer: string, now: string): string =>
  `(${notOverSql(now)} and ${isParticipantSql(viewer)})`;

/**
 * Whose position a participant sees, and who sees theirs (LIVE-02): friends who take part. `event` holds the role of
 * the person seen.
 */
export const canSeePosition = (
  person: Viewer,
  event: Role,
  between: { friendship: Pick<Friendship, 'status'>; block: Block },
): boolean => areFriends(between.friendship) && isParticipant(person, event) && notBlocked(between.block);

/**
 * `canSeePosition` in SQL, over `events e`: the ids of them all, a subquery with the column `id`. `viewer` is trusted
 * SQL. `offset 0` keeps the condition out of the two halves of the union: copied into both, Postgres may hash the
 * participants once for the first and answer the second from those of another event.
 */
export const audienceSql = (viewer: string): string => `(
  select friend.id from (select id from ${friendIdsSql(viewer)} friends offset 0) friend
  where ${isParticipantSql('friend.id')} and ${notBlockedSql(viewer, 'friend.id')})`;

/** Whoever takes part, but for a creator who answered Not Going. When is another question: `isRunning`. */
export const canSendPosition = (viewer: Viewer, event: Role): boolean =>
  isParticipant(viewer, event) && event.my_status !== 'declined';

/** `canSendPosition` in SQL, over `events e`. `person` is trusted SQL. */
export const canSendPositionSql = (person: string): string => `(${isParticipantSql(person)} and not exists (
  select from event_invites no where no.event_id = e.id and no.user_id = ${person} and no.status = 'declined'))`;

/** A consent to share, with the session it was given on. */
export type Consent = { user_id: string; ends_at: string; is_session_alive: boolean };

/**
 * Whether a consent stands: the event runs, the time that the person was shown has not come (LIVE-13), the person may
 * send and the session it was given on is alive.
 */
export const consentStands = (consent: Consent, event: Role & Times, nowMs: number): boolean =>
  isRunning(event, nowMs) &&
  Date.parse(consent.ends_at) >= nowMs &&
  canSendPosition({ userId: consent.user_id }, event) &&
  consent.is_session_alive;

/** `consentStands` in SQL, over `live_sharing s` and its `events e`. `now` is trusted SQL. */
export const consentStandsSql = (now: string): string => `(
  ${runningSql(now)} and s.ends_at >= ${now} and ${canSendPositionSql('s.user_id')}
  and exists (select from auth.sessions device where device.id = s.session_id and device.ended_at is null))`;

/** Whether a consent stands, or will once the event starts. `now` is trusted SQL. */
export const consentWillStandSql = (now: string): string =>
  consentStandsSql(`greatest(${now}::timestamptz, e.start_time)`);

/** When a consent ends, over `live_sharing s` and its `events e`: an event that ends earlier than shown ends it earlier. */
export const consentEndSql = 'least(s.ends_at, e.end_time)';

/** Whoever set the meeting point and still takes part, and the creator (LIVE-09). */
export const canRemoveMeetingPoint = (
  viewer: Viewer,
  event: Role,
  point: { set_by: string | null },
): boolean => isCreator(viewer, event) || (isParticipant(viewer, event) && point.set_by === viewer.userId);
