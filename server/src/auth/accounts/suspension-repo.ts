import type { Queryable } from '#server/db/database.ts';

const INSERT_SQL = `
  insert into auth.suspensions (user_id, since) values ($1, $2) on conflict (user_id) do nothing returning user_id`;

/** False if there is one. */
export async function insertSuspension(tx: Queryable, userId: string, since: string): Promise<boolean> {
  return (await tx.query(INSERT_SQL, [userId, since])).length > 0;
}

const DELETE_SQL = 'delete from auth.suspensions where user_id = $1 returning user_id';

export async function deleteSuspension(tx: Queryable, userId: string): Promise<boolean> {
  return (await tx.query(DELETE_SQL, [userId])).length > 0;
}

const FIND_SQL = 'select from auth.suspensions where user_id = $1';

export async function hasSuspension(tx: Queryable, userId: string): Promise<boolean> {
  return (await tx.query(FIND_SQL, [userId])).length > 0;
}
