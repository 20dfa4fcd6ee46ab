import { AFTER_DEADLOCK, type Queryable } from '#server/db/database.ts';
import { randomUUID } from 'node:crypto';
import type { OneTimeTokenKind } from '#server/db/auth-schema.ts';
import { allowSend } from '#server/auth/limits/allow-send.ts';
import { allowCode } from './allow-code.ts';
import { isConfirmed } from './confirmation.ts';
import { enqueueCode } from './code-jobs.ts';
import { listSignUps } from './one-time-token-repo.ts';
import { nowIso } from '#server/clock.ts';
import type { AuthParts, Client } from '#server/auth/parts.ts';
import {
  addressOf,
  checkChannel,
  cleanMetadata,
  identify,
  otpBody,
  parse,
  recoverBody,
  resendBody,
} from '#server/auth/http/requests.ts';
import { isProved } from '#server/auth/limits/send-limits.ts';
import { agreesToChange } from '#server/auth/accounts/address-change.ts';
import { recordResetRequest } from '#server/auth/accounts/sign-in-events.ts';
import {
  findUserBy,
  insertUser,
  lockUser,
  updateUser,
  type AuthUserRow,
  type Identifier,
} from '#server/auth/accounts/user-repo.ts';
import { takeInvitationCode } from '#server/auth/sign-ups/sign-ups.ts';
import { invalid, WireError } from '#server/auth/wire-error.ts';

/* These functions answer before any look-up: neither answer nor time reveals anything about an address. */

export async function recover(parts: AuthParts, client: Client, body: unknown): Promise<void> {
  const { email } = identify({ email: parse(recoverBody, body).email }, 'Please enter your email address');
  if (email === undefined) return;
  const purpose = client.challenge === null ? 'reset' : 'pkce_reset';
  const allowance = await allowCode(parts, client, { email }, { purpose, kind: 'recovery' });
  parts.background.run('starting a password reset', async () => {
    const user = await findUserBy(parts.db, { email });
    recordResetRequest(parts, client, user?.id);
    if (!user || !(await allowance.reaches(isProved(user, { email })))) return;
    await parts.db.transaction(async (tx) => {
      await updateUser(tx, user.id, { recovery_sent_at: nowIso(parts) });
      const issue = { userId: user.id, kind: 'recovery' as const };
      const tokenId = await parts.oneTimeTokens.issue(tx, {
        ...issue,
        sentTo: email,
        challenge: client.challenge,
        askedFrom: client.ip,
        // The mail has a link only, and a code could be guessed.
        withoutCode: true,
      });
      await enqueueCode(
        parts,
        tx,
        { ...issue, tokenId, to: { email }, isProved: isProved(user, { email }) },
        client,
      );
    }, AFTER_DEADLOCK);
  });
}

export async function sendOneTimeCode(parts: AuthParts, client: Client, body: unknown): Promise<void> {
  const { email, phone, data, channel, create_user: createUser } = parse(otpBody, body);
  checkChannel(channel);
  const identifier = identify({ email, phone });
  const { code: invitation, metadata } = takeInvitationCode(cleanMetadata(data));
  const kind: OneTimeTokenKind = identifier.email === undefined ? 'sms' : 'magiclink';
  const allowance = await allowCode(parts, client, identifier, { purpose: 'code', kind });
  parts.background.run('sending a sign-in code', async () => {
    const known = await findUserBy(parts.db, identifier);
    if (!(await allowance.reaches(isProved(known, identifier)))) return;
    await parts.db.transaction(async (tx) => {
      const before = await findUserBy(tx, identifier);
      const mayConfirm = before === undefined ? createUser !== false : !isConfirmed(before);
      const invitationCodeId = mayConfirm ? await findCode(parts, tx, invitation) : undefined;
      if (before === undefined && invitationCodeId !== undefined) {
        const made = { id: randomUUID(), passwordHash: null, metadata, confirmed: false, now: nowIso(parts) };
        await insertUser(tx, { ...identifier, ...made, invitationCodeId });
      }
      const user = await findUserBy(tx, identifier);
      if (!user) return;
      const issue = { userId: user.id, kind };
      const tokenId = await parts.oneTimeTokens.issue(tx, {
        ...issue,
        sentTo: addressOf(identifier),
        challenge: identifier.email === undefined ? null : client.challenge,
        askedFrom: client.ip,
        payload: isConfirmed(user)
          ? null
          : { passwordHash: null, userMetadata: metadata, invitationCodeId: invitationCodeId ?? null },
      });
      const code = { ...issue, tokenId, to: identifier, isProved: isProved(user, identifier) };
      await enqueueCode(parts, tx, code, client);
    });
  });
}

/** Undefined if it is refused: the answer reveals nothing about the address. */
const findCode = (
  { signUps }: Pick<AuthParts, 'signUps'>,
  tx: Queryable,
  invitation: string | null,
): Promise<number | null | undefined> =>
  signUps.findCode(tx, invitation).catch((error: unknown) => {
    if (error instanceof WireError) return undefined;
    throw error;
  });

type Asker = Pick<Client, 'ip' | 'origin' | 'redirectTo'>;
type ChangeParts = Pick<AuthParts, 'db' | 'clock' | 'jobs' | 'oneTimeTokens' | 'askedFrom'>;

const RESEND_TYPES = ['signup', 'sms', 'email_change', 'phone_change'] as const;
type ResendType = (typeof RESEND_TYPES)[number];

export async function resend(parts: AuthParts, client: Client, body: unknown): Promise<void> {
  const { type: wanted, email, phone } = parse(resendBody, body);
  const type = RESEND_TYPES.find((known) => known === wanted);
  if (type === undefined) throw invalid(`The type must be one of ${RESEND_TYPES.join(', ')}`);
  const identifier = identify({ email, phone });
  if ((type === 'sms' || type === 'phone_change') === (identifier.phone === undefined)) {
    throw invalid(`The type ${type} does not fit the address`);
  }
  const kind = type === 'email_change' ? 'email_change_current' : type;
  const allowance = await allowCode(parts, client, identifier, { purpose: 'other', kind });
  parts.background.run('sending a confirmation again', async () => {
    const user = await findUserBy(parts.db, identifier);
    if (user && (await allowance.reaches(isProved(user, identifier))))
      await resendTo(parts, client, { user, identifier, type });
  });
}

async function resendTo(
  parts: AuthParts,
  client: Client,
  { user, identifier, type }: { user: AuthUserRow; identifier: Identifier; type: ResendType },
): Promise<void> {
  if (type === 'email_change' || type === 'phone_change')
    return await sendChangeAgain(parts, client, user, type);
  const kind: OneTimeTokenKind = type;
  if (isConfirmed(user)) return;
  await parts.db.transaction(async (tx) => {
    const pending = (await listSignUps(tx, user.id)).filter((signUp) => signUp.kind === kind);
    // Which one is the owner's is unknown: none is adopted.
    const [only] = pending.length === 1 ? pending : [];
    const issue = { userId: user.id, kind };
    const tokenId = await parts.oneTimeTokens.issue(tx, {
      ...issue,
      sentTo: addressOf(identifier),
      askedFrom: client.ip,
      signUpId: only?.sign_up_id,
      payload: only?.payload ?? { passwordHash: null, userMetadata: {} },
      challenge: kind === 'signup' ? client.challenge : null,
    });
    const code = { ...issue, tokenId, to: identifier, isProved: isProved(user, identifier) };
    await enqueueCode(parts, tx, code, client);
  });
}

/** Also to the new address, with limits of its own. Not charged to the account, whose messages a stranger could use up. */
async function sendChangeAgain(
  parts: AuthParts,
  client: Client,
  user: AuthUserRow,
  type: 'email_change' | 'phone_change',
): Promise<void> {
  const { new_email: email, new_phone: phone } = user;
  const { to, start } =
    type === 'email_change'
      ? { to: email !== null && { email }, start: startEmailChange }
      : { to: phone !== null && { phone }, start: startPhoneChange };
  if (to === false) return;
  const allowance = await allowSend(parts, client, to, 'other').catch((error: unknown) => {
    // Nobody is told: the answer was given before.
    if (error instanceof WireError && error.status === 429) return null;
    throw error;
  });
  if (allowance === null || !(await allowance.reaches(false))) return;
  await start(parts, client, user);
}

/** Unconfirmed sign-ups give way to whoever proves the address. */
const isTaken = (holder: AuthUserRow | undefined): boolean => holder !== undefined && isConfirmed(holder);

/** Both addresses have to agree, because the session may be stolen; of an unproved one see `agreesToChange`. `user`: as it
 * was when the change was asked for. */
export async function startEmailChange(parts: ChangeParts, client: Asker, user: AuthUserRow): Promise<void> {
  const { new_email: newEmail, email, id: userId } = user;
  if (newEmail === null) return;
  // Nothing is sent to an address of another account; the old address gets its code, so that it does not tell either.
  const isNewTaken = isTaken(await findUserBy(parts.db, { email: newEmail }));
  await parts.db.transaction(async (tx) => {
    // A newer change has codes of its own.
    if ((await lockUser(tx, userId))?.new_email !== newEmail) return;
    const send = async (kind: OneTimeTokenKind, sentTo: string) => {
      const issue = { userId, kind };
      const withoutCode = isNewTaken && kind === 'email_change_new';
      const asked = { ...issue, sentTo, askedFrom: client.ip, withoutCode };
      const tokenId = await parts.oneTimeTokens.issue(tx, asked);
      const to = { email: sentTo };
      // A guest's first address is confirmed by a link: whoever presses it takes over the account.
      const named = !user.is_anonymous && { newEmail };
      const code = { ...issue, ...named, tokenId, to, isProved: sentTo === email && isProved(user, to) };
      if (!withoutCode) await enqueueCode(parts, tx, code, client);
    };
    if (email !== null && agreesToChange(user)) await send('email_change_current', email);
    await send('email_change_new', newEmail);
  }, AFTER_DEADLOCK);
}

export async function startPhoneChange(parts: ChangeParts, client: Asker, user: AuthUserRow): Promise<void> {
  const { new_phone: newPhone, id: userId } = user;
  if (newPhone === null) return;
  const withoutCode = isTaken(await findUserBy(parts.db, { phone: newPhone }));
  await parts.db.transaction(async (tx) => {
    if ((await lockUser(tx, userId))?.new_phone !== newPhone) return;
    const issue = { userId, kind: 'phone_change' as const };
    const asked = { ...issue, sentTo: newPhone, askedFrom: client.ip, withoutCode };
    const tokenId = await parts.oneTimeTokens.issue(tx, asked);
    if (!withoutCode)
      await enqueueCode(parts, tx, { ...issue, tokenId, to: { phone: newPhone }, isProved: false }, client);
  }, AFTER_DEADLOCK);
}
