import type { Queryable } from '#server/db/database.ts';
import type { Agent } from './agent.ts';
import { advanceSession, type SessionRow } from './session-repo.ts';

/** To recognise a reused token: a day of them at one per 15 minutes. */
const REFRESH_TOKENS_KEPT = 100;

export type RefreshTokenRow = { session_id: string; counter: number; rotated_at: string | null };

export function findRefreshToken(db: Queryable, hash: string): Promise<RefreshTokenRow | undefined> {
  return db.kysely
    .selectFrom('auth.refresh_tokens')
    .select(['session_id', 'counter', 'rotated_at'])
    .where('hash', '=', hash)
    .executeTakeFirst();
}

export async function findRefreshTokenHash(
  db: Queryable,
  sessionId: string,
  counter: number,
): Promise<string | undefined> {
  const row = await db.kysely
    .selectFrom('auth.refresh_tokens')
    .select('hash')
    .where('session_id', '=', sessionId)
    .where('counter', '=', counter)
    .executeTakeFirst();
  return row?.hash;
}

export async function insertRefreshToken(
  tx: Queryable,
  token: { hash: string; session_id: string; counter: number; created_at: string },
): Promise<void> {
  await tx.kysely.insertInto('auth.refresh_tokens').values(token).execute();
}

export async function rotateTo(
  tx: Queryable,
  session: SessionRow,
  next: { counter: number; hash: string; now: string; agent: Agent },
): Promise<void> {
  await tx.kysely
    .updateTable('auth.refresh_tokens')
    .set({ rotated_at: next.now })
    .where('session_id', '=', session.id)
    .where('counter', '=', session.refresh_counter)
    .execute();
  await insertRefreshToken(tx, {
    hash: next.hash,
    session_id: session.id,
    counter: next.counter,
    created_at: next.now,
  });
  await tx.kysely
    .deleteFrom('auth.refresh_tokens')
    .where('session_id', '=', session.id)
    .where('counter', '<=', next.counter - REFRESH_TOKENS_KEPT)
    .execute();
  await advanceSession(tx, session.id, next);
}

/** A client that has not received the active token presents its parent, however late. */
const DELETE_ROTATED_SQL = `
  delete from auth.refresh_tokens
  where hash = any(array(
    select t.hash from auth.refresh_tokens t join auth.sessions s on s.id = t.session_id
    where t.rotated_at < $1 and t.counter < s.refresh_counter - 1 limit $2)) returning 1`;

export const deleteRefreshTokensRotatedBefore = (
  db: Queryable,
  before: string,
  limit: number,
): Promise<number> => db.query(DELETE_ROTATED_SQL, [before, limit]).then(({ length }) => length);
