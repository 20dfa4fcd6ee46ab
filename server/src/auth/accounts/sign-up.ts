import { randomUUID } from 'node:crypto';
import { AUTH_TEXTS, displayName, type AuthUser } from '@hereabouts/contract/auth';
import type { SemaphoreSize } from '#server/async/semaphore.ts';
import type { Queryable } from '#server/db/database.ts';
import type { OneTimeTokenKind, UserMetadata } from '#server/db/auth-schema.ts';
import { allowCode } from '#server/auth/codes/allow-code.ts';
import type { Allowance } from '#server/auth/limits/send-limits.ts';
import { createPerson, confirmUser, isConfirmed } from '#server/auth/codes/confirmation.ts';
import { enqueueCode } from '#server/auth/codes/code-jobs.ts';
import { listSignUps } from '#server/auth/codes/one-time-token-repo.ts';
import { notifyAlreadySignedUp } from '#server/auth/notices.ts';
import { checkNewPassword } from '#server/auth/passwords/password-rules.ts';
import { nowIso } from '#server/clock.ts';
import type { AuthParts, Client } from '#server/auth/parts.ts';
import { presentUser } from '#server/auth/http/present.ts';
import {
  addressOf,
  checkChannel,
  cleanMetadata,
  identify,
  parse,
  signUpBody,
} from '#server/auth/http/requests.ts';
import { takeInvitationCode } from '#server/auth/sign-ups/sign-ups.ts';
import type { Grant } from '#server/auth/sessions/sessions.ts';
import { recordGrant } from './sign-in-events.ts';
import {
  findUserBy,
  insertUser,
  lockUser,
  updateUser,
  type AuthUserRow,
  type Identifier,
} from './user-repo.ts';
import { invalid, WireError } from '#server/auth/wire-error.ts';
import { turnKey } from '#server/rate-limits/address-key.ts';

type SignUp = { identifier: Identifier; passwordHash: string; metadata: UserMetadata };
type Asked = SignUp & { code: string | null };

/** A session or, with confirmation, the requested account, whether or not it existed. */
export async function signUp(parts: AuthParts, client: Client, body: unknown): Promise<Grant | AuthUser> {
  const { email, phone, password, data, channel } = parse(signUpBody, body);
  checkChannel(channel);
  if (password === undefined) throw invalid(AUTH_TEXTS.credentialsMissing);
  const identifier = identify({ email, phone }, AUTH_TEXTS.credentialsMissing);
  if (client.challenge !== null && identifier.email === undefined)
    throw invalid('PKCE not supported for phone signups');
  const { code, metadata } = takeInvitationCode(cleanMetadata(data));
  await checkNewPassword(password, {
    minLength: parts.config.passwordMinLength,
    personal: [displayName(metadata), identifier.email],
  });
  const { ip, requestId } = client;
  await parts.limits.take('sign_up', ip, addressOf(identifier), { requestId });
  await parts.signUps.check(code);
  const allowance = parts.config.confirmEmail
    ? await allowOrContest(parts, client, { identifier, password })
    : null;
  const passwordHash = await parts.hasher.hash(password, { ip: client.ip });
  const request = { identifier, metadata, passwordHash, code };
  // For an unproved address; an existing account needs no notice.
  if (allowance !== null)
    return await signUpForConfirmation(parts, client, request, await allowance.reaches(false));
  const grant = await parts.db.transaction(async (tx) => {
    await parts.signUps.admit(tx, code);
    const user = await createConfirmedUser(parts, tx, request);
    if (!user) throw new WireError('user_already_exists', 'This address already has an account');
    return await parts.sessions.start(tx, user, { method: 'password', client, isFirst: true });
  });
  recordGrant(parts, client, grant, 'signed_up');
  return grant;
}

const kindOf = ({ email }: Identifier): OneTimeTokenKind => (email === undefined ? 'sms' : 'signup');

type Wanted = { identifier: Identifier; password: string };

/** Few, so that codes and links always find room in the background. */
export const CONTESTS: SemaphoreSize = { running: 1, waiting: 100 };

async function allowOrContest(parts: AuthParts, client: Client, wanted: Wanted): Promise<Allowance> {
  try {
    const kind = kindOf(wanted.identifier);
    return await allowCode(parts, client, wanted.identifier, { purpose: 'other', kind });
  } catch (error) {
    // In the background: the time of the refusal must not tell whether there is an account.
    if (error instanceof WireError && error.status === 429)
      parts.background.run('contesting a sign-up', async () => {
        await parts.contests.run(() => contest(parts, client, wanted), turnKey(client.ip));
      });
    throw error;
  }
}

/** The owner, who is refused, may confirm the mail of an earlier sign-up instead, perhaps a stranger's. A second sign-up with
 * another password keeps the first password from being adopted. */
async function contest(parts: AuthParts, client: Client, { identifier, password }: Wanted): Promise<void> {
  const user = await findUserBy(parts.db, identifier);
  if (!user || isConfirmed(user)) return;
  const hashes = (await listSignUps(parts.db, user.id)).flatMap(({ payload }) => payload.passwordHash ?? []);
  const [earlier] = hashes;
  if (hashes.length !== 1 || earlier === undefined) return;
  if (await parts.hasher.verify(earlier, password, { ip: client.ip })) return;
  const passwordHash = await parts.hasher.hash(password, { ip: client.ip });
  await parts.db.transaction((tx) =>
    parts.oneTimeTokens.issue(tx, {
      userId: user.id,
      kind: kindOf(identifier),
      sentTo: addressOf(identifier),
      payload: { passwordHash, userMetadata: {} },
      askedFrom: client.ip,
      withoutCode: true,
    }),
  );
}

/** Undefined when the address has an account. */
export async function createConfirmedUser(
  parts: AuthParts,
  tx: Queryable,
  { identifier, passwordHash, metadata }: SignUp,
): Promise<AuthUserRow | undefined> {
  const now = nowIso(parts);
  const user = await insertUser(tx, {
    ...identifier,
    id: randomUUID(),
    passwordHash,
    metadata,
    confirmed: true,
    now,
  });
  if (user) {
    const signedIn = await updateUser(tx, user.id, { last_sign_in_at: now });
    await createPerson(parts, tx, signedIn, now);
    return signedIn;
  }
  const found = await findUserBy(tx, identifier);
  const earlier = found && (await lockUser(tx, found.id));
  // An unconfirmed sign-up from when this instance required confirmation.
  if (!earlier || isConfirmed(earlier)) return undefined;
  return await confirmUser(parts, tx, earlier, { passwordHash, metadata, isProved: false });
}

/** Same steps and answer for a new, a pending and a taken address. */
async function signUpForConfirmation(
  parts: AuthParts,
  client: Client,
  request: Asked,
  isSent: boolean,
): Promise<AuthUser> {
  const { identifier, passwordHash, metadata, code } = request;
  const now = nowIso(parts);
  const asked = { ...identifier, passwordHash, metadata, confirmed: false, now };
  const user = await parts.db.transaction(async (tx) => {
    const invitationCodeId = await parts.signUps.findCode(tx, code);
    await insertUser(tx, { ...asked, id: randomUUID(), invitationCodeId });
    const user = await findUserBy(tx, identifier);
    if (!user) throw new Error('The account of this sign-up went away at once');
    const issue = { userId: user.id, kind: kindOf(identifier) };
    const tokenId = await parts.oneTimeTokens.issue(tx, {
      ...issue,
      sentTo: addressOf(identifier),
      payload: { passwordHash, userMetadata: metadata, invitationCodeId },
      challenge: client.challenge,
      askedFrom: client.ip,
      dead: isConfirmed(user),
    });
    if (isSent && isConfirmed(user)) await notifyAlreadySignedUp(parts, tx, client, { user, to: identifier });
    else if (isSent)
      await enqueueCode(parts, tx, { ...issue, tokenId, to: identifier, isProved: false }, client);
    return user;
  });
  const { ip, requestId } = client;
  parts.securityLog.record('signed_up', {
    ip,
    requestId,
    reason: isConfirmed(user) ? 'has_account' : 'pending',
  });
  const answer = {
    // Random, so that asking twice reveals nothing.
    id: randomUUID(),
    email: identifier.email ?? null,
    phone: identifier.phone ?? null,
    password_hash: null,
    needs_password: false,
    is_anonymous: false,
    email_confirmed_at: null,
    phone_confirmed_at: null,
    email_proved_at: null,
    phone_proved_at: null,
    new_email: null,
    new_phone: null,
    user_metadata: metadata,
    confirmation_sent_at: now,
    invitation_code_id: null,
    recovery_sent_at: null,
    last_sign_in_at: null,
    created_at: now,
    updated_at: now,
  };
  return presentUser(answer, []);
}
