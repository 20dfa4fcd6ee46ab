import { EVENT_INVITES_MAX } from '@hereabouts/contract/limits';
import type { Person } from '@hereabouts/contract/person';
import { notBlockedSql } from '#server/access/blocked.ts';
import { canSeeRemovedSql } from '#server/access/events.ts';
import { notSuspendedSql } from '#server/access/suspended.ts';
import type { Queryable } from '#server/db/database.ts';
import { personSql } from '#server/db/sql.ts';

const INSERT_REMOVALS_SQL = `
  insert into removed_guests (event_id, user_id, removed_at)
  select event_id, user_id, $3 from event_invites where event_id = $1 and user_id = any($2::uuid[])
  on conflict (event_id, user_id) do update set removed_at = excluded.removed_at`;

/** Call it before the invites are deleted. */
export async function insertRemovals(
  tx: Queryable,
  { eventId, userIds, now }: { eventId: number; userIds: readonly string[]; now: string },
): Promise<void> {
  await tx.query(INSERT_REMOVALS_SQL, [eventId, userIds, now]);
}

const REMOVALS_SQL = `
  select ${personSql('u')} as user, r.removed_at
  from removed_guests r join events e on e.id = r.event_id join users u on u.id = r.user_id
  where r.event_id = $1 and ${canSeeRemovedSql('$2', 'u.id')}
  order by r.removed_at desc, u.id limit ${EVENT_INVITES_MAX}`;

export const listRemovals = (
  db: Queryable,
  eventId: number,
  viewerId: string,
): Promise<{ user: Person; removed_at: string }[]> => db.query(REMOVALS_SQL, [eventId, viewerId]);

const REMOVED_OF_SQL = 'select user_id from removed_guests where event_id = $1 and user_id = any($2::uuid[])';

export const listRemovedOf = (
  tx: Queryable,
  eventId: number,
  userIds: readonly string[],
): Promise<string[]> =>
  tx
    .query<{ user_id: string }>(REMOVED_OF_SQL, [eventId, userIds])
    .then((rows) => rows.map(({ user_id }) => user_id));

const REMOVED_SQL = `
  select from removed_guests r join events e on e.id = r.event_id
  where r.event_id = $1 and r.user_id = $2 and ${notBlockedSql('e.created_by', 'r.user_id')}
    and ${notSuspendedSql('r.user_id')}`;

/** False for somebody suspended or in a block with the creator. */
export async function isRemoved(tx: Queryable, eventId: number, userId: string): Promise<boolean> {
  return (await tx.query(REMOVED_SQL, [eventId, userId])).length > 0;
}

const FORGET_REMOVALS_SQL = 'delete from removed_guests where event_id = $1 and user_id = any($2::uuid[])';

/** From then on the event's link lets them in again. */
export async function forgetRemovals(
  tx: Queryable,
  eventId: number,
  userIds: readonly string[],
): Promise<void> {
  await tx.query(FORGET_REMOVALS_SQL, [eventId, userIds]);
}
