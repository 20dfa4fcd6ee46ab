import { sql } from 'kysely';
import type { Queryable } from '#server/db/database.ts';

export async function upsertCodeAsker(
  db: Queryable,
  { hash, expiresAt }: { hash: string; expiresAt: string },
): Promise<void> {
  await db.kysely
    .insertInto('auth.code_askers')
    .values({ hash, expires_at: expiresAt })
    .onConflict((conflict) =>
      conflict
        .column('hash')
        .doUpdateSet({ expires_at: sql<string>`greatest(code_askers.expires_at, excluded.expires_at)` }),
    )
    .execute();
}

export async function hasCodeAsker(db: Queryable, hash: string, now: string): Promise<boolean> {
  const row = await db.kysely
    .selectFrom('auth.code_askers')
    .select('hash')
    .where('hash', '=', hash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row !== undefined;
}

const DELETE_EXPIRED_SQL = `
  delete from auth.code_askers
  where hash = any(array(select hash from auth.code_askers where expires_at <= $1 limit $2)) and expires_at <= $1 returning 1`;

export const deleteCodeAskersExpiredBefore = (db: Queryable, now: string, limit: number): Promise<number> =>
  db.query(DELETE_EXPIRED_SQL, [now, limit]).then(({ length }) => length);
