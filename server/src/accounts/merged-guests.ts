import { holdAccounts } from './account-holds.ts';
import type { Queryable } from '#server/db/database.ts';
import { together } from '#server/db/together.ts';

/** Moves what an anonymous account has into an account. */
export type Move = { anonymousId: string; userId: string };

const MERGED_SQL = 'select guest_id, user_id from merged_guests where guest_id = any($1::uuid[])';

export async function findAccounts(db: Queryable, ids: readonly string[]): Promise<(id: string) => string> {
  const rows = await db.query<{ guest_id: string; user_id: string }>(MERGED_SQL, [ids]);
  const accountOf = new Map(rows.map((row) => [row.guest_id, row.user_id]));
  return (id) => accountOf.get(id) ?? id;
}

/** The account that an anonymous one has become, or the id itself. Revocations ask for it, so that nobody escapes one by signing
 * in. */
export async function accountOf(db: Queryable, id: string): Promise<string> {
  return (await findAccounts(db, [id]))(id);
}

/** As `accountOf`, with both accounts held. */
export async function holdAccountsOf(
  tx: Queryable,
  [one, other]: readonly [string, string],
): Promise<[string, string]> {
  const [, accountFor] = await together(holdAccounts(tx, [one, other]), findAccounts(tx, [one, other]));
  return [accountFor(one), accountFor(other)];
}
