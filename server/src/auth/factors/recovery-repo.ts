import type { Queryable } from '#server/db/database.ts';

export async function replaceRecoveryCodes(
  tx: Queryable,
  factorId: string,
  hashes: readonly string[],
): Promise<void> {
  await tx.kysely.deleteFrom('auth.recovery_codes').where('factor_id', '=', factorId).execute();
  await tx.kysely
    .insertInto('auth.recovery_codes')
    .values(hashes.map((hash) => ({ factor_id: factorId, hash, used_at: null })))
    .execute();
}

export async function useRecoveryCode(
  tx: Queryable,
  code: { factorId: string; hash: string; now: string },
): Promise<boolean> {
  const used = await tx.kysely
    .updateTable('auth.recovery_codes')
    .set({ used_at: code.now })
    .where('factor_id', '=', code.factorId)
    .where('hash', '=', code.hash)
    .where('used_at', 'is', null)
    .returning('hash')
    .execute();
  return used.length > 0;
}

export async function countRecoveryCodes(
  db: Queryable,
  factorId: string,
): Promise<{ total: number; remaining: number }> {
  const [row] = await db.query<{ total: number; remaining: number }>(
    `select count(*)::int as total, count(*) filter (where used_at is null)::int as remaining
     from auth.recovery_codes where factor_id = $1`,
    [factorId],
  );
  return row ?? { total: 0, remaining: 0 };
}
