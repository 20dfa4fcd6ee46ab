import { AUTH_MESSAGES, displayName } from '@hereabouts/contract/auth';
import type { Queryable } from '#server/db/database.ts';
import type { AuthMethodUse, UserMetadata } from '#server/db/auth-schema.ts';
import { EMAIL_CHANGE_KINDS } from './address-change.ts';
import { normaliseEmail, normalisePhone } from './addresses.ts';
import { sendIdentityCode, tellPasswordChanged } from './deliveries.ts';
import type { SessionEnded } from './events.ts';
import { deleteOneTimeTokens } from './one-time-token-repo.ts';
import { checkNewPassword } from './password-rules.ts';
import { nowIso, type AuthParts, type Client } from './parts.ts';
import { cleanMetadata, parse, updateUserBody } from './requests.ts';
import { startEmailChange, startPhoneChange } from './send-codes.ts';
import { updateSessionMethods, type SessionRow } from './session-repo.ts';
import { lockUser, updateUser, type AuthUserRow, type Identifier, type UserChanges } from './user-repo.ts';
import { WireError } from './wire-error.ts';

const MINUTE_MS = 60_000;
/** How long after a reset link was used the session may set a password without the current one. */
const RECOVERY_MS = 60 * MINUTE_MS;
/** Without a password to ask for, a session this young stands in for it. */
const RECENT_SIGN_IN_MS = 10 * MINUTE_MS;

export type SignedIn = { user: AuthUserRow; session: SessionRow };

type Changes = {
  email: string | undefined;
  phone: string | undefined;
  password: string | undefined;
  data: UserMetadata | undefined;
};
type Proof = { currentPassword: string | undefined; nonce: string | undefined };

/** Changes the account of a signed-in person; addresses change when they have been confirmed. @throws WireError */
export async function updateAccount(
  parts: AuthParts,
  client: Client,
  { user, session }: SignedIn,
  body: unknown,
): Promise<AuthUserRow> {
  const asked = parse(updateUserBody, body);
  const changes: Changes = {
    email: changed(asked.email && normaliseEmail(asked.email), user.email),
    phone: changed(asked.phone && normalisePhone(asked.phone), user.phone),
    password: asked.password,
    data: asked.data == null ? undefined : mergeMetadata(user.user_metadata, cleanMetadata(asked.data)),
  };
  if (changes.password !== undefined) {
    checkNewPassword(changes.password, {
      minLength: parts.config.passwordMinLength,
      personal: [displayName(user.user_metadata), user.email],
    });
  }
  const needsProof =
    changes.password !== undefined ||
    changes.phone !== undefined ||
    // There is no old address whose agreement could be asked for.
    (changes.email !== undefined && user.email === null);
  const proof = { currentPassword: asked.current_password, nonce: asked.nonce };
  if (needsProof) await prove(parts, client, { user, session }, { ...proof, changes });
  const passwordHash = await hashIfNew(parts, user, changes.password);

  const outcome = await parts.db.transaction(async (tx) => {
    const locked = await lockUser(tx, user.id);
    // What was proved must still be true: another device may have changed the password meanwhile.
    if (!locked || (needsProof && locked.password_hash !== user.password_hash)) throw wrongPassword();
    const current = await updateUser(tx, user.id, columnsOf(parts, changes, passwordHash));
    if (changes.email !== undefined) await deleteOneTimeTokens(tx, user.id, EMAIL_CHANGE_KINDS);
    if (changes.phone !== undefined) await deleteOneTimeTokens(tx, user.id, ['phone_change']);
    const ended = passwordHash === undefined ? [] : await afterPasswordChange(parts, tx, { user, session });
    return { current, ended };
  });
  parts.sessions.announce(outcome.ended);
  const { current } = outcome;
  if (passwordHash !== undefined && user.email !== null) tellPasswordChanged(parts, client, user.email);
  if (changes.email !== undefined)
    parts.background.run('starting an email change', () => startEmailChange(parts, current));
  if (changes.phone !== undefined)
    parts.background.run('starting a phone change', () => startPhoneChange(parts, current));
  return current;
}

/** Sends a code that stands in for the current password. */
export async function reauthenticate(parts: AuthParts, client: Client, { user }: SignedIn): Promise<void> {
  parts.limits.take('send', client.ip, user.id);
  const to = identifierOf(user);
  const { code } = await parts.db.transaction((tx) =>
    parts.oneTimeTokens.issue(tx, { userId: user.id, kind: 'reauthentication', sentTo: user.id }),
  );
  sendIdentityCode(parts, to, { code });
}

const identifierOf = ({ email, phone }: AuthUserRow): Identifier =>
  email === null ? { phone: phone ?? '' } : { email };

const changed = (wanted: string | undefined, current: string | null) =>
  wanted === current ? undefined : wanted;

/** Keys that are null are taken away. */
function mergeMetadata(current: UserMetadata, data: UserMetadata): UserMetadata {
  const merged = Object.entries({ ...current, ...data }).filter(([, value]) => value !== null);
  return cleanMetadata(Object.fromEntries(merged));
}

function columnsOf(parts: AuthParts, changes: Changes, passwordHash: string | undefined): UserChanges {
  return {
    updated_at: nowIso(parts),
    ...(changes.email !== undefined && { new_email: changes.email }),
    ...(changes.phone !== undefined && { new_phone: changes.phone }),
    ...(changes.data !== undefined && { user_metadata: changes.data }),
    ...(passwordHash !== undefined && { password_hash: passwordHash }),
  };
}

/** A session alone may be somebody else's: the current password, a code just sent, or a reset link just used. */
async function prove(
  parts: AuthParts,
  client: Client,
  { user, session }: SignedIn,
  { currentPassword, nonce, changes }: Proof & { changes: Changes },
): Promise<void> {
  if (nonce !== undefined) return await proveByCode(parts, client, user, nonce);
  if (changes.phone === undefined && changes.email === undefined && isRecovering(parts, session)) return;
  if (user.password_hash === null) {
    if (parts.clock.now() - Date.parse(session.created_at) <= RECENT_SIGN_IN_MS) return;
    throw new WireError('reauthentication_needed', 'Please confirm with a code that it is you');
  }
  if (currentPassword === undefined) {
    throw new WireError('current_password_required', AUTH_MESSAGES.currentPasswordMissing);
  }
  const attempt = ['prove', client.ip, user.id] as const;
  parts.limits.take(...attempt);
  if (!(await parts.hasher.verify(user.password_hash, currentPassword))) throw wrongPassword();
  parts.limits.refund(...attempt);
}

const wrongPassword = () => new WireError('current_password_invalid', AUTH_MESSAGES.currentPasswordWrong);

async function proveByCode(
  parts: AuthParts,
  client: Client,
  user: AuthUserRow,
  nonce: string,
): Promise<void> {
  const attempt = ['verify', client.ip, user.id] as const;
  parts.limits.take(...attempt);
  const code = { sentTo: user.id, code: nonce.trim(), userId: user.id };
  const redeemed = await parts.db.transaction((tx) =>
    parts.oneTimeTokens.redeemCode(tx, code, ['reauthentication']),
  );
  if (!redeemed) throw new WireError('reauthentication_not_valid', 'This code has expired or is not right');
  parts.limits.refund(...attempt);
}

const isRecovering = ({ clock }: AuthParts, { amr }: SessionRow): boolean =>
  amr.some(({ method, timestamp }) => method === 'recovery' && clock.now() - timestamp * 1000 <= RECOVERY_MS);

async function hashIfNew(
  { hasher }: AuthParts,
  user: AuthUserRow,
  password: string | undefined,
): Promise<string | undefined> {
  if (password === undefined) return undefined;
  if (user.password_hash !== null && (await hasher.verify(user.password_hash, password))) {
    throw new WireError('same_password', 'The new password must differ from the old one');
  }
  return await hasher.hash(password);
}

/** Whoever knew the old password, or has a reset link of it, is out. */
async function afterPasswordChange(
  { sessions }: AuthParts,
  tx: Queryable,
  { user, session }: SignedIn,
): Promise<SessionEnded[]> {
  await deleteOneTimeTokens(tx, user.id, ['recovery', 'magiclink', 'reauthentication']);
  const amr = session.amr.map((use): AuthMethodUse =>
    use.method === 'recovery' ? { ...use, method: 'otp' } : use,
  );
  await updateSessionMethods(tx, session.id, amr);
  return await sessions.end(tx, { userId: user.id, exceptSessionId: session.id }, 'password_changed');
}
