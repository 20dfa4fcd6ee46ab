import type { Queryable } from './db/database.ts';

/** The account that a guest without one has become since a page showed the guest; any other id as it is. Revocations ask
 * for it, so that nobody escapes one by signing in. */
export async function accountOf(db: Queryable, id: string): Promise<string> {
  const [row] = await db.query<{ user_id: string }>('select user_id from merged_guests where guest_id = $1', [
    id,
  ]);
  return row?.user_id ?? id;
}
