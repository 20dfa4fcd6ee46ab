import type { Queryable } from './db/database.ts';

const GUESTS_OF_MANY_SQL = `
  select distinct i.user_id from events e join event_invites i on i.event_id = e.id
  where e.created_by = $1 and i.user_id <> $1 and exists (
    select from events own join event_invites one on one.event_id = own.id where own.created_by = $1 offset $2 limit 1)`;

/** Empty where all lists together have at most `few` guests. */
export async function listGuestsOfMany(db: Queryable, userId: string, few: number): Promise<string[]> {
  const rows = await db.query<{ user_id: string }>(GUESTS_OF_MANY_SQL, [userId, few]);
  return rows.map((row) => row.user_id);
}

export async function listOwnEventIds(db: Queryable, userId: string): Promise<number[]> {
  const rows = await db.query<{ id: number }>('select id from events where created_by = $1 order by id', [
    userId,
  ]);
  return rows.map((row) => row.id);
}
