import type { Database } from '#server/db/database.ts';

/** Processes that start at once agree on one secret. */
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
