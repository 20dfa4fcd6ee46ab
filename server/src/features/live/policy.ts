import { isCreator, isParticipant, isWithinTimes, participantSql } from '#server/features/events/policy.ts';
import { friendIdsSql } from '#server/features/friendships/policy.ts';
import { notBlockedSql } from '#server/features/blocks/policy.ts';

type Viewer = { userId: string };
type Times = { start_time: string; end_time: string; cancelled_at: string | null };
type Guest = { created_by: string; my_status: string | null };

/** LIVE: from the start to the end, both included, unless cancelled (HOME-10, LIVE-01). */
export const isRunning = (event: Times, nowMs: number): boolean =>
  event.cancelled_at === null && isWithinTimes(event, nowMs);

/** Whoever takes part, but for a creator who answered Not Going. When is another question: `isRunning`. */
export const maySendPosition = (viewer: Viewer, event: Guest): boolean =>
  isParticipant(viewer, event) && event.my_status !== 'declined';

/** Whoever set the meeting point and still takes part, and the creator (LIVE-09). */
export const mayRemoveMeetingPoint = (
  viewer: Viewer,
  event: Guest,
  point: { set_by: string | null },
): boolean => isCreator(viewer, event) || (isParticipant(viewer, event) && point.set_by === viewer.userId);

/**
 * The friends of a person who take part, whom they see and who see them (LIVE-02), over `events e`: a subquery with the
 * column `id`. `person` is trusted SQL.
 */
export const audienceSql = (person: string): string => `(
  select friend.id from ${friendIdsSql(person)} friend
  where ${participantSql('friend.id')} and ${notBlockedSql(person, 'friend.id')})`;

/** Whether the event runs, over `events e`; the same as `isRunning`. `now` is trusted SQL. */
export const runningSql = (now: string): string =>
  `(e.cancelled_at is null and e.start_time <= ${now} and e.end_time >= ${now})`;

/**
 * Whether a consent stands, over `live_sharing s` and its `events e`: the event runs, the person may send and the session
 * it was given on is alive. `now` is trusted SQL.
 */
export const consentStandsSql = (now: string): string => `(
  ${runningSql(now)} and ${participantSql('s.user_id')}
  and not exists (
    select from event_invites no where no.event_id = e.id and no.user_id = s.user_id and no.status = 'declined')
  and exists (select from auth.sessions device where device.id = s.session_id and device.ended_at is null))`;
