import type { Queryable } from '#server/db/database.ts';

const BEGIN_SQL = `
  insert into account_deletions (user_id, begun_at) values ($1, $2) on conflict (user_id) do nothing`;

export async function insertDeletion(tx: Queryable, userId: string, now: string): Promise<void> {
  await tx.query(BEGIN_SQL, [userId, now]);
}

export const isUnderWay = async (db: Queryable, userId: string): Promise<boolean> =>
  (await db.query('select from account_deletions where user_id = $1', [userId])).length > 0;

const NOTIFIED_SQL = 'select notified_up_to from account_deletions where user_id = $1';

/** Null before the first guests are notified, and where nobody is notified beforehand. */
export async function findNotifiedUpTo(db: Queryable, userId: string, lock = ''): Promise<string | null> {
  const [row] = await db.query<{ notified_up_to: string | null }>(NOTIFIED_SQL + lock, [userId]);
  return row?.notified_up_to ?? null;
}

export const lockNotifiedUpTo = (tx: Queryable, userId: string): Promise<string | null> =>
  findNotifiedUpTo(tx, userId, ' for update');

export async function setNotifiedUpTo(tx: Queryable, userId: string, guestId: string): Promise<void> {
  await tx.query('update account_deletions set notified_up_to = $2 where user_id = $1', [userId, guestId]);
}
