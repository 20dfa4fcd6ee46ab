import type { Insertable, Selectable } from 'kysely';
import type { Queryable } from '#server/db/database.ts';
import type { AuthMethodUse, AuthSessionsTable, SessionEndReason } from '#server/db/auth-schema.ts';

export type SessionRow = Selectable<AuthSessionsTable>;
export type NewSession = Omit<
  Pick<Insertable<AuthSessionsTable>, 'id' | 'user_id' | 'refresh_salt' | 'cookie_hash' | 'created_at'>,
  'cookie_hash'
> & { cookie_hash: string | null; amr: AuthMethodUse[] };

export function insertSession(tx: Queryable, session: NewSession): Promise<SessionRow> {
  return tx.kysely
    .insertInto('auth.sessions')
    .values({ ...session, amr: JSON.stringify(session.amr), refreshed_at: session.created_at })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function findSession(db: Queryable, id: string): Promise<SessionRow | undefined> {
  return db.kysely.selectFrom('auth.sessions').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Takes the session for this transaction: refreshes of one family happen one after another. */
export function lockSession(tx: Queryable, id: string): Promise<SessionRow | undefined> {
  return tx.kysely
    .selectFrom('auth.sessions')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

const ALIVE = 'select 1 as alive from auth.sessions where id = $1 and ended_at is null';

export async function isSessionAlive(db: Queryable, id: string): Promise<boolean> {
  return (await db.query<{ alive: number }>(ALIVE, [id])).length > 0;
}

export async function updateSessionMethods(
  tx: Queryable,
  id: string,
  amr: readonly AuthMethodUse[],
): Promise<void> {
  await tx.kysely
    .updateTable('auth.sessions')
    .set({ amr: JSON.stringify(amr) })
    .where('id', '=', id)
    .execute();
}

export type SessionSelection =
  | { sessionId: string }
  | { userId: string; exceptSessionId?: string | undefined };
export type EndedSession = { sessionId: string; userId: string };

/** Ends what is selected and alive, and says what that was. */
export async function endSessions(
  tx: Queryable,
  which: SessionSelection,
  { reason, now }: { reason: SessionEndReason; now: string },
): Promise<EndedSession[]> {
  let query = tx.kysely
    .updateTable('auth.sessions')
    .set({ ended_at: now, end_reason: reason })
    .where('ended_at', 'is', null);
  if ('sessionId' in which) query = query.where('id', '=', which.sessionId);
  else {
    query = query.where('user_id', '=', which.userId);
    if (which.exceptSessionId) query = query.where('id', '<>', which.exceptSessionId);
  }
  return await query.returning(['id as sessionId', 'user_id as userId']).execute();
}

export function endSessionsIdleSince(db: Queryable, before: string, now: string): Promise<EndedSession[]> {
  return db.kysely
    .updateTable('auth.sessions')
    .set({ ended_at: now, end_reason: 'idle' })
    .where('ended_at', 'is', null)
    .where('refreshed_at', '<', before)
    .returning(['id as sessionId', 'user_id as userId'])
    .execute();
}

export async function deleteSessionsEndedBefore(db: Queryable, before: string): Promise<void> {
  await db.kysely.deleteFrom('auth.sessions').where('ended_at', '<', before).execute();
}

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

/** The session's active token makes way for the one with number `counter`. */
export async function rotateTo(
  tx: Queryable,
  session: SessionRow,
  next: { counter: number; hash: string; now: string },
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
    .updateTable('auth.sessions')
    .set({ refresh_counter: next.counter, refreshed_at: next.now })
    .where('id', '=', session.id)
    .execute();
}

export async function deleteRefreshTokensRotatedBefore(db: Queryable, before: string): Promise<void> {
  await db.kysely.deleteFrom('auth.refresh_tokens').where('rotated_at', '<', before).execute();
}
