import type { Queryable } from '#server/db/database.ts';

const HOLD_SQL = 'select from auth.users where id = any($1::uuid[]) order by id for key share';

/** Waits for a merge, a suspension, a deletion or the end of all sessions of these people, and keeps later ones out until the
 * commit. A separate statement: later reads see what was committed during the wait. */
export async function holdAccounts(tx: Queryable, ids: readonly string[]): Promise<void> {
  await tx.query(HOLD_SQL, [ids]);
}
