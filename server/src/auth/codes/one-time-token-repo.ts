import { sql, type Selectable } from 'kysely';
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
  code_challenge: string | null;
  sign_up_id: string | null;
  asked_by: string | null;
  created_at: string;
  expires_at: string;
};

export async function insertOneTimeToken(tx: Queryable, token: NewOneTimeToken): Promise<void> {
  await tx.kysely
    .insertInto('auth.one_time_tokens')
    .values({ ...token, payload: token.payload && JSON.stringify(token.payload) })
    .execute();
}

/** One row per sign-up with a password, without repeated links and rows of `contest` (sign-up.ts): those exist only for addresses
 * without an account. */
const IS_SIGN_UP = `(payload->>'passwordHash' is not null and code_hash is not null and sign_up_id = id)`;
/** Like the sign-up of an address with an account. */
const VOIDED = `expires_at = created_at, token_hash = null`;
const OF_KINDS = `user_id = $1 and ($2::text[] is null or kind = any($2)) and id is distinct from $3::uuid`;
const VOID_SIGN_UPS_SQL = `update auth.one_time_tokens set ${VOIDED} where ${OF_KINDS} and ${IS_SIGN_UP}`;
const DELETE_SQL = `delete from auth.one_time_tokens where ${OF_KINDS} and ${IS_SIGN_UP} is not true`;

/** Sign-ups with a password stay but no longer work: signing in with that password must be answered as before when the address gets
 * an account or the account changes (REG-04). */
export async function deleteOneTimeTokens(
  tx: Queryable,
  userId: string,
  kinds: readonly OneTimeTokenKind[] | 'all',
  exceptId: string | null = null,
): Promise<void> {
  const params = [userId, kinds === 'all' ? null : kinds, exceptId];
  await tx.query(VOID_SIGN_UPS_SQL, params);
  await tx.query(DELETE_SQL, params);
}

const HAND_OVER_SQL = `update auth.one_time_tokens set ${VOIDED}, user_id = $2 where user_id = $1 and ${IS_SIGN_UP}`;

/** Before the account of pending sign-ups is deleted, as another one gets its address. */
export async function handOverSignUps(tx: Queryable, fromId: string, toId: string): Promise<void> {
  await tx.query(HAND_OVER_SQL, [fromId, toId]);
}

export async function forgetPasswords(tx: Queryable, userId: string): Promise<void> {
  await tx.kysely
    .updateTable('auth.one_time_tokens')
    .set({ payload: null })
    .where('user_id', '=', userId)
    .where(sql<boolean>`payload->>'passwordHash' is not null`)
    .execute();
}

/** Tokens requested from the same network address, except those that an address of a change has confirmed. `isFlow`: links that
 * only the asking browser can use replace only each other, as several people may have that address. Sign-ups stay, also of a
 * taken address, which must not be told from others. */
export async function deleteEarlierTokens(
  tx: Queryable,
  {
    userId,
    kind,
    askedBy,
    isFlow,
  }: { userId: string; kind: OneTimeTokenKind; askedBy: string | null; isFlow: boolean },
): Promise<void> {
  await tx.kysely
    .deleteFrom('auth.one_time_tokens')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('asked_by', 'is not distinct from', askedBy)
    .where('code_challenge', isFlow ? 'is not' : 'is', null)
    .where('payload', 'is', null)
    .where('used_at', 'is', null)
    .execute();
}

export function findOpenToken(db: Queryable, id: string, now: string): Promise<OneTimeTokenRow | undefined> {
  return db.kysely
    .selectFrom('auth.one_time_tokens')
    .selectAll()
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

const byTokenHash = (tx: Queryable, hash: string, kinds: readonly OneTimeTokenKind[]) =>
  tx.kysely
    .selectFrom('auth.one_time_tokens')
    .selectAll()
    .where('token_hash', '=', hash)
    .where('kind', 'in', kinds);

export const findByTokenHash = (
  ...args: Parameters<typeof byTokenHash>
): Promise<OneTimeTokenRow | undefined> => byTokenHash(...args).executeTakeFirst();

export const lockByTokenHash = (
  ...args: Parameters<typeof byTokenHash>
): Promise<OneTimeTokenRow | undefined> =>
  byTokenHash(...args)
    .forUpdate()
    .executeTakeFirst();

type Entry = {
  now: string;
  attemptsMax: number;
  userId?: string | undefined;
  /** Network addresses that requested the code; they have separate attempts. */
  askers: readonly string[];
};

const notAskedBy = (askers: readonly string[]) =>
  sql<boolean>`(asked_by is null or asked_by not in (${sql.join(askers)}))`;

function openCodes(
  tx: Queryable,
  sentTo: string,
  kinds: readonly OneTimeTokenKind[],
  { now, attemptsMax, userId, askers }: Entry,
) {
  let query = tx.kysely
    .selectFrom('auth.one_time_tokens')
    .selectAll()
    .where('sent_to', '=', sentTo)
    .where('kind', 'in', kinds)
    .where('code_hash', 'is not', null)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where((row) =>
      row.or([
        row.and([row('asked_by', 'in', askers), row('attempts', '<', attemptsMax)]),
        row.and([notAskedBy(askers), row('attempts_by_others', '<', attemptsMax)]),
      ]),
    );
  if (userId !== undefined) query = query.where('user_id', '=', userId);
  return query.orderBy('created_at', 'desc').orderBy('id');
}

export const listOpenCodes = (...args: Parameters<typeof openCodes>): Promise<OneTimeTokenRow[]> =>
  openCodes(...args).execute();

export const lockOpenCodes = (...args: Parameters<typeof openCodes>): Promise<OneTimeTokenRow[]> =>
  openCodes(...args)
    .forUpdate()
    .execute();

export function findTokenOwner(tx: Queryable, id: string): Promise<{ user_id: string } | undefined> {
  return tx.kysely
    .selectFrom('auth.one_time_tokens')
    .select('user_id')
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function markUsed(tx: Queryable, id: string, now: string): Promise<void> {
  await tx.kysely.updateTable('auth.one_time_tokens').set({ used_at: now }).where('id', '=', id).execute();
}

export async function shortenLifetime(tx: Queryable, id: string, latest: string): Promise<void> {
  await tx.kysely
    .updateTable('auth.one_time_tokens')
    .set({ expires_at: latest })
    .where('id', '=', id)
    .where('expires_at', '>', latest)
    .execute();
}

export async function countWrongCode(
  tx: Queryable,
  ids: readonly string[],
  askers: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await tx.kysely
    .updateTable('auth.one_time_tokens')
    .set({
      attempts: sql<number>`attempts + case when ${notAskedBy(askers)} then 0 else 1 end`,
      attempts_by_others: sql<number>`attempts_by_others + case when ${notAskedBy(askers)} then 1 else 0 end`,
    })
    .where('id', 'in', ids)
    .execute();
}

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

export type PendingSignUp = { sign_up_id: string; kind: OneTimeTokenKind; payload: SignUpPayload };

export async function listSignUps(tx: Queryable, userId: string): Promise<PendingSignUp[]> {
  const rows = await tx.kysely
    .selectFrom('auth.one_time_tokens')
    .distinctOn('sign_up_id')
    .select(['sign_up_id', 'kind', 'payload'])
    .where('user_id', '=', userId)
    .where('sign_up_id', 'is not', null)
    .where('payload', 'is not', null)
    .orderBy('sign_up_id')
    .execute();
  return rows as PendingSignUp[];
}

/** The newest with a password, whether or not there is an account, and whether or not its link was opened. */
export async function findLastSignUp(
  db: Queryable,
  { sentTo, since }: { sentTo: string; since: string },
): Promise<SignUpPayload | undefined> {
  const row = await db.kysely
    .selectFrom('auth.one_time_tokens')
    .select('payload')
    .where('sent_to', '=', sentTo)
    .where(sql<boolean>`${sql.raw(IS_SIGN_UP)}`)
    .where('created_at', '>', since)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row?.payload ?? undefined;
}
