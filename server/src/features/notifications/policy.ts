import { visibleSql } from '#server/features/events/policy.ts';

/**
 * What of a person's notifications is shown and counted, over `notifications n left join events e`: none about an event
 * that they cannot see any more, none of somebody with whom they do not exist for each other. `viewer` is trusted SQL.
 */
export const isShownSql = (viewer: string): string => `(
  (n.event_id is null or ${visibleSql(viewer)})
  and not exists (select from blocks b where b.user_id = ${viewer} and b.other_id = n.actor_id))`;
