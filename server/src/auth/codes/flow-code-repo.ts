import type { Insertable, Selectable } from 'kysely';
import type { Queryable } from '#server/db/database.ts';
import type { AuthFlowCodesTable } from '#server/db/auth-schema.ts';
import type { OneTimeTokenRow } from './one-time-token-repo.ts';

export type FlowCodeRow = Selectable<AuthFlowCodesTable>;

export async function upsertFlowCode(
  tx: Queryable,
  { token_id, hash, created_at }: Insertable<AuthFlowCodesTable>,
): Promise<boolean> {
  const replaced = await tx.kysely
    .updateTable('auth.flow_codes')
    .set({ hash, created_at, wrong_verifiers: 0 })
    .where('token_id', '=', token_id)
    .returning('token_id')
    .execute();
  if (replaced.length > 0) return false;
  await tx.kysely.insertInto('auth.flow_codes').values({ token_id, hash, created_at }).execute();
  return true;
}

export function findFlowCode(db: Queryable, hash: string): Promise<FlowCodeRow | undefined> {
  return db.kysely.selectFrom('auth.flow_codes').selectAll().where('hash', '=', hash).executeTakeFirst();
}

/** Serialises exchanges of one code. */
export function lockFlowToken(tx: Queryable, id: string): Promise<OneTimeTokenRow | undefined> {
  return tx.kysely
    .selectFrom('auth.one_time_tokens')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export async function countWrongVerifier(tx: Queryable, hash: string): Promise<void> {
  await tx.kysely
    .updateTable('auth.flow_codes')
    .set((row) => ({ wrong_verifiers: row('wrong_verifiers', '+', 1) }))
    .where('hash', '=', hash)
    .execute();
}

export async function deleteFlowCodesOf(tx: Queryable, userId: string): Promise<void> {
  await tx.kysely
    .deleteFrom('auth.flow_codes')
    .where('token_id', 'in', (one) =>
      one.selectFrom('auth.one_time_tokens').select('id').where('user_id', '=', userId),
    )
    .execute();
}

export async function deleteFlowCode(tx: Queryable, hash: string): Promise<void> {
  await tx.kysely.deleteFrom('auth.flow_codes').where('hash', '=', hash).execute();
}
