import { sql, type Insertable, type Selectable } from 'kysely';
import { hasSecondStepSql, isRestricted } from '#server/auth/factors/assurance.ts';
import type { Queryable } from '#server/db/database.ts';
import type { Agent } from './agent.ts';
import type {
  AuthenticatorLevel,
  AuthMethodUse,
  AuthSessionsTable,
  SessionEndReason,
} from '#server/db/auth-schema.ts';
import type { SessionOfUser, SessionStanding } from './session-liveness.ts';

export type SessionRow = Selectable<AuthSessionsTable>;
export type NewSession = Omit<
  Pick<Insertable<AuthSessionsTable>, 'id' | 'user_id' | 'refresh_salt' | 'cookie_hash' | 'created_at'>,
  'cookie_hash'
> & { cookie_hash: string | null; amr: AuthMethodUse[] } & Agent;

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

/** Without a lock: unlike one held by `holdSession`, it may end before the commit. */
export async function isSessionAlive(tx: Queryable, { sessionId, userId }: SessionOfUser): Promise<boolean> {
  const session = await findSession(tx, sessionId);
  return session?.user_id === userId && session.ended_at === null;
}

export function listSessionRows(
  db: Queryable,
  userId: string,
  { startedAfter, usedAfter, limit }: { startedAfter: string; usedAfter: string; limit: number },
): Promise<SessionRow[]> {
  return db.kysely
    .selectFrom('auth.sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('created_at', '>=', startedAfter)
    .where('refreshed_at', '>=', usedAfter)
    .orderBy('refreshed_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Of an anonymous account. `idStart`: the first eight hexadecimal digits of the session's id. */
export async function findSessionOfCookie(
  tx: Queryable,
  idStart: string,
  cookieHash: string,
): Promise<string | undefined> {
  const [row] = await tx.query<{ id: string }>(
    `select s.id from auth.sessions s join auth.users u on u.id = s.user_id
     where s.id between $1 and $2 and s.cookie_hash = $3 and u.is_anonymous limit 1`,
    [`${idStart}-0000-0000-0000-000000000000`, `${idStart}-ffff-ffff-ffff-ffffffffffff`, cookieHash],
  );
  return row?.id;
}

export function lockSession(tx: Queryable, id: string): Promise<SessionRow | undefined> {
  return tx.kysely
    .selectFrom('auth.sessions')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

const STANDING_SQL = `
  select session.aal, u.is_anonymous, ${hasSecondStepSql} as has_second_step
  from auth.sessions session join auth.users u on u.id = session.user_id
  where session.id = $1 and session.user_id = $2 and session.ended_at is null`;

export async function findSessionStanding(
  db: Queryable,
  { sessionId, userId }: SessionOfUser,
): Promise<SessionStanding> {
  type Row = { aal: AuthenticatorLevel; has_second_step: boolean; is_anonymous: boolean };
  const [row] = await db.query<Row>(STANDING_SQL, [sessionId, userId]);
  if (row === undefined) return 'ended';
  if (row.is_anonymous) return 'anonymous';
  if (isRestricted(row.aal, row.has_second_step)) return 'restricted';
  return row.has_second_step ? 'two_step' : 'single_step';
}

export async function updateSessionMethods(
  tx: Queryable,
  id: string,
  { amr, ...set }: { amr: readonly AuthMethodUse[]; password_set_at?: string },
): Promise<void> {
  await tx.kysely
    .updateTable('auth.sessions')
    .set({ ...set, amr: JSON.stringify(amr) })
    .where('id', '=', id)
    .execute();
}

/** Raises to aal2. Refresh tokens numbered below `refresh_floor` become invalid. */
export function updateSessionAssurance(
  tx: Queryable,
  id: string,
  raised: { factor_id: string; amr: readonly AuthMethodUse[]; refresh_floor: number },
): Promise<SessionRow> {
  return tx.kysely
    .updateTable('auth.sessions')
    .set({ ...raised, aal: 'aal2', amr: JSON.stringify(raised.amr) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Which sessions end. `others_restricted`: all others that lack the second step. `suspended`: all, and nothing else, because
 * reinstating the person brings the rest back. `deleted`: all, and the account with them, in this transaction or soon. `askedBy`: the
 * session that asks for it, of which those that are setting a new password may be spared (`sparedSql`). */
export type SessionSelection = (
  | { kind: 'one'; sessionId: string; userId?: string }
  | { kind: 'others' | 'others_restricted'; userId: string; exceptSessionId: string }
  | { kind: 'all' | 'suspended' | 'deleted'; userId: string }
) & { askedBy?: string };
const ENDED = [
  'id as sessionId',
  'user_id as userId',
  sql<SessionEndReason>`end_reason`.as('reason'),
  sql<boolean>`amr @> '[{"method": "anonymous"}]'`.as('startedAsGuest'),
] as const;
/** `startedAsGuest`: the anonymous account may have an address by now. */
export type EndedSession = {
  sessionId: string;
  userId: string;
  reason: SessionEndReason;
  startedAsGuest: boolean;
};

/** From a reset link or, where the account has no e-mail address, from a code by text message (`isRecovering`). */
const recoveringSql = (session: string) => `(${session}.amr @> '[{"method": "recovery"}]'
  or ${session}.amr @> '[{"by": "sms"}]' and ${session}.password_set_at is null
    and exists (select from auth.users u where u.id = ${session}.user_id and u.email is null))`;

/** How many sessions that may reset the password other sessions may end within an hour. Otherwise the holder of a stolen session
 * could end each one before the owner has typed a new password. */
const RECOVERING_ENDED_MAX = 2;
const sparedSql = (askedBy: string, since: string) => sql<boolean>`(
  auth.sessions.id <> ${askedBy} and ${sql.raw(recoveringSql('auth.sessions'))} and auth.sessions.created_at > ${since}
  and ${RECOVERING_ENDED_MAX} <= (
    select count(*) from auth.sessions ended
    where ended.user_id = auth.sessions.user_id and ${sql.raw(recoveringSql('ended'))} and ended.created_at > ${since}
      and ended.end_reason in ('signed_out', 'password_changed')))`;

export async function endSessions(
  tx: Queryable,
  which: SessionSelection,
  { reason, now, recoveringSince }: { reason: SessionEndReason; now: string; recoveringSince: string },
): Promise<EndedSession[]> {
  let query = tx.kysely
    .updateTable('auth.sessions')
    .set({ ended_at: now, end_reason: reason })
    .where('ended_at', 'is', null);
  if (which.userId !== undefined) query = query.where('user_id', '=', which.userId);
  if ('sessionId' in which) query = query.where('id', '=', which.sessionId);
  if ('exceptSessionId' in which) query = query.where('id', '<>', which.exceptSessionId);
  if (which.kind === 'others_restricted') query = query.where('aal', '=', 'aal1');
  const { askedBy } = which;
  if (askedBy !== undefined) query = query.where((row) => row.not(sparedSql(askedBy, recoveringSince)));
  return await query.returning(ENDED).execute();
}

/** Those that `endSessions` has just spared. */
export function listSpared(
  tx: Queryable,
  { userId, askedBy }: { userId: string; askedBy: string },
  recoveringSince: string,
): Promise<{ id: string; created_at: string }[]> {
  return tx.kysely
    .selectFrom('auth.sessions')
    .select(['id', 'created_at'])
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where(sparedSql(askedBy, recoveringSince))
    .execute();
}

/** Locks it, if it could still reset the password: none has been set with it. */
export async function lockRecovering(tx: Queryable, id: string): Promise<boolean> {
  const rows = await tx.query(
    `select from auth.sessions s where s.id = $1 and s.ended_at is null and ${recoveringSql('s')} for update of s`,
    [id],
  );
  return rows.length > 0;
}

/** The sessions used last are kept. */
export async function deleteSurplusSessions(
  tx: Queryable,
  { userId, aal, kept }: { userId: string; aal: AuthenticatorLevel; kept: number },
): Promise<EndedSession[]> {
  const rows = await tx.query<{ id: string; startedAsGuest: boolean }>(
    `delete from auth.sessions where id = any(array(
       select id from auth.sessions where user_id = $1 and aal = $2 and ended_at is null
       order by refreshed_at desc, created_at desc, id offset $3))
     returning id, amr @> '[{"method": "anonymous"}]' as "startedAsGuest"`,
    [userId, aal, kept],
  );
  return rows.map(({ id, ...row }) => ({ ...row, sessionId: id, userId, reason: 'ended' }));
}

const LAPSES_BY = { idle: 'refreshed_at', expired: 'created_at' } as const;

/** At most `limit`. Sessions of anonymous accounts never lapse: there is no other way back in (GUEST-03). */
export function endLapsedSessions(
  db: Queryable,
  reason: keyof typeof LAPSES_BY,
  { before, now, limit }: { before: string; now: string; limit: number },
): Promise<EndedSession[]> {
  const since = LAPSES_BY[reason];
  const lapsed = db.kysely
    .selectFrom('auth.sessions')
    .select('id')
    .where('ended_at', 'is', null)
    .where(since, '<', before)
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('auth.users')
            .select('auth.users.id')
            .whereRef('auth.users.id', '=', 'auth.sessions.user_id')
            .where('is_anonymous', '=', true),
        ),
      ),
    )
    .limit(limit);
  return (
    db.kysely
      .updateTable('auth.sessions')
      .set({ ended_at: now, end_reason: reason })
      .where('id', 'in', lapsed)
      // Asked again of the locked row: the session may have ended or been refreshed meanwhile.
      .where('ended_at', 'is', null)
      .where(since, '<', before)
      .returning(ENDED)
      .execute()
  );
}

const DELETE_ENDED_SQL = `
  delete from auth.sessions where id = any(array(select id from auth.sessions where ended_at < $1 limit $2))
  returning 1`;

export const deleteSessionsEndedBefore = (db: Queryable, before: string, limit: number): Promise<number> =>
  db.query(DELETE_ENDED_SQL, [before, limit]).then(({ length }) => length);

export async function advanceSession(
  tx: Queryable,
  id: string,
  next: { counter: number; now: string; agent: Agent },
): Promise<void> {
  await tx.kysely
    .updateTable('auth.sessions')
    .set({ refresh_counter: next.counter, refreshed_at: next.now, ...next.agent })
    .where('id', '=', id)
    .execute();
}

/** Sessions raised by this factor fall back to aal1 and lose `method`. */
export async function lowerSessionsOf(tx: Queryable, factorId: string, method: string): Promise<void> {
  await tx.query(
    `update auth.sessions set aal = 'aal1', factor_id = null,
       amr = coalesce((select jsonb_agg(use order by at) from jsonb_array_elements(amr) with ordinality as u (use, at)
         where use ->> 'method' <> $2), '[]')
     where factor_id = $1`,
    [factorId, method],
  );
}
