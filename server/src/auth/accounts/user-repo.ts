import type { Selectable, Updateable } from 'kysely';
import type { Queryable } from '#server/db/database.ts';
import type { AuthUsersTable, UserMetadata } from '#server/db/auth-schema.ts';

export type AuthUserRow = Selectable<AuthUsersTable>;
export type UserChanges = Omit<Updateable<AuthUsersTable>, 'id' | 'user_metadata'> & {
  user_metadata?: UserMetadata;
};

export type Identifier = { email: string; phone?: undefined } | { phone: string; email?: undefined };

export function findUserById(db: Queryable, id: string): Promise<AuthUserRow | undefined> {
  return db.kysely.selectFrom('auth.users').selectAll().where('id', '=', id).executeTakeFirst();
}

export function lockUser(tx: Queryable, id: string): Promise<AuthUserRow | undefined> {
  return tx.kysely.selectFrom('auth.users').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export function findUserBy(db: Queryable, identifier: Identifier): Promise<AuthUserRow | undefined> {
  const query = db.kysely.selectFrom('auth.users').selectAll();
  return identifier.email === undefined
    ? query.where('phone', '=', identifier.phone).executeTakeFirst()
    : query.where('email', '=', identifier.email).executeTakeFirst();
}

export type NewUser = Identifier & {
  id: string;
  passwordHash: string | null;
  metadata: UserMetadata;
  confirmed: boolean;
  invitationCodeId?: number | null;
  now: string;
};

export function insertUser(tx: Queryable, user: NewUser): Promise<AuthUserRow | undefined> {
  const confirmedAt = user.confirmed ? user.now : null;
  return tx.kysely
    .insertInto('auth.users')
    .values({
      id: user.id,
      email: user.email ?? null,
      phone: user.phone ?? null,
      email_confirmed_at: user.email === undefined ? null : confirmedAt,
      phone_confirmed_at: user.phone === undefined ? null : confirmedAt,
      password_hash: user.passwordHash,
      user_metadata: JSON.stringify(user.metadata),
      confirmation_sent_at: user.confirmed ? null : user.now,
      invitation_code_id: user.invitationCodeId ?? null,
      created_at: user.now,
      updated_at: user.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** Without an address (GUEST-01). */
export function insertAnonymousUser(
  tx: Queryable,
  { id, metadata, now }: Pick<NewUser, 'id' | 'metadata' | 'now'>,
): Promise<AuthUserRow> {
  return tx.kysely
    .insertInto('auth.users')
    .values({
      id,
      is_anonymous: true,
      user_metadata: JSON.stringify(metadata),
      last_sign_in_at: now,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function updateUser(tx: Queryable, id: string, changes: UserChanges): Promise<AuthUserRow> {
  const { user_metadata: metadata, ...columns } = changes;
  return tx.kysely
    .updateTable('auth.users')
    .set({ ...columns, ...(metadata && { user_metadata: JSON.stringify(metadata) }) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** As `displayName` reads it. */
export async function updateName(tx: Queryable, id: string, name: string): Promise<void> {
  await tx.query(
    `update auth.users set user_metadata = user_metadata || jsonb_build_object('name', $2::text) where id = $1`,
    [id, name],
  );
}

export async function deleteUser(tx: Queryable, id: string): Promise<void> {
  await tx.kysely.deleteFrom('auth.users').where('id', '=', id).execute();
}

export async function clearPendingAddresses(tx: Queryable, userId: string): Promise<void> {
  await tx.kysely
    .updateTable('auth.users')
    .set({ new_email: null, new_phone: null })
    .where('id', '=', userId)
    .where((row) => row.or([row('new_email', 'is not', null), row('new_phone', 'is not', null)]))
    .execute();
}

export async function clearLapsedChanges(db: Queryable, now: string): Promise<void> {
  for (const [column, kind] of [
    ['new_email', 'email_change_new'],
    ['new_phone', 'phone_change'],
  ] as const) {
    await db.kysely
      .updateTable('auth.users')
      .set({ [column]: null })
      .where(column, 'is not', null)
      .where((row) =>
        row.not(
          row.exists(
            row
              .selectFrom('auth.one_time_tokens')
              .select('auth.one_time_tokens.id')
              .whereRef('auth.one_time_tokens.user_id', '=', 'auth.users.id')
              .where('kind', '=', kind)
              .where('expires_at', '>', now),
          ),
        ),
      )
      .execute();
  }
}

/** Not if somebody signed up with the address again since `$2`: the link may still work, and the password must be recognised as
 * long as that of a sign-up with a taken address, so that signing in reveals nothing (REG-04). */
const UNCONFIRMED_SQL = `
  email_confirmed_at is null and phone_confirmed_at is null and not is_anonymous and created_at < $1
    and not exists (select from auth.one_time_tokens t where t.user_id = users.id and t.created_at > $2)`;
/** The condition is checked again once the row is locked: the account may have been confirmed meanwhile. */
const DELETE_UNCONFIRMED_SQL = `
  delete from auth.users where ${UNCONFIRMED_SQL}
    and id = any(array(select id from auth.users where ${UNCONFIRMED_SQL} limit $3)) returning id`;

/** At most `limit` of those without a link or code since `askedBefore`; returns how many. */
export async function deleteUnconfirmedBefore(
  db: Queryable,
  { before, askedBefore, limit }: { before: string; askedBefore: string; limit: number },
): Promise<number> {
  return (await db.query(DELETE_UNCONFIRMED_SQL, [before, askedBefore, limit])).length;
}
