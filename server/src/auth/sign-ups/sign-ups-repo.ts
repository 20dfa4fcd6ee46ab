import type { SignUpOpenness } from '@hereabouts/contract/settings';
import type { Queryable } from '#server/db/database.ts';

export async function findOpenness(db: Queryable): Promise<SignUpOpenness> {
  const [row] = await db.query<{ openness: SignUpOpenness }>('select openness from auth.sign_ups', []);
  return row?.openness ?? 'open';
}

const SET_SQL = `
  insert into auth.sign_ups (openness) values ($1) on conflict (only_row) do update set openness = excluded.openness`;

export async function setOpenness(tx: Queryable, openness: SignUpOpenness): Promise<void> {
  await tx.query(SET_SQL, [openness]);
}

export type InvitationCodeRow = { id: number; uses_left: number; created_at: string; expires_at: string };

const INSERT_SQL = `
  insert into auth.invitation_codes (hash, uses_left, created_at, expires_at) values ($1, $2, $3, $4) returning id`;

export async function insertCode(
  tx: Queryable,
  code: { hash: string; uses: number; now: string; expiresAt: string },
): Promise<number> {
  const params = [code.hash, code.uses, code.now, code.expiresAt];
  const [row] = await tx.query<{ id: number }>(INSERT_SQL, params);
  return (row as { id: number }).id;
}

const USABLE = 'uses_left > 0 and expires_at > $1';

const LIST_SQL = `
  select id, uses_left, created_at, expires_at from auth.invitation_codes where ${USABLE} order by id desc limit $2`;

/** Newest first. */
export const listCodes = (db: Queryable, now: string, limit: number): Promise<InvitationCodeRow[]> =>
  db.query(LIST_SQL, [now, limit]);

const FIND_SQL = `select id from auth.invitation_codes where ${USABLE} and hash = $2`;
const FIND_AND_USE_SQL = `
  update auth.invitation_codes set uses_left = uses_left - 1 where ${USABLE} and hash = $2 returning id`;

const idBy =
  (sql: string) =>
  async (db: Queryable, now: string, hash: string): Promise<number | undefined> =>
    (await db.query<{ id: number }>(sql, [now, hash]))[0]?.id;

export const findCode = idBy(FIND_SQL);
export const findAndUseCode = idBy(FIND_AND_USE_SQL);

const USE_SQL =
  'update auth.invitation_codes set uses_left = uses_left - 1 where id = $1 and uses_left > 0 returning id';

/** Also after its time: it was given in time. */
export async function useCode(tx: Queryable, id: number): Promise<boolean> {
  return (await tx.query(USE_SQL, [id])).length > 0;
}

export async function deleteCode(tx: Queryable, id: number): Promise<boolean> {
  return (await tx.query('delete from auth.invitation_codes where id = $1 returning id', [id])).length > 0;
}

export async function deleteCodesExpiredBefore(db: Queryable, time: string): Promise<void> {
  await db.query('delete from auth.invitation_codes where expires_at < $1', [time]);
}
