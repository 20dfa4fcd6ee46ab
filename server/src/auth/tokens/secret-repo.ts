import type { Database } from '#server/db/database.ts';

/** The secret of this name; `candidate` becomes it when there is none yet. Two processes that start at once agree. */
export async function findOrInsertSecret(db: Database, name: string, candidate: string): Promise<string> {
  await db.kysely
    .insertInto('auth.secrets')
    .values({ name, value: candidate })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await db.kysely
    .selectFrom('auth.secrets')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return row.value;
}
