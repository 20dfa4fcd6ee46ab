import type { Queryable } from '#server/db/database.ts';
import { nowIso } from '#server/clock.ts';
import type { AuthParts } from '#server/auth/parts.ts';
import { updateUser, type AuthUserRow } from '#server/auth/accounts/user-repo.ts';
import { WireError } from '#server/auth/wire-error.ts';

/** A stranger who signed up with an unproved address could lock its owner out. @throws WireError */
export function checkAddressProved(user: AuthUserRow): void {
  if (user.email !== null) {
    if (user.email_proved_at !== null) return;
    throw new WireError('email_not_confirmed', 'Please confirm your email with a code first');
  }
  if (user.phone_proved_at !== null) return;
  throw new WireError('phone_not_confirmed', 'Please confirm your phone number with a code first');
}

/** An unproved number beside a proved e-mail address may be somebody else's. */
export async function dropUnprovedPhone(
  parts: AuthParts,
  tx: Queryable,
  { id, email, phone, phone_proved_at: provedAt }: AuthUserRow,
): Promise<void> {
  if (email === null || phone === null || provedAt !== null) return;
  const now = nowIso(parts);
  await updateUser(tx, id, { phone: null, phone_confirmed_at: null, updated_at: now });
  await parts.hooks.userChanged(tx, { id, phone: null }, now);
}
