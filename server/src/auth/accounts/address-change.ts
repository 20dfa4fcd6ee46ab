import type { Queryable } from '#server/db/database.ts';
import type { OneTimeTokenKind } from '#server/db/auth-schema.ts';
import { notifyEmailChanged, notifyPhoneChanged } from '#server/auth/codes/deliveries.ts';
import type { SessionEnded } from '#server/auth/events.ts';
import { deleteOneTimeTokens, isUsed, type OneTimeTokenRow } from '#server/auth/codes/one-time-token-repo.ts';
import { nowIso } from '#server/clock.ts';
import type { AuthParts, Client } from '#server/auth/parts.ts';
import { updateUser, type AuthUserRow } from './user-repo.ts';

export const EMAIL_CHANGE_KINDS: readonly OneTimeTokenKind[] = ['email_change_current', 'email_change_new'];

/** `obsolete`: the change was replaced or completed. */
export type AddressChange = 'done' | 'half_confirmed' | 'obsolete';

/** One address has agreed; applies the change when both have. Codes of an earlier change are deleted by then. */
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
  await updateUser(tx, id, {
    email,
    email_confirmed_at: now,
    email_proved_at: now,
    new_email: null,
    updated_at: now,
  });
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
  await updateUser(tx, id, {
    phone,
    phone_confirmed_at: now,
    phone_proved_at: now,
    new_phone: null,
    updated_at: now,
  });
  await deleteOneTimeTokens(tx, id, ['sms']);
  await parts.hooks.userChanged(tx, { id, phone }, now);
  return 'done';
}

export type ChangedAddress = {
  event: 'email_changed' | 'phone_changed';
  user: AuthUserRow;
  ended: SessionEnded[];
};

/** Ends every session of an account whose address a token of this kind has just changed; the caller starts
 * the new one. Undefined for other tokens. Call `announceChange` with the result after the commit. */
export async function endAfterChange(
  { sessions }: AuthParts,
  tx: Queryable,
  user: AuthUserRow,
  kind: OneTimeTokenKind,
): Promise<ChangedAddress | undefined> {
  const isEmail = EMAIL_CHANGE_KINDS.includes(kind);
  if (!isEmail && kind !== 'phone_change') return undefined;
  const event = isEmail ? 'email_changed' : 'phone_changed';
  return { event, user, ended: await sessions.end(tx, { userId: user.id }, event) };
}

/** Closes the ended sessions' sockets, logs the change and notifies both addresses (SESS-03). */
export function announceChange(
  parts: AuthParts,
  client: Client,
  { event, user, ended }: ChangedAddress,
): void {
  const { id: userId, email, new_email: newEmail } = user;
  parts.sessions.announce(ended);
  parts.securityLog.record(event, { userId, requestId: client.requestId, ip: client.ip });
  if (event === 'phone_changed') {
    if (email !== null) notifyPhoneChanged(parts, client, email);
    return;
  }
  for (const to of [email, newEmail]) {
    if (to !== null) notifyEmailChanged(parts, client, { to, isOld: to === email, newEmail: newEmail ?? '' });
  }
}
