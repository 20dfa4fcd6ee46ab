import { displayName } from '@hereabouts/contract/auth';
import type { Queryable } from '#server/db/database.ts';
import type { SignUpPayload } from '#server/db/auth-schema.ts';
import { nowIso, type AuthParts } from './parts.ts';
import { updateUser, type AuthUserRow } from './user-repo.ts';

export const isConfirmed = (user: AuthUserRow): boolean =>
  user.email_confirmed_at !== null || user.phone_confirmed_at !== null;

/**
 * The address has proved to be the person's own. The first time, the account becomes what was asked for by the sign-up
 * that is being confirmed, and nothing of other sign-ups with the same address stays: their password could be anybody's.
 */
export async function confirmUser(
  parts: AuthParts,
  tx: Queryable,
  user: AuthUserRow,
  payload: SignUpPayload | null,
): Promise<AuthUserRow> {
  if (isConfirmed(user)) return user;
  const now = nowIso(parts);
  const confirmed = await updateUser(tx, user.id, {
    ...(user.email === null ? { phone_confirmed_at: now } : { email_confirmed_at: now }),
    password_hash: payload?.passwordHash ?? null,
    user_metadata: payload?.userMetadata ?? {},
    updated_at: now,
  });
  await announcePerson(parts, tx, confirmed, now);
  return confirmed;
}

export async function announcePerson(
  { hooks }: AuthParts,
  tx: Queryable,
  { id, email, phone, user_metadata: metadata }: AuthUserRow,
  now: string,
): Promise<void> {
  await hooks.userCreated(tx, { id, name: displayName(metadata), email, phone }, now);
}
