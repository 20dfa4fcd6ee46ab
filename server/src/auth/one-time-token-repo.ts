import type { Selectable } from 'kysely';
import type { Queryable } from '#server/db/database.ts';
import type { AuthOneTimeTokensTable, OneTimeTokenKind, SignUpPayload } from '#server/db/auth-schema.ts';

export type OneTimeTokenRow = Selectable<AuthOneTimeTokensTable>;

export type NewOneTimeToken = {
  id: string;
  user_id: string;
  kind: OneTimeTokenKind;
  sent_to: string;
  token_hash: string | null;
  code_hash: string | null;
  payload: SignUpPayload | null;
  created_at: string;
  expires_at: string;
};

export async function insertOneTimeToken(tx: Queryable, token: NewOneTimeToken): Promise<void> {
  await tx.kysely
    .insertInto('auth.one_time_tokens')
    .values({ ...token, payload: token.payload && JSON.stringify(token.payload) })
    .execute();
}

export async function deleteOneTimeTokens(
  tx: Queryable,
  userId: string,
  kinds: readonly OneTimeTokenKind[],
  exceptId?: string,
): Promise<void> {
  let query = tx.kysely
    .deleteFrom('auth.one_time_tokens')
    .where('user_id', '=', userId)
    .where('kind', 'in', kinds);
  if (exceptId !== undefined) query = query.where('id', '<>', exceptId);
  await query.execute();
}

/** A link's token, used or not, taken for this transaction. */
export function lockByTokenHash(
  tx: Queryable,
  hash: string,
  kinds: readonly OneTimeTokenKind[],
): Promise<OneTimeTokenRow | undefined> {
  return tx.kysely
    .selectFrom('auth.one_time_tokens')
    .selectAll()
    .where('token_hash', '=', hash)
    .where('kind', 'in', kinds)
    .forUpdate()
    .executeTakeFirst();
}

/** Codes sent to this address that can still be entered, newest first, taken for this transaction. */
export function lockOpenCodes(
  tx: Queryable,
  sentTo: string,
  kinds: readonly OneTimeTokenKind[],
  { now, attemptsMax, userId }: { now: string; attemptsMax: number; userId?: string | undefined },
): Promise<OneTimeTokenRow[]> {
  let query = tx.kysely
    .selectFrom('auth.one_time_tokens')
    .selectAll()
    .where('sent_to', '=', sentTo)
    .where('kind', 'in', kinds)
    .where('code_hash', 'is not', null)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where('attempts', '<', attemptsMax);
  if (userId !== undefined) query = query.where('user_id', '=', userId);
  return query.orderBy('created_at', 'desc').orderBy('id').forUpdate().execute();
}

export async function markUsed(tx: Queryable, id: string, now: string): Promise<void> {
  await tx.kysely.updateTable('auth.one_time_tokens').set({ used_at: now }).where('id', '=', id).execute();
}

export async function countWrongCode(tx: Queryable, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.kysely
    .updateTable('auth.one_time_tokens')
    .set((row) => ({ attempts: row('attempts', '+', 1) }))
    .where('id', 'in', ids)
    .execute();
}

/** Whether the other address of a change has agreed already. */
export async function isUsed(tx: Queryable, userId: string, kind: OneTimeTokenKind): Promise<boolean> {
  const rows = await tx.kysely
    .selectFrom('auth.one_time_tokens')
    .select('id')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('used_at', 'is not', null)
    .execute();
  return rows.length > 0;
}

export async function deleteTokensExpiredBefore(db: Queryable, before: string): Promise<void> {
  await db.kysely.deleteFrom('auth.one_time_tokens').where('expires_at', '<', before).execute();
}

/** What the latest sign-up of this account asked for. */
export async function findLatestPayload(
  tx: Queryable,
  userId: string,
  kind: OneTimeTokenKind,
): Promise<SignUpPayload | null | undefined> {
  const row = await tx.kysely
    .selectFrom('auth.one_time_tokens')
    .select('payload')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.payload;
}
