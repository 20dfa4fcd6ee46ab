import type { Queryable } from '#server/db/database.ts';
import type { OneTimeTokenKind } from '#server/db/auth-schema.ts';
import { deleteOneTimeTokens, isUsed, type OneTimeTokenRow } from './one-time-token-repo.ts';
import { nowIso, type AuthParts } from './parts.ts';
import { updateUser, type AuthUserRow } from './user-repo.ts';

export const EMAIL_CHANGE_KINDS: readonly OneTimeTokenKind[] = ['email_change_current', 'email_change_new'];

/** `obsolete`: the change that the code belongs to was replaced or is done. */
export type AddressChange = 'done' | 'half_confirmed' | 'obsolete';

/** One address has agreed; makes the change when the other has too. Codes of an earlier change are gone by then. */
export async function applyEmailChange(
  parts: AuthParts,
  tx: Queryable,
  user: AuthUserRow,
  token: OneTimeTokenRow,
): Promise<AddressChange> {
  const { id, new_email: email } = user;
  const expected = token.kind === 'email_change_new' ? email : user.email;
  if (email === null || token.sent_to !== expected) return 'obsolete';
  const needed = user.email === null ? (['email_change_new'] as const) : EMAIL_CHANGE_KINDS;
  for (const kind of needed) {
    if (kind !== token.kind && !(await isUsed(tx, id, kind))) return 'half_confirmed';
  }
  const now = nowIso(parts);
  await updateUser(tx, id, { email, email_confirmed_at: now, new_email: null, updated_at: now });
  await deleteOneTimeTokens(tx, id, [...EMAIL_CHANGE_KINDS, 'recovery', 'magiclink']);
  await parts.hooks.userChanged(tx, { id, email }, now);
  return 'done';
}

export async function applyPhoneChange(
  parts: AuthParts,
  tx: Queryable,
  user: AuthUserRow,
  token: OneTimeTokenRow,
): Promise<AddressChange> {
  const { id, new_phone: phone } = user;
  if (phone === null || token.sent_to !== phone) return 'obsolete';
  const now = nowIso(parts);
  await updateUser(tx, id, { phone, phone_confirmed_at: now, new_phone: null, updated_at: now });
  await deleteOneTimeTokens(tx, id, ['sms']);
  await parts.hooks.userChanged(tx, { id, phone }, now);
  return 'done';
}
