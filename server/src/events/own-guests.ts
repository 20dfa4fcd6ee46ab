import type { Queryable } from '#server/db/database.ts';

const HAS_MANY_SQL = `
  select from events own join event_invites one on one.event_id = own.id where own.created_by = $1 offset $2 limit 1`;

export const hasManyAnswers = async (db: Queryable, userId: string, few: number): Promise<boolean> =>
  (await db.query(HAS_MANY_SQL, [userId, few])).length > 0;

const GUESTS_SQL = `
  select distinct i.user_id from events e join event_invites i on i.event_id = e.id
  where e.created_by = $1 and i.user_id <> $1 and ($2::uuid is null or i.user_id > $2)
  order by i.user_id limit $3`;

export async function listGuestsOf(
  db: Queryable,
  userId: string,
  { after, limit }: { after: string | null; limit: number },
): Promise<string[]> {
  const rows = await db.query<{ user_id: string }>(GUESTS_SQL, [userId, after, limit]);
  return rows.map((row) => row.user_id);
}

export async function listOwnEventIds(db: Queryable, userId: string): Promise<number[]> {
  const rows = await db.query<{ id: number }>('select id from events where created_by = $1 order by id', [
    userId,
  ]);
  return rows.map((row) => row.id);
}
