import type { Selectable } from 'kysely';
import type { AuthFactorChallengesTable } from '#server/db/auth-schema.ts';
import type { Queryable } from '#server/db/database.ts';

export type ChallengeRow = Selectable<AuthFactorChallengesTable>;

export async function insertChallenge(
  tx: Queryable,
  challenge: Omit<ChallengeRow, 'verified_at'>,
): Promise<void> {
  await tx.kysely.insertInto('auth.factor_challenges').values(challenge).execute();
}

export async function deleteOlderChallenges(
  tx: Queryable,
  { id, factorId }: { id: string; factorId: string },
  othersKept: number,
): Promise<void> {
  await tx.query(
    `delete from auth.factor_challenges where id in (
       select id from auth.factor_challenges where factor_id = $1 and id <> $2
       order by created_at desc, id offset $3)`,
    [factorId, id, othersKept],
  );
}

export function lockChallenge(
  tx: Queryable,
  { id, factorId }: { id: string; factorId: string },
): Promise<ChallengeRow | undefined> {
  return tx.kysely
    .selectFrom('auth.factor_challenges')
    .selectAll()
    .where('id', '=', id)
    .where('factor_id', '=', factorId)
    .forUpdate()
    .executeTakeFirst();
}

export async function markChallengeVerified(tx: Queryable, id: string, now: string): Promise<void> {
  await tx.kysely
    .updateTable('auth.factor_challenges')
    .set({ verified_at: now })
    .where('id', '=', id)
    .execute();
}

export async function deleteChallenge(tx: Queryable, id: string): Promise<void> {
  await tx.kysely.deleteFrom('auth.factor_challenges').where('id', '=', id).execute();
}

export async function deleteChallengesExpiredBefore(db: Queryable, before: string): Promise<void> {
  await db.kysely.deleteFrom('auth.factor_challenges').where('expires_at', '<', before).execute();
}
