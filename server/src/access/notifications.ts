import { notBlocked, notBlockedSql, type Block } from './blocked.ts';
import { visibleSql } from './events.ts';

/** Hides notifications about an event the viewer can no longer see, or from somebody in a block with them.
 * `canSeeEvent` is null without an event. */
export const canSeeNews = (canSeeEvent: boolean | null, withActor: Block): boolean =>
  canSeeEvent !== false && notBlocked(withActor);

export const canSeeNewsSql = (viewer: string): string => `(
  (n.event_id is null or ${visibleSql(viewer)})
  and ${notBlockedSql(viewer, 'n.actor_id')})`;
