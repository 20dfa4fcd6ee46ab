import type { Queryable } from '#server/db/database.ts';

/** One statement for all would hold up the embedded database for seconds. */
const DELETED_AT_ONCE = 1_000;

/** `deleteSql` deletes at most $2 rows from before $1, and returns a row for each. */
export async function deleteInParts(db: Queryable, deleteSql: string, before: string): Promise<void> {
  let deleted;
  do deleted = (await db.query(deleteSql, [before, DELETED_AT_ONCE])).length;
  while (deleted === DELETED_AT_ONCE);
}
