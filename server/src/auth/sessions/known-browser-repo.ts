import type { Queryable } from '#server/db/database.ts';

export async function findBrowser(
  db: Queryable,
  userId: string,
  hash: string,
  seenAfter: string,
): Promise<boolean> {
  const row = await db.kysely
    .selectFrom('auth.known_browsers')
    .select('hash')
    .where('user_id', '=', userId)
    .where('hash', '=', hash)
    .where('last_seen_at', '>=', seenAfter)
    .executeTakeFirst();
  return row !== undefined;
}

export async function upsertBrowser(tx: Queryable, userId: string, hash: string, now: string): Promise<void> {
  await tx.kysely
    .insertInto('auth.known_browsers')
    .values({ user_id: userId, hash, first_seen_at: now, last_seen_at: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'hash']).doUpdateSet({ last_seen_at: now }))
    .execute();
}

export async function keepNewestBrowsers(tx: Queryable, userId: string, max: number): Promise<void> {
  await tx.kysely
    .deleteFrom('auth.known_browsers')
    .where('user_id', '=', userId)
    .where('hash', 'in', (query) =>
      query
        .selectFrom('auth.known_browsers')
        .select('hash')
        .where('user_id', '=', userId)
        .orderBy('last_seen_at', 'desc')
        .orderBy('hash')
        .offset(max),
    )
    .execute();
}

export async function deleteBrowsers(tx: Queryable, userId: string): Promise<void> {
  await tx.kysely.deleteFrom('auth.known_browsers').where('user_id', '=', userId).execute();
}

export async function deleteBrowsersSeenBefore(db: Queryable, before: string): Promise<void> {
  await db.kysely.deleteFrom('auth.known_browsers').where('last_seen_at', '<', before).execute();
}
