import type { Queryable } from '#server/db/database.ts';

/** One statement for all would hold up the embedded database for seconds. */
const DELETED_PER_BATCH = 1_000;

/** `deleteSql` deletes at most $2 rows from before $1, and returns a row for each. */
export async function deleteInBatches(db: Queryable, deleteSql: string, before: string): Promise<void> {
  let deleted;
  do deleted = (await db.query(deleteSql, [before, DELETED_PER_BATCH])).length;
  while (deleted === DELETED_PER_BATCH);
}
