import { notBlockedSql } from '#server/features/blocks/policy.ts';
import { visibleSql } from '#server/features/events/policy.ts';

/**
 * What of a person's notifications is shown and counted, over `notifications n left join events e`: none about an event
 * that they cannot see any more, none of somebody with whom they do not exist for each other. `viewer` is trusted SQL.
 */
export const isShownSql = (viewer: string): string => `(
  (n.event_id is null or ${visibleSql(viewer)})
  and ${notBlockedSql(viewer, 'n.actor_id')})`;
