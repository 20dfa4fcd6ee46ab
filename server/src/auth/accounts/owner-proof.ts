import { AUTH_TEXTS } from '@hereabouts/contract/auth';
import { nowIso } from '#server/clock.ts';
import type { Queryable } from '#server/db/database.ts';
import { enqueueCode } from '#server/auth/codes/code-jobs.ts';
import { FRESH_PROOF_MS } from '#server/auth/factors/assurance.ts';
import { lockOwner, type SignedIn } from '#server/auth/http/bearer.ts';
import { addressOf } from '#server/auth/http/requests.ts';
import { invalid, WireError } from '#server/auth/wire-error.ts';
import { isProved } from '#server/auth/limits/send-limits.ts';
import { checkSmsTarget } from '#server/auth/limits/sms-targets.ts';
import type { AuthParts, Client } from '#server/auth/parts.ts';
import {
  hasJustSetPassword,
  recordProof,
  takeProof,
  wasRecentlyProved,
} from '#server/auth/sessions/session-proof.ts';
import { RECOVERY_MS } from '#server/auth/sessions/session-lifetime.ts';
import { updateUser, type AuthUserRow, type Identifier } from './user-repo.ts';

const NO_ADDRESS_TEXT = 'Reauthentication requires the user to have an email or a phone number';

type Owner = Pick<SignedIn, 'user' | 'session'>;
type Proof = { currentPassword: string | undefined; nonce: string | undefined };
/** `password`: the new one, where no address changes with it. */
type Asked = Proof & { password: string | undefined };

/** The code replaces the current password and proves the address. */
export async function reauthenticate(parts: AuthParts, client: Client, { user }: SignedIn): Promise<void> {
  if (user.is_anonymous) throw invalid(NO_ADDRESS_TEXT);
  const to = identifierOf(user);
  if (to.phone !== undefined) checkSmsTarget(to.phone, parts.config);
  const { ip, requestId } = client;
  const ownAddress = { isProved: isProved(user, to) };
  await parts.limits.takeSend({ ip, requestId, to, purpose: 'code', userId: user.id, ownAddress });
  await parts.db.transaction(async (tx) => {
    const issue = { userId: user.id, kind: 'reauthentication' as const };
    const tokenId = await parts.oneTimeTokens.issue(tx, { ...issue, sentTo: addressOf(to), askedFrom: ip });
    await enqueueCode(parts, tx, { ...issue, tokenId, to, isProved: ownAddress.isProved }, client);
  });
}

const identifierOf = ({ email, phone }: AuthUserRow): Identifier =>
  email === null ? { phone: phone ?? '' } : { email };

/** Requires the current password, a fresh code or, for a new password, a reset (`isRecovering`): the session may be stolen.
 * `repeated`: it asks again, without any of these, for the password that it has just set. @throws WireError */
export async function proveOwner(
  parts: AuthParts,
  client: Client,
  owner: Owner,
  { currentPassword, nonce, password }: Asked,
): Promise<'proved' | 'repeated'> {
  const { user, session } = owner;
  if (nonce === undefined) {
    if (password !== undefined && isRecovering(parts, owner)) return 'proved';
    if (user.password_hash === null) {
      if (wasRecentlyProved(parts, owner)) return 'proved';
      throw reauthenticationNeeded();
    }
    if (currentPassword === undefined && !hasJustSetPassword(parts, session)) throw passwordMissing();
  }
  // Also for a repeated one: it tells whether `password` is the account's.
  const refund = await takeProof(parts, client, session);
  const isPassword = async (typed: string | undefined) =>
    typed !== undefined &&
    (await parts.hasher.verify(user.password_hash, typed, { ip: client.ip, userId: user.id }));
  const isProved =
    nonce === undefined ? await isPassword(currentPassword) : await redeem(parts, client, owner, nonce);
  if (!isProved && !(hasJustSetPassword(parts, session) && (await isPassword(password)))) {
    if (nonce !== undefined) throw wrongCode();
    throw currentPassword === undefined ? passwordMissing() : wrongPassword();
  }
  await refund();
  return isProved ? 'proved' : 'repeated';
}

const passwordMissing = () => new WireError('current_password_required', AUTH_TEXTS.currentPasswordMissing);
const wrongCode = () => new WireError('reauthentication_not_valid', 'This code is wrong or has expired');

export const wrongPassword = () => new WireError('current_password_invalid', AUTH_TEXTS.currentPasswordWrong);

async function redeem(
  parts: AuthParts,
  client: Client,
  { user, session }: Owner,
  nonce: string,
): Promise<boolean> {
  const to = identifierOf(user);
  const sentTo = addressOf(to);
  const code = { sentTo, code: nonce.trim(), userId: user.id, enteredFrom: client.ip };
  return await parts.db.transaction(async (tx) => {
    const locked = await lockOwner(tx, { user, session });
    const token = await parts.oneTimeTokens.redeemCode(tx, code, ['reauthentication']);
    if (token === null) return false;
    await proveAddress(parts, tx, locked, token.sent_to);
    await recordProof(parts, tx, session, to.email === undefined ? 'sms' : undefined);
    return true;
  });
}

/** Deletes nothing: the session itself received the code. */
async function proveAddress(
  parts: AuthParts,
  tx: Queryable,
  user: AuthUserRow,
  address: string,
): Promise<void> {
  const now = nowIso(parts);
  if (address === user.email && user.email_proved_at === null)
    await updateUser(tx, user.id, { email_proved_at: now });
  if (address === user.phone && user.phone_proved_at === null)
    await updateUser(tx, user.id, { phone_proved_at: now });
}

/** By a reset link. An account without an e-mail address gets none: there, by a code to its number, which sets one password. */
export const isRecovering = ({ clock }: Pick<AuthParts, 'clock'>, { user, session }: Owner): boolean => {
  const setAtMs = Date.parse(session.password_set_at ?? '');
  return session.amr.some(({ method, by, timestamp }) => {
    const provedAtMs = timestamp * 1000;
    const ageMs = clock.now() - provedAtMs;
    if (method === 'recovery') return ageMs <= RECOVERY_MS;
    return by === 'sms' && user.email === null && ageMs <= FRESH_PROOF_MS && !(setAtMs >= provedAtMs);
  });
};

export const reauthenticationNeeded = () =>
  new WireError('reauthentication_needed', 'Please confirm with a code that it is you');
