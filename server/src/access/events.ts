import { isAnonymousSql } from './anonymous.ts';
import { notBlocked, notBlockedSql, type Block } from './blocked.ts';
import {
  CREATOR_ROLE_COLUMNS,
  IS_INVITED,
  isCreator,
  isCreatorSql,
  isGuest,
  isGuestSql,
  isHost,
  isHostSql,
  isInvitedSql,
  ROLE_COLUMNS,
  type Role,
} from './event-roles.ts';
import { isCancelled, isOver, notOverSql, type Times } from './event-times.ts';
import { canJoinLive } from './live.ts';
import { notSuspended, notSuspendedSql, type Suspension } from './suspended.ts';
import type { Viewer } from './viewer.ts';

/** Nobody in a block with the creator (PERM-05, GUEST-05, SAFE-01). */
export const canSee = (viewer: Viewer, event: Role & { is_private: boolean }, withCreator: Block): boolean =>
  isCreator(viewer, event) ||
  ((isGuest(viewer, event) || (!event.is_private && !viewer.isAnonymous)) && notBlocked(withCreator));

export const visibleSql = (viewer: string): string => visibleIfSql(viewer, isInvitedSql(viewer));

export const visibleByInviteSql = (viewer: string): string => visibleIfSql(viewer, IS_INVITED);

const visibleIfSql = (viewer: string, isInvited: string): string =>
  `(${isCreatorSql(viewer)} or (${isInvited} or not e.is_private and not ${isAnonymousSql(viewer)})
    and ${notBlockedSql(viewer, 'e.created_by')})`;

/** For those who run an event (PERM-04, INV-07, SAFE-04, LINK-01, HOST-02). */
const HOST_ACTIONS = {
  edit: { can: isHost, sql: isHostSql },
  invite: { can: isHost, sql: isHostSql },
  cancel: { can: isCreator, sql: isCreatorSql },
  link: { can: isHost, sql: isHostSql },
  remove_guests: { can: isHost, sql: isHostSql },
  co_hosts: { can: isCreator, sql: isCreatorSql },
  announce: { can: isHost, sql: isHostSql },
  moderate: { can: isHost, sql: isHostSql },
} as const;
export type HostAction = keyof typeof HOST_ACTIONS;

/** The role only; `permissionsOf` also checks the time. */
export const canHost = (action: HostAction, viewer: Viewer, event: Role): boolean =>
  HOST_ACTIONS[action].can(viewer, event);

/** Of announcements and messages; a co-host takes down none of the creator's (HOST-05). */
export const canTakeDown = (
  viewer: Viewer,
  event: Pick<Role, 'created_by'>,
  { authorId }: { authorId: string | null },
): boolean => isCreator(viewer, event) || authorId !== event.created_by;

export const canHostSql = (action: HostAction, viewer: string): string => HOST_ACTIONS[action].sql(viewer);

/** Of the removed guests, a host sees nobody in a block with either of them (HOST-06), nor whoever cannot be let back in while
 * suspended (OPS-13). */
export const canSeeRemoved = (withViewer: Block, withCreator: Block, suspension: Suspension): boolean =>
  notBlocked(withViewer) && notBlocked(withCreator) && notSuspended(suspension);

export const canSeeRemovedSql = (viewer: string, person: string): string =>
  `(${notBlockedSql(viewer, person)} and ${notBlockedSql('e.created_by', person)} and ${notSuspendedSql(person)})`;

/** For a viewer who can see the event (PERM-04, RSVP-01, RSVP-03, EVD-09, SAFE-04). */
export const permissionsOf = (viewer: Viewer, event: Role & Times, nowMs: number) => ({
  edit: canHost('edit', viewer, event) && !isCancelled(event),
  invite: canHost('invite', viewer, event) && !isOver(event, nowMs),
  respond: isGuest(viewer, event) && !isOver(event, nowMs),
  cancel: canHost('cancel', viewer, event) && !isOver(event, nowMs),
  live: canJoinLive(viewer, event, nowMs),
  link: canHost('link', viewer, event) && !isOver(event, nowMs),
  remove_guests: canHost('remove_guests', viewer, event) && !isOver(event, nowMs),
  co_hosts: canHost('co_hosts', viewer, event) && !isOver(event, nowMs),
  announce: canHost('announce', viewer, event) && !isOver(event, nowMs),
});

/** HOME-08. */
export const isEventOf = (viewer: Viewer, event: Role, withCreator: Block): boolean =>
  isCreator(viewer, event) || (isGuest(viewer, event) && notBlocked(withCreator));

/** A `union all`: each branch uses its own index, and no event is in two. */
export const eventsOfSql = (
  person: string,
  { select, where }: { select: (role: string, from: string) => string; where: string },
): string => `
  ${select(ROLE_COLUMNS, 'event_invites mine join events e on e.id = mine.event_id')}
    where mine.user_id = ${person} and ${where} and ${notBlockedSql(person, 'e.created_by')}
  union all
  ${select(CREATOR_ROLE_COLUMNS, 'events e')}
    where ${isCreatorSql(person)} and ${where} and not ${isInvitedSql(person)}`;

/** At an event to come (CONT-13). */
export const isInCommon = (
  [one, other]: readonly [Viewer, Viewer],
  [ofOne, ofOther]: readonly [Role, Role],
  withCreator: readonly [Block, Block],
  event: Times,
  nowMs: number,
): boolean =>
  isGuest(one, ofOne) && isGuest(other, ofOther) && withCreator.every(notBlocked) && !isOver(event, nowMs);

export const isInCommonSql = (one: string, other: string, now: string): string =>
  `(${notOverSql(now)} and ${isGuestSql(one)} and ${isGuestSql(other)}
    and ${notBlockedSql(one, 'e.created_by')} and ${notBlockedSql(other, 'e.created_by')})`;

/** USER-08. */
export const isSharedEvent = (
  mine: Pick<Role, 'my_status'>,
  theirs: Pick<Role, 'my_status'>,
  withCreator: Block,
): boolean => mine.my_status !== null && theirs.my_status !== null && notBlocked(withCreator);

export const sharedEventsSql = (viewer: string, other: string): { from: string; where: string } => ({
  from: `event_invites mine
        join event_invites theirs on theirs.event_id = mine.event_id and theirs.user_id = ${other}
        join events e on e.id = mine.event_id`,
  where: `mine.user_id = ${viewer} and ${notBlockedSql(viewer, 'e.created_by')}`,
});
