import { NOTIFICATION_KINDS, type NotificationKind } from '@hereabouts/contract/notifications';
import { isFriendSql } from '#server/access/friends.ts';
import { consentStandsSql } from '#server/access/live.ts';
import { audienceOf, canBeSentNewsSql, canSeeNewsSql } from '#server/access/notifications.ts';

const audienceSql = (kind: NotificationKind, person: string, now: string): string => {
  const audience = audienceOf(kind);
  return audience === null ? 'true' : canBeSentNewsSql(audience, person, now);
};

/** The person still has a right to the `notifications n`, and it still applies (PUSH-04). Expects its `events e`, which may
 * be missing, and their own invite as `mine`. */
export const sendableSql = (person: string, now: string): string => `(
  n.read_at is null and ${canSeeNewsSql(person)}
  and (e.id is null or case n.kind
    ${NOTIFICATION_KINDS.map((kind) => `when '${kind}' then ${audienceSql(kind, person, now)}`).join(' ')} end)
  and (n.kind not in ('friend_sharing', 'request_accepted')
    or ${isFriendSql(person, 'n.actor_id')})
  and (n.kind <> 'friend_sharing' or exists (
    select from live_sharing s where s.event_id = e.id and s.user_id = n.actor_id and ${consentStandsSql(now)}))
  and (n.kind <> 'meeting_point_set' or exists (
    select from meeting_points p where p.event_id = e.id and p.set_by = n.actor_id)))`;
