import type { Queryable } from '#server/db/database.ts';
import type { OneTimeTokenKind } from '#server/db/auth-schema.ts';
import { isConfirmed } from '#server/auth/codes/confirmation.ts';
import type { SessionEnded } from '#server/auth/events.ts';
import { deleteFactorsOf, listFactors } from '#server/auth/factors/factor-repo.ts';
import { forgetBrowsers } from '#server/auth/sessions/known-browsers.ts';
import { deleteAllTokens, type OneTimeTokenRow } from '#server/auth/codes/one-time-token-repo.ts';
import { nowIso } from '#server/clock.ts';
import type { AuthParts } from '#server/auth/parts.ts';
import { updateUser, type AuthUserRow } from './user-repo.ts';

/** Not those of address changes, which a signed-in person requests and completes. */
const PROVING_KINDS = new Set<OneTimeTokenKind>(['signup', 'recovery', 'magiclink', 'sms']);

/** A guest's account gets its first address from whoever proves it. Unless the guest's own session does, the guest may be a
 * stranger, who has chosen the password: the guest's sessions and password are deleted. Publish them after the commit. */
export async function takeOverConversion(
  parts: AuthParts,
  tx: Queryable,
  user: AuthUserRow,
): Promise<SessionEnded[]> {
  await updateUser(tx, user.id, {
    password_hash: null,
    needs_password: user.password_hash !== null,
    updated_at: nowIso(parts),
  });
  await forgetBrowsers(tx, user.id);
  await parts.hooks.userTakenOver?.(tx, user.id);
  return await parts.sessions.end(tx, { userId: user.id }, 'ended');
}

/** The first person who proves an address is its owner, and its sign-up may be a stranger's: sessions,
 * password and the other address are deleted. Publish the sessions after the commit. */
export async function takeOverOnFirstProof(
  parts: AuthParts,
  tx: Queryable,
  user: AuthUserRow,
  token: Pick<OneTimeTokenRow, 'id' | 'kind' | 'sent_to'>,
): Promise<SessionEnded[]> {
  if (!isConfirmed(user) || !PROVING_KINDS.has(token.kind)) return [];
  const isEmail = token.sent_to === user.email;
  if (!isEmail && token.sent_to !== user.phone) return [];
  if ((isEmail ? user.email_proved_at : user.phone_proved_at) !== null) return [];
  const factors = await listFactors(tx, user.id);
  // The second step follows; a mailbox alone must not bypass it.
  if (factors.some(({ status }) => status === 'verified')) return [];
  const now = nowIso(parts);
  const other = isEmail ? user.phone : user.email;
  await updateUser(tx, user.id, {
    ...(isEmail
      ? { email_proved_at: now, phone: null, phone_confirmed_at: null, phone_proved_at: null }
      : { phone_proved_at: now, email: null, email_confirmed_at: null, email_proved_at: null }),
    password_hash: null,
    needs_password: user.password_hash !== null,
    new_email: null,
    new_phone: null,
    updated_at: now,
  });
  await forgetBrowsers(tx, user.id);
  // None is verified: whoever enrolled it knows its secret.
  await deleteFactorsOf(tx, user.id);
  await parts.hooks.userTakenOver?.(tx, user.id);
  await deleteAllTokens(tx, user.id, token.id);
  if (other !== null) {
    await parts.hooks.userChanged(tx, { id: user.id, ...(isEmail ? { phone: null } : { email: null }) }, now);
  }
  return await parts.sessions.end(tx, { userId: user.id }, 'ended');
}
