import type { Queryable } from '#server/db/database.ts';

export async function listNotified(db: Queryable, since: string): Promise<string[]> {
  const sql = 'select distinct user_id from notifications where created_at > $1';
  return (await db.query<{ user_id: string }>(sql, [since])).map((row) => row.user_id);
}

/** News without an actor count for the event's creator. Starts of a moment ago are kept: they would be told once more. */
const TRIM_SQL = `
  delete from notifications where id = any(array(
    select ranked.id
    from unnest((select $1::uuid[])) person (id)
    cross join lateral (
      select counted.id, counted.is_kept, counted.nth_of_actor, row_number() over (order by counted.nth_of_actor > $3, counted.id desc) as nth
      from (
        select n.id, n.kind = 'event_live' and n.created_at > $5 as is_kept, row_number() over (
          partition by coalesce(n.actor_id::text, e.created_by::text, n.kind) order by n.id desc) as nth_of_actor
        from notifications n left join events e on e.id = n.event_id where n.user_id = person.id) counted) ranked
    where exists (select from notifications n where n.user_id = person.id offset $3 limit 1)
      and (ranked.nth > $2 or ranked.nth_of_actor > $3) and not ranked.is_kept
    limit $4))
  returning id`;

/** Deletes what exceeds `kept`, and `keptOfActor` per actor, but no start since `liveSince`. Returns how many. */
export async function deleteSurplus(
  db: Queryable,
  userIds: readonly string[],
  {
    kept,
    keptOfActor,
    liveSince,
    limit,
  }: { kept: number; keptOfActor: number; liveSince: string; limit: number },
): Promise<number> {
  return (await db.query(TRIM_SQL, [userIds, kept, keptOfActor, limit, liveSince])).length;
}

const sweepSql = (which: string) => `
  delete from notifications where id = any(array(
    select id from notifications where created_at < $1 ${which}
    order by created_at limit $2 for update skip locked))
  returning id`;

type Old = { before: string; limit: number };

export const deleteOld = async (db: Queryable, { before, limit }: Old): Promise<number> =>
  (await db.query(sweepSql(''), [before, limit])).length;

export const deleteOldRead = async (db: Queryable, { before, limit }: Old): Promise<number> =>
  (await db.query(sweepSql('and read_at is not null'), [before, limit])).length;
