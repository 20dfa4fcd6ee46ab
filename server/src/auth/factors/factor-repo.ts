import type { Insertable, Selectable } from 'kysely';
import type { AuthFactorsTable, FactorKind } from '#server/db/auth-schema.ts';
import type { Queryable } from '#server/db/database.ts';

export type FactorRow = Selectable<AuthFactorsTable>;
export type NewFactor = Pick<
  Insertable<AuthFactorsTable>,
  'id' | 'user_id' | 'kind' | 'status' | 'friendly_name' | 'secret' | 'created_at'
>;

export function listFactors(db: Queryable, userId: string): Promise<FactorRow[]> {
  return db.kysely
    .selectFrom('auth.factors')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export async function insertFactor(tx: Queryable, factor: NewFactor): Promise<FactorRow> {
  return await tx.kysely
    .insertInto('auth.factors')
    .values({ ...factor, updated_at: factor.created_at })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function lockFactor(
  tx: Queryable,
  which: { userId: string; id?: string; kind: FactorKind },
): Promise<FactorRow | undefined> {
  let query = tx.kysely
    .selectFrom('auth.factors')
    .selectAll()
    .where('user_id', '=', which.userId)
    .where('kind', '=', which.kind);
  if (which.id !== undefined) query = query.where('id', '=', which.id);
  return query.forUpdate().executeTakeFirst();
}

export async function updateFactor(
  tx: Queryable,
  id: string,
  changes: Partial<Pick<FactorRow, 'status' | 'last_step' | 'updated_at' | 'last_challenged_at'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx.kysely
    .updateTable('auth.factors')
    .set(changes)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export async function deleteFactor(tx: Queryable, id: string): Promise<void> {
  await tx.kysely.deleteFrom('auth.factors').where('id', '=', id).execute();
}

export async function deleteFactorsOf(tx: Queryable, userId: string): Promise<void> {
  await tx.kysely.deleteFrom('auth.factors').where('user_id', '=', userId).execute();
}

export async function deleteUnverifiedFactorsOf(tx: Queryable, userId: string): Promise<void> {
  await tx.kysely
    .deleteFrom('auth.factors')
    .where('user_id', '=', userId)
    .where('status', '=', 'unverified')
    .execute();
}

export async function deleteAbandonedFactors(tx: Queryable, userId: string, before: string): Promise<void> {
  await tx.kysely
    .deleteFrom('auth.factors')
    .where('user_id', '=', userId)
    .where('status', '=', 'unverified')
    .where('last_challenged_at', 'is', null)
    .where('created_at', '<', before)
    .execute();
}

export async function deleteUnverifiedFactorsBefore(db: Queryable, before: string): Promise<void> {
  await db.kysely
    .deleteFrom('auth.factors')
    .where('status', '=', 'unverified')
    .where('created_at', '<', before)
    .execute();
}
