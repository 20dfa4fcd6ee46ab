import { canBeFound, canBeFoundSql } from './anonymous.ts';
import { notBlocked, notBlockedSql, type Block } from './blocked.ts';
import { notOverSql } from './event-times.ts';
import { isInCommonSql, eventsOfSql } from './events.ts';
import { friendIdsSql, type Friendship } from './friends.ts';
import { notSuspended, notSuspendedSql, type Suspension } from './suspended.ts';
import type { Viewer } from './viewer.ts';

/** In Discover (CONT-07). What the viewer has in common with somebody is told of nobody else (CONT-13). */
export const canDiscover = (
  viewer: Viewer,
  person: { id: string; is_anonymous: boolean; suspension: Suspension },
  { friendship, block }: { friendship: Pick<Friendship, 'status'>; block: Block },
): boolean =>
  person.id !== viewer.userId &&
  friendship.status === null &&
  notBlocked(block) &&
  notSuspended(person.suspension) &&
  canBeFound(person);

export const canDiscoverSql = (viewer: string, isUnconnected: string): string =>
  `(u.id <> ${viewer} and ${isUnconnected} and ${notBlockedSql(viewer, 'u.id')} and ${notSuspendedSql('u.id')}
    and ${canBeFoundSql})`;

/** Only how many, never who (CONT-13). */
export const friendsInCommon = (mine: readonly string[], theirs: readonly string[]): number =>
  mine.filter((id) => theirs.includes(id)).length;

/** `mine`: here a subquery with the ids of the viewer's friends. */
export const friendsInCommonSql = (mine: string, person: string): string => `(
  select count(*)::int from ${friendIdsSql(person)} theirs join ${mine} ours on ours.id = theirs.id)`;

/** Events in common are counted among these: each person of a page is looked for on all. */
export const UPCOMING_MAX = 50;
export const upcomingSql = (viewer: string, now: string): string => `(
  select id from (${eventsOfSql(viewer, { select: (_, from) => `select e.id, e.start_time from ${from}`, where: notOverSql(now) })}) own
  order by start_time, id limit ${UPCOMING_MAX})`;

/** `upcoming`: rows of `upcomingSql`. Only how many, never which (PERM-06). */
export const eventsInCommonSql = (upcoming: string, viewer: string, person: string, now: string): string => `(
  select count(*)::int from ${upcoming} coming join events e on e.id = coming.id
  where ${isInCommonSql(viewer, person, now)})`;
