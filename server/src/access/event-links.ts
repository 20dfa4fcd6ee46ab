import { notBlocked, notBlockedSql, type Block } from './blocked.ts';
import { isOver, notOverSql, type Times } from './event-times.ts';
import { notSuspended, notSuspendedSql, type Suspension } from './suspended.ts';

/** Until the event is over, unless the creator is suspended (LINK-01, OPS-13). */
export const isLinkOpen = (event: Times, creator: Suspension, nowMs: number): boolean =>
  !isOver(event, nowMs) && notSuspended(creator);

export const linkOpenSql = (now: string): string =>
  `(${notOverSql(now)} and ${notSuspendedSql('e.created_by')})`;

/** Refuses people in a block with the creator and removed guests (LINK-04, LINK-05). */
export const canUseEventLink = (withCreator: Block, isRemoved: boolean): boolean =>
  notBlocked(withCreator) && !isRemoved;

/** A null `viewer` is signed out. */
export const canUseEventLinkSql = (viewer: string): string =>
  `(${notBlockedSql(viewer, 'e.created_by')} and not exists (
    select from removed_guests gone where gone.event_id = e.id and gone.user_id = ${viewer}))`;
