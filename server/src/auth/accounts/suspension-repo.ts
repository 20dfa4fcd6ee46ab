import type { Queryable } from '#server/db/database.ts';

const INSERT_SQL = `
  insert into auth.suspensions (user_id, since) values ($1, $2) on conflict (user_id) do nothing returning user_id`;

export async function insertSuspension(tx: Queryable, userId: string, since: string): Promise<boolean> {
  return (await tx.query(INSERT_SQL, [userId, since])).length > 0;
}

/** It stays while the account is being deleted. */
const DELETE_SQL = `
  delete from auth.suspensions s where s.user_id = $1
    and not exists (select from account_deletions d where d.user_id = s.user_id) returning s.user_id`;

export async function deleteSuspension(tx: Queryable, userId: string): Promise<boolean> {
  return (await tx.query(DELETE_SQL, [userId])).length > 0;
}

const FIND_SQL = `
  select exists (select from account_deletions d where d.user_id = s.user_id) as is_deletion
  from auth.suspensions s where s.user_id = $1`;

export async function findExclusion(tx: Queryable, userId: string): Promise<'suspended' | 'deleted' | null> {
  const [row] = await tx.query<{ is_deletion: boolean }>(FIND_SQL, [userId]);
  if (row === undefined) return null;
  return row.is_deletion ? 'deleted' : 'suspended';
}
