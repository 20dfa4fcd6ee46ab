import type { Queryable } from './db/database.ts';

/** The account that a guest without one has become since a page showed the guest; any other id as it is. Revocations ask
 * for it, so that nobody escapes one by signing in. */
export async function accountOf(db: Queryable, id: string): Promise<string> {
  const [row] = await db.query<{ user_id: string }>('select user_id from merged_guests where guest_id = $1', [
    id,
  ]);
  return row?.user_id ?? id;
}

const HOLD_SQL = 'select from auth.users where id = any($1::uuid[]) order by id for key share';

/** Waits for a merge, a suspension or a deletion of these people, and keeps later ones out until the commit. A separate
 * statement, so that later reads see what was committed during the wait. */
export async function holdAccounts(tx: Queryable, ids: readonly string[]): Promise<void> {
  await tx.query(HOLD_SQL, [ids]);
}

/** `accountOf` both, held. */
export async function holdAccountsOf(
  tx: Queryable,
  [one, other]: readonly [string, string],
): Promise<[string, string]> {
  await holdAccounts(tx, [one, other]);
  return [await accountOf(tx, one), await accountOf(tx, other)];
}
