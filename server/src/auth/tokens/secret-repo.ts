import type { Database } from '#server/db/database.ts';

/** Inserts `candidate` if there is none; processes that start at once agree. */
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
