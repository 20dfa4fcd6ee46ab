import type { Database, Queryable } from '#server/db/database.ts';
import type { EcJwk } from '#server/db/auth-schema.ts';

export type StoredKey = {
  kid: string;
  public_jwk: EcJwk;
  private_jwk: EcJwk | null;
  active: boolean;
};
export type NewKey = { kid: string; publicJwk: EcJwk; privateJwk: EcJwk | null };

/** `retiredAfter`: ISO. */
export function listSigningKeys(db: Queryable, retiredAfter: string): Promise<StoredKey[]> {
  return db.kysely
    .selectFrom('auth.signing_keys')
    .select(['kid', 'public_jwk', 'private_jwk', 'active'])
    .where((where) => where.or([where('active', '=', true), where('retired_at', '>', retiredAfter)]))
    .execute();
}

/** Unless another process has just activated a key other than `replaces`. */
export async function activateSigningKey(
  db: Database,
  key: NewKey,
  { replaces, now }: { replaces: string | null; now: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.kysely
      .updateTable('auth.signing_keys')
      .set({ active: false, retired_at: now })
      .where('active', '=', true)
      .where('kid', '=', replaces ?? '')
      .execute();
    await tx.kysely
      .insertInto('auth.signing_keys')
      .values({
        kid: key.kid,
        public_jwk: JSON.stringify(key.publicJwk),
        private_jwk: key.privateJwk && JSON.stringify(key.privateJwk),
        active: true,
        created_at: now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });
}

export async function activateOperatorKey(db: Database, key: NewKey, now: string): Promise<void> {
  await db.transaction(
    async (tx) => {
      await tx.kysely
        .updateTable('auth.signing_keys')
        .set({ active: false, retired_at: now })
        .where('active', '=', true)
        .where('kid', '<>', key.kid)
        .execute();
      await tx.kysely
        .insertInto('auth.signing_keys')
        .values({
          kid: key.kid,
          public_jwk: JSON.stringify(key.publicJwk),
          private_jwk: null,
          active: true,
          created_at: now,
        })
        .onConflict((conflict) =>
          conflict.column('kid').doUpdateSet({ active: true, retired_at: null, private_jwk: null }),
        )
        .execute();
    },
    { retries: 3 },
  );
}

export async function deleteSigningKeysRetiredBefore(db: Queryable, before: string): Promise<void> {
  await db.kysely.deleteFrom('auth.signing_keys').where('retired_at', '<', before).execute();
}
