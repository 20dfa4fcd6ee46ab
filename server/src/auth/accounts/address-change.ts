import type { Queryable } from '#server/db/database.ts';
import type { OneTimeTokenKind } from '#server/db/auth-schema.ts';
import { notifyAddressChanged } from '#server/auth/notices.ts';
import type { EndedSession } from '#server/auth/sessions/session-repo.ts';
import { deleteFlowCodesOf } from '#server/auth/codes/flow-code-repo.ts';
import { deleteOneTimeTokens, isUsed, type OneTimeTokenRow } from '#server/auth/codes/one-time-token-repo.ts';
import { deleteUnverifiedFactorsOf } from '#server/auth/factors/factor-repo.ts';
import { nowIso } from '#server/clock.ts';
import type { AuthParts, Client } from '#server/auth/parts.ts';
import { releaseUnconfirmed } from './anonymous.ts';
import { takeOverConversion } from './first-proof.ts';
import { clearPendingAddresses, updateUser, type AuthUserRow } from './user-repo.ts';

export const EMAIL_CHANGE_KINDS: readonly OneTimeTokenKind[] = ['email_change_current', 'email_change_new'];

/** Whether a code to the current address is required as well. An unproved address may be mistyped: then the change takes the
 * proof of the owner instead. */
export const agreesToChange = ({
  email_proved_at: provedAt,
}: Pick<AuthUserRow, 'email_proved_at'>): boolean => provedAt !== null;

/** `obsolete`: replaced or completed. */
export type AddressChange = 'done' | 'half_confirmed' | 'obsolete';

/** Applies the change once both addresses have agreed. Codes of an earlier change are deleted by then. */
export async function applyEmailChange(
  parts: AuthParts,
  tx: Queryable,
  user: AuthUserRow,
  token: OneTimeTokenRow,
): Promise<AddressChange> {
  const { id, new_email: email } = user;
  const expected = token.kind === 'email_change_new' ? email : user.email;
  if (email === null || token.sent_to !== expected) return 'obsolete';
  const needed = agreesToChange(user) ? EMAIL_CHANGE_KINDS : (['email_change_new'] as const);
  for (const kind of needed) {
    if (kind !== token.kind && !(await isUsed(tx, id, kind))) return 'half_confirmed';
  }
  if (user.is_anonymous) await parts.signUps.checkConversion(tx);
  const now = nowIso(parts);
  await releaseUnconfirmed(tx, { email }, id);
  await updateUser(tx, id, {
    is_anonymous: false,
    email,
    email_confirmed_at: now,
    email_proved_at: now,
    new_email: null,
    updated_at: now,
  });
  await deleteOneTimeTokens(tx, id, [...EMAIL_CHANGE_KINDS, 'recovery', 'magiclink']);
  await parts.hooks.userChanged(tx, { id, email, is_anonymous: false }, now);
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
  if (user.is_anonymous) await parts.signUps.checkConversion(tx);
  const now = nowIso(parts);
  await releaseUnconfirmed(tx, { phone }, id);
  await updateUser(tx, id, {
    is_anonymous: false,
    phone,
    phone_confirmed_at: now,
    phone_proved_at: now,
    new_phone: null,
    updated_at: now,
  });
  await deleteOneTimeTokens(tx, id, ['sms']);
  await parts.hooks.userChanged(tx, { id, phone, is_anonymous: false }, now);
  return 'done';
}

/** Deletes what any session may have begun: changes of address, unexchanged codes, authenticator apps without their first code.
 * It would open the account later, or lock its owner out. */
export async function abandonPending(tx: Queryable, userId: string): Promise<void> {
  await clearPendingAddresses(tx, userId);
  await deleteOneTimeTokens(tx, userId, [...EMAIL_CHANGE_KINDS, 'phone_change']);
  await deleteFlowCodesOf(tx, userId);
  await deleteUnverifiedFactorsOf(tx, userId);
}

export type ChangedAddress = {
  event: 'email_changed' | 'phone_changed' | 'account_converted';
  user: AuthUserRow;
  ended: EndedSession[];
};

/** Ends every session and enqueues the notices to both addresses (SESS-03). `user`: before the change. The caller starts the new
 * session and calls `announceChange` after the commit. Undefined for other kinds of token. */
export async function endAfterChange(
  parts: AuthParts,
  client: Client,
  tx: Queryable,
  { user, kind, isOwn }: { user: AuthUserRow; kind: OneTimeTokenKind; isOwn: boolean },
): Promise<ChangedAddress | undefined> {
  const isEmail = EMAIL_CHANGE_KINDS.includes(kind);
  if (!isEmail && kind !== 'phone_change') return undefined;
  if (user.is_anonymous) {
    // Nobody else has been using the guest's account: it keeps its sessions (GUEST-02).
    const ended = isOwn ? [] : await takeOverConversion(parts, tx, user);
    return { event: 'account_converted', user, ended };
  }
  const event = isEmail ? 'email_changed' : 'phone_changed';
  await notifyAddressChanged(parts, tx, client, { user, isEmail });
  return { event, user, ended: await parts.sessions.end(tx, { kind: 'all', userId: user.id }, event) };
}

export function announceChange(
  parts: AuthParts,
  client: Client,
  { event, user, ended }: ChangedAddress,
): void {
  parts.sessions.publishEnded(ended);
  parts.securityLog.record(event, { userId: user.id, requestId: client.requestId, ip: client.ip });
}
