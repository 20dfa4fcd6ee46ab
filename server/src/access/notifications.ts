import { notBlocked, notBlockedSql, type Block } from './blocked.ts';
import { visibleSql } from './events.ts';

/**
 * What of a person's notifications is shown and counted: none about an event that they cannot see any more, none of
 * somebody with whom they do not exist for each other. `canSeeEvent` is null for news about no event.
 */
export const canSeeNews = (canSeeEvent: boolean | null, withActor: Block): boolean =>
  canSeeEvent !== false && notBlocked(withActor);

/** `canSeeNews` in SQL, over `notifications n left join events e`. `viewer` is trusted SQL. */
export const canSeeNewsSql = (viewer: string): string => `(
  (n.event_id is null or ${visibleSql(viewer)})
  and ${notBlockedSql(viewer, 'n.actor_id')})`;
