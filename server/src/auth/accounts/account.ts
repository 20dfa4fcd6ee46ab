import { displayName } from '@hereabouts/contract/auth';
import { AFTER_DEADLOCK, type Queryable } from '#server/db/database.ts';
import type { UserMetadata } from '#server/db/auth-schema.ts';
import { agreesToChange, EMAIL_CHANGE_KINDS } from './address-change.ts';
import { releaseUnconfirmed, takenAddress } from './anonymous.ts';
import { allowCode } from '#server/auth/codes/allow-code.ts';
import { normaliseEmail, normalisePhone } from './addresses.ts';
import { lockOwner, type SignedIn } from '#server/auth/http/bearer.ts';
import { enqueueNotice, resetUrlOf } from '#server/auth/notices.ts';
import type { EndedSession } from '#server/auth/sessions/session-repo.ts';
import { forgetBrowsers, rememberBrowser } from '#server/auth/sessions/known-browsers.ts';
import { deleteOneTimeTokens } from '#server/auth/codes/one-time-token-repo.ts';
import { checkNewPassword } from '#server/auth/passwords/password-rules.ts';
import { nowIso } from '#server/clock.ts';
import type { AuthParts, Client } from '#server/auth/parts.ts';
import { addressOf, cleanMetadata, parse, updateUserBody } from '#server/auth/http/requests.ts';
import { startEmailChange, startPhoneChange } from '#server/auth/codes/send-codes.ts';
import { recordNewPassword } from '#server/auth/sessions/session-proof.ts';
import { isRecovering, proveOwner, reauthenticationNeeded, wrongPassword } from './owner-proof.ts';
import { updateUser, type AuthUserRow, type Identifier, type UserChanges } from './user-repo.ts';
import { WireError } from '#server/auth/wire-error.ts';

type Changes = {
  email: string | undefined;
  phone: string | undefined;
  password: string | undefined;
  /** Merged under the lock: another change may be under way. */
  data: UserMetadata | undefined;
  cancelled: { new_email?: null; new_phone?: null };
};
type Owner = Pick<SignedIn, 'user' | 'session'>;
type Proof = { currentPassword: string | undefined; nonce: string | undefined };
type Checked = {
  changes: Changes;
  needsProof: boolean;
  /** A guest's account becomes an account at once: its addresses apply without a confirmation. */
  converts: boolean;
  passwordHash: string | undefined;
};

/** Addresses change after their confirmation. @throws WireError */
export async function updateAccount(
  parts: AuthParts,
  client: Client,
  { user, session }: SignedIn,
  body: unknown,
): Promise<AuthUserRow> {
  const waitMs = parts.accountChanges.take(session.id);
  if (waitMs > 0) throw tooManyChanges(waitMs);
  const owner = { user, session };
  const { changes, proof } = readChanges(user, body);
  await checkChanges(parts, user, changes);
  const hasAddress = addressesOf(changes).length > 0;
  const needsProof = mustProve(user, changes);
  const converts = user.is_anonymous && hasAddress && !parts.config.confirmEmail;
  const proved =
    needsProof || (proof.nonce !== undefined && !user.is_anonymous)
      ? await proveOwner(parts, client, owner, {
          ...proof,
          password: hasAddress ? undefined : changes.password,
        })
      : 'proved';
  for (const address of addressesOf(changes)) {
    if (converts) await parts.limits.take('sign_up', client.ip, addressOf(address), client);
    else
      await allowCode(parts, client, address, { purpose: 'other', kind: kindOf(address), userId: user.id });
  }
  if (changes.email !== undefined && user.email !== null) {
    const asked = { ip: client.ip, sentTo: user.email, kind: 'email_change_current' } as const;
    await parts.oneTimeTokens.noteAsker(parts.db, asked);
  }
  const newPassword = proved === 'repeated' ? undefined : changes.password;
  const passwordHash = await hashIfNew(parts, client, user, newPassword);
  const checked = { changes, needsProof, converts, passwordHash };
  const { current, ended } = await parts.db
    .transaction((tx) => storeChanges(parts, tx, client, owner, checked), AFTER_DEADLOCK)
    .catch((error: unknown) => {
      throw takenAddress(error) ?? error;
    });
  parts.sessions.publishEnded(ended);
  const logged = { userId: user.id, sessionId: session.id, requestId: client.requestId, ip: client.ip };
  if (converts) parts.securityLog.record('account_converted', logged);
  if (passwordHash !== undefined) parts.securityLog.record('password_changed', logged);
  if (converts) return current;
  if (changes.email !== undefined)
    parts.background.run('starting an email change', () => startEmailChange(parts, client, current));
  if (changes.phone !== undefined)
    parts.background.run('starting a phone change', () => startPhoneChange(parts, client, current));
  return current;
}

function readChanges(user: AuthUserRow, body: unknown): { changes: Changes; proof: Proof } {
  if (body === null) throw new WireError('bad_json', 'The body must be a JSON object');
  const asked = parse(updateUserBody, body);
  if (asked.app_metadata !== undefined) {
    throw new WireError('not_admin', 'app_metadata can be changed by the operator only');
  }
  const wanted = {
    email: asked.email && normaliseEmail(asked.email),
    phone: asked.phone && normalisePhone(asked.phone),
  };
  const changes = {
    email: changed(wanted.email, user.email),
    phone: changed(wanted.phone, user.phone),
    // Asking for the current address cancels a change.
    cancelled: {
      ...(wanted.email === user.email && { new_email: null }),
      ...(wanted.phone === user.phone && { new_phone: null }),
    },
    password: asked.password ?? undefined,
    data: asked.data == null ? undefined : cleanMetadata(asked.data),
  };
  return { changes, proof: { currentPassword: asked.current_password, nonce: asked.nonce } };
}

async function checkChanges(parts: AuthParts, user: AuthUserRow, changes: Changes): Promise<void> {
  if (changes.password !== undefined) {
    await checkNewPassword(changes.password, {
      minLength: parts.config.passwordMinLength,
      personal: [displayName(user.user_metadata), user.email ?? changes.email],
    });
  }
  const hasAddress = addressesOf(changes).length > 0;
  if (user.is_anonymous && changes.password !== undefined && !hasAddress) throw addressNeeded();
  if (user.is_anonymous && hasAddress) await parts.signUps.checkConversion(parts.db);
}

/** An anonymous account has nothing to prove itself by. A proved e-mail address agrees to its change by a code. */
const mustProve = (user: AuthUserRow, { email, phone, password }: Changes): boolean =>
  !user.is_anonymous &&
  (password !== undefined || phone !== undefined || (email !== undefined && !agreesToChange(user)));

async function storeChanges(
  parts: AuthParts,
  tx: Queryable,
  client: Client,
  { user, session }: Owner,
  { changes, needsProof, converts, passwordHash }: Checked,
): Promise<{ current: AuthUserRow; ended: readonly EndedSession[] }> {
  const addresses = addressesOf(changes);
  const locked = await lockOwner(tx, { user, session });
  if (user.is_anonymous && !locked.is_anonymous && addresses.length > 0) throw reauthenticationNeeded();
  if (converts) await parts.signUps.checkConversion(tx);
  for (const address of converts ? addresses : []) await releaseUnconfirmed(tx, address, user.id);
  // Another device may have changed the password since the proof.
  if (needsProof && locked.password_hash !== user.password_hash) throw wrongPassword();
  // Before a new address is stored: ending the other sessions deletes pending changes.
  const ended =
    passwordHash === undefined ? [] : await afterPasswordChange(parts, tx, client, { user, session });
  const current = await updateUser(
    tx,
    user.id,
    columnsOf(parts, locked, changes, { passwordHash, converts }),
  );
  if (converts) {
    const { id, email, phone, updated_at: now } = current;
    await parts.hooks.userChanged(tx, { id, email, phone, is_anonymous: false }, now);
  }
  if (changes.email !== undefined || 'new_email' in changes.cancelled)
    await deleteOneTimeTokens(tx, user.id, EMAIL_CHANGE_KINDS);
  if (changes.phone !== undefined || 'new_phone' in changes.cancelled)
    await deleteOneTimeTokens(tx, user.id, ['phone_change']);
  if (passwordHash !== undefined) {
    const data = { resetUrl: resetUrlOf(client) };
    await enqueueNotice(parts, tx, { user, ip: client.ip }, { template: 'passwordChanged', data });
  }
  return { current, ended };
}

const kindOf = ({ email }: Identifier) => (email === undefined ? 'phone_change' : 'email_change_new');

const changed = (wanted: string | undefined, current: string | null) =>
  wanted === current ? undefined : wanted;

function mergeMetadata(current: UserMetadata, data: UserMetadata): UserMetadata {
  const merged = Object.entries({ ...current, ...data }).filter(([, value]) => value !== null);
  return cleanMetadata(Object.fromEntries(merged));
}

const addressesOf = ({ email, phone }: Changes): Identifier[] => [
  ...(email === undefined ? [] : [{ email }]),
  ...(phone === undefined ? [] : [{ phone }]),
];

function columnsOf(
  parts: AuthParts,
  { user_metadata: metadata }: AuthUserRow,
  changes: Changes,
  { passwordHash, converts }: { passwordHash: string | undefined; converts: boolean },
): UserChanges {
  const { email, phone } = changes;
  const now = nowIso(parts);
  return {
    updated_at: now,
    ...changes.cancelled,
    ...(converts
      ? {
          is_anonymous: false,
          new_email: null,
          new_phone: null,
          ...(email !== undefined && { email, email_confirmed_at: now }),
          ...(phone !== undefined && { phone, phone_confirmed_at: now }),
        }
      : {
          ...(email !== undefined && { new_email: email }),
          ...(phone !== undefined && { new_phone: phone }),
        }),
    ...(changes.data !== undefined && { user_metadata: mergeMetadata(metadata, changes.data) }),
    ...(passwordHash !== undefined && { password_hash: passwordHash, needs_password: false }),
  };
}

async function hashIfNew(
  { hasher }: AuthParts,
  { ip }: Client,
  user: AuthUserRow,
  password: string | undefined,
): Promise<string | undefined> {
  if (password === undefined) return undefined;
  const asker = { ip, userId: user.id };
  // A guest who corrects the address sends the whole form again, and its first link has to go.
  const old = user.is_anonymous ? null : user.password_hash;
  if (old !== null && (await hasher.verify(old, password, asker))) {
    throw new WireError('same_password', 'The new password must differ from the old one');
  }
  return await hasher.hash(password, asker);
}

/** Ends the sessions and links of people who knew the old password. */
async function afterPasswordChange(
  parts: AuthParts,
  tx: Queryable,
  { browserToken }: Client,
  { user, session }: Owner,
): Promise<EndedSession[]> {
  if (isRecovering(parts, { user, session })) {
    await forgetBrowsers(tx, user.id);
    if (browserToken !== undefined) await rememberBrowser(tx, parts.clock, user.id, browserToken);
  }
  await deleteOneTimeTokens(tx, user.id, ['recovery', 'magiclink', 'reauthentication']);
  await recordNewPassword(parts, tx, session);
  const asked = { userId: user.id, exceptSessionId: session.id, askedBy: session.id };
  return await parts.sessions.end(tx, { kind: 'others', ...asked }, 'password_changed');
}

const addressNeeded = () =>
  new WireError(
    'validation_failed',
    'Updating password of an anonymous user without an email or phone is not allowed',
    { status: 422 },
  );

const tooManyChanges = (waitMs: number) =>
  new WireError('over_request_rate_limit', 'Too many changes. Please wait a moment and try again.', {
    retryAfterS: Math.ceil(waitMs / 1_000),
  });
