import { notOverSql } from '#server/access/event-times.ts';
import type { Queryable } from '#server/db/database.ts';
import { PLACES_COLUMNS, QUEUE_SQL, type PlacesRow } from '#server/events/places.ts';

const QUEUES_SQL = `
  select e.id, e.created_by, ${PLACES_COLUMNS}, ${QUEUE_SQL} as queue from events e
  where e.id = any($1::bigint[]) and ${notOverSql('$2')}
  order by e.id`;

export type QueueRow = PlacesRow & {
  id: number;
  created_by: string;
  queue: { user_id: string; brings: number }[];
};

/** Only of events that are not over. */
export const listQueues = (tx: Queryable, eventIds: readonly number[], now: string): Promise<QueueRow[]> =>
  tx.query(QUEUES_SQL, [eventIds, now]);

const WAITED_FOR_SQL = `
  select distinct e.id from event_invites w join events e on e.id = w.event_id
  where w.event_id = any($1::bigint[]) and w.waiting_since is not null and ${notOverSql('$2')}
  order by e.id`;

export async function listWaitedFor(
  tx: Queryable,
  eventIds: readonly number[],
  now: string,
): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(WAITED_FOR_SQL, [eventIds, now]);
  return rows.map(({ id }) => id);
}

const WAITED_FOR_BY_SQL = `
  select e.id from event_invites w join events e on e.id = w.event_id
  where w.user_id = $1 and w.waiting_since is not null and ${notOverSql('$2')}
  order by e.id`;

export async function listWaitedForBy(tx: Queryable, userId: string, now: string): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(WAITED_FOR_BY_SQL, [userId, now]);
  return rows.map(({ id }) => id);
}

const MOVE_UP_SQL = `
  update event_invites set status = 'accepted', waiting_since = null, updated_at = $3
  where event_id = $1 and user_id = any($2::uuid[])`;

export async function moveUp(
  tx: Queryable,
  { eventId, userIds, now }: { eventId: number; userIds: readonly string[]; now: string },
): Promise<void> {
  await tx.query(MOVE_UP_SQL, [eventId, userIds, now]);
}
