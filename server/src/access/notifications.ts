import { notBlocked, notBlockedSql, type Block } from './blocked.ts';
import { visibleSql } from './events.ts';

/** News of a visible event (null: of none), unless from somebody in a block with the viewer. */
export const canSeeNews = (canSeeEvent: boolean | null, withActor: Block): boolean =>
  canSeeEvent !== false && notBlocked(withActor);

export const canSeeNewsSql = (viewer: string): string => `(
  (n.event_id is null or ${visibleSql(viewer)})
  and ${notBlockedSql(viewer, 'n.actor_id')})`;
