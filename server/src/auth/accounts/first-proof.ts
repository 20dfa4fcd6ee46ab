import type { Queryable } from '#server/db/database.ts';
import type { OneTimeTokenKind } from '#server/db/auth-schema.ts';
import { isConfirmed } from '#server/auth/codes/confirmation.ts';
import type { EndedSession } from '#server/auth/sessions/session-repo.ts';
import { deleteFactorsOf, listFactors } from '#server/auth/factors/factor-repo.ts';
import { forgetBrowsers, isKnownBrowser } from '#server/auth/sessions/known-browsers.ts';
import { deleteOneTimeTokens, type OneTimeTokenRow } from '#server/auth/codes/one-time-token-repo.ts';
import { enqueueNotice } from '#server/auth/notices.ts';
import { nowIso } from '#server/clock.ts';
import type { AuthParts, Client } from '#server/auth/parts.ts';
import { updateUser, type AuthUserRow } from './user-repo.ts';

const nothing = () => {};

/** Tokens of address changes prove nothing: a signed-in person requests them. */
const PROVING_KINDS = new Set<OneTimeTokenKind>(['signup', 'recovery', 'magiclink', 'sms']);

/** When anybody but an anonymous account's session proves its first address: the password may be a stranger's. Deletes sessions
 * and password; there are no friends yet. Publish the result after the commit. */
export async function takeOverConversion(
  parts: AuthParts,
  tx: Queryable,
  user: AuthUserRow,
): Promise<EndedSession[]> {
  await updateUser(tx, user.id, {
    password_hash: null,
    needs_password: user.password_hash !== null,
    updated_at: nowIso(parts),
  });
  await forgetBrowsers(tx, user.id);
  await parts.hooks.userTakenOver?.(tx, user.id);
  return await parts.sessions.end(tx, { kind: 'all', userId: user.id }, 'ended');
}

/** A stranger may have signed up with the address: deletes sessions, password, authenticator apps (none has its first code) and
 * the other address. Call the result after the commit. */
export async function takeOverOnFirstProof(
  parts: AuthParts,
  client: Pick<Client, 'browserToken' | 'ip'>,
  tx: Queryable,
  user: AuthUserRow,
  token: Pick<OneTimeTokenRow, 'id' | 'kind' | 'sent_to'>,
): Promise<() => void> {
  if (!isConfirmed(user) || !PROVING_KINDS.has(token.kind)) return nothing;
  const isEmail = token.sent_to === user.email;
  if (!isEmail && token.sent_to !== user.phone) return nothing;
  if ((isEmail ? user.email_proved_at : user.phone_proved_at) !== null) return nothing;
  const factors = await listFactors(tx, user.id);
  // The second step follows; a mailbox alone must not bypass it.
  if (factors.some(({ status }) => status === 'verified')) return nothing;
  const now = nowIso(parts);
  const other = isEmail ? user.phone : user.email;
  // SESS-03. Whoever reads its mail is the owner as much as whoever has the number.
  if (!isEmail && user.email_proved_at !== null) {
    const data = { newEmail: null, resetUrl: null };
    await enqueueNotice(parts, tx, { user, ip: client.ip }, { template: 'emailChanged', data });
  }
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
  const isOwnBrowser = await isKnownBrowser({ db: tx, clock: parts.clock }, client, user.id);
  await forgetBrowsers(tx, user.id);
  // None is verified: whoever enrolled it knows its secret.
  await deleteFactorsOf(tx, user.id);
  const toPublish: (() => void)[] = [];
  const endAgreements = async () => {
    if (isOwnBrowser) return;
    toPublish.push((await parts.hooks.takenOverFromUnknownBrowser?.(tx, user.id)) ?? nothing);
  };
  // Friendships are locked before people, links and sessions.
  await endAgreements();
  await parts.hooks.userTakenOver?.(tx, user.id);
  await deleteOneTimeTokens(tx, user.id, 'all', token.id);
  if (other !== null) {
    await parts.hooks.userChanged(tx, { id: user.id, ...(isEmail ? { phone: null } : { email: null }) }, now);
  }
  const ended = await parts.sessions.end(tx, { kind: 'all', userId: user.id }, 'ended');
  await endAgreements();
  return () => {
    parts.sessions.publishEnded(ended);
    for (const publish of toPublish) publish();
  };
}
