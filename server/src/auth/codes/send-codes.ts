import { randomUUID } from 'node:crypto';
import type { OneTimeTokenKind } from '#server/db/auth-schema.ts';
import { allowSend } from '#server/auth/limits/allow-send.ts';
import { isConfirmed } from './confirmation.ts';
import {
  sendAddressChange,
  sendCodeByText,
  sendPasswordReset,
  sendSignInCode,
  sendSignUpConfirmation,
} from './deliveries.ts';
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
import { recordResetRequest } from '#server/auth/accounts/sign-in-events.ts';
import {
  findUserBy,
  insertUser,
  updateUser,
  type AuthUserRow,
  type Identifier,
} from '#server/auth/accounts/user-repo.ts';
import { invalid } from '#server/auth/http/wire-error.ts';

/* These functions answer before any look-up, so that neither answer nor time reveals anything about an
 * address. */

export async function recover(parts: AuthParts, client: Client, body: unknown): Promise<void> {
  const { email } = identify({ email: parse(recoverBody, body).email }, 'Please enter your email address');
  if (email === undefined) return;
  const allowance = await allowSend(parts, client, { email });
  parts.background.run('starting a password reset', async () => {
    const user = await findUserBy(parts.db, { email });
    recordResetRequest(parts, client, user?.id);
    if (!user || !(await allowance.reaches(isProved(user, { email })))) return;
    const issued = await parts.db.transaction(async (tx) => {
      await updateUser(tx, user.id, { recovery_sent_at: nowIso(parts) });
      return await parts.oneTimeTokens.issue(tx, {
        userId: user.id,
        kind: 'recovery',
        sentTo: email,
        challenge: client.challenge,
        askedFrom: client.ip,
      });
    });
    sendPasswordReset(parts, client, email, issued);
  });
}

export async function sendOneTimeCode(parts: AuthParts, client: Client, body: unknown): Promise<void> {
  const { email, phone, data, channel, create_user: createUser } = parse(otpBody, body);
  checkChannel(channel);
  const identifier = identify({ email, phone });
  const metadata = cleanMetadata(data);
  const allowance = await allowSend(parts, client, identifier);
  parts.background.run('sending a sign-in code', async () => {
    const known = await findUserBy(parts.db, identifier);
    if (!(await allowance.reaches(isProved(known, identifier)))) return;
    const sent = await parts.db.transaction(async (tx) => {
      if (createUser !== false && !(await findUserBy(tx, identifier))) {
        const made = { id: randomUUID(), passwordHash: null, metadata, confirmed: false, now: nowIso(parts) };
        await insertUser(tx, { ...identifier, ...made });
      }
      const user = await findUserBy(tx, identifier);
      if (!user) return null;
      return await parts.oneTimeTokens.issue(tx, {
        userId: user.id,
        kind: identifier.email === undefined ? 'sms' : 'magiclink',
        sentTo: addressOf(identifier),
        challenge: identifier.email === undefined ? null : client.challenge,
        askedFrom: client.ip,
        payload: isConfirmed(user) ? null : { passwordHash: null, userMetadata: metadata },
      });
    });
    if (sent !== null) sendSignInCode(parts, client, identifier, sent);
  });
}

type Asker = Pick<Client, 'ip'>;

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
  const allowance = await allowSend(parts, client, identifier);
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
  if (type === 'email_change') return await startEmailChange(parts, client, user);
  if (type === 'phone_change') return await startPhoneChange(parts, client, user);
  const kind: OneTimeTokenKind = type;
  if (isConfirmed(user)) return;
  const issued = await parts.db.transaction(async (tx) => {
    const pending = (await listSignUps(tx, user.id)).filter((signUp) => signUp.kind === kind);
    // Which of several is the owner's is unknown: none is adopted.
    const [only] = pending.length === 1 ? pending : [];
    return await parts.oneTimeTokens.issue(tx, {
      userId: user.id,
      kind,
      sentTo: addressOf(identifier),
      askedFrom: client.ip,
      signUpId: only?.sign_up_id,
      payload: only?.payload ?? { passwordHash: null, userMetadata: {} },
      challenge: kind === 'signup' ? client.challenge : null,
    });
  });
  sendSignUpConfirmation(parts, client, identifier, issued);
}

/** Both addresses have to agree, because the session may be stolen. */
export async function startEmailChange(parts: AuthParts, client: Asker, user: AuthUserRow): Promise<void> {
  const { new_email: newEmail, email, id: userId } = user;
  if (newEmail === null) return;
  const asked = { userId, askedFrom: client.ip };
  // An address of another account: nothing is sent, and the answer is the usual one.
  const isTaken = (await findUserBy(parts.db, { email: newEmail })) !== undefined;
  const codes = await parts.db.transaction(async (tx) => ({
    current:
      email &&
      (await parts.oneTimeTokens.issue(tx, { ...asked, kind: 'email_change_current', sentTo: email })),
    next: await parts.oneTimeTokens.issue(tx, {
      ...asked,
      kind: 'email_change_new',
      sentTo: newEmail,
      withoutCode: isTaken,
    }),
  }));
  if (isTaken) return;
  if (email && codes.current) sendAddressChange(parts, email, { code: codes.current.code, newEmail });
  sendAddressChange(parts, newEmail, { code: codes.next.code, newEmail });
}

export async function startPhoneChange(parts: AuthParts, client: Asker, user: AuthUserRow): Promise<void> {
  const { new_phone: newPhone, id: userId } = user;
  if (newPhone === null) return;
  const isTaken = (await findUserBy(parts.db, { phone: newPhone })) !== undefined;
  const { code } = await parts.db.transaction((tx) =>
    parts.oneTimeTokens.issue(tx, {
      userId,
      kind: 'phone_change',
      sentTo: newPhone,
      askedFrom: client.ip,
      withoutCode: isTaken,
    }),
  );
  if (!isTaken) sendCodeByText(parts, newPhone, code, 'phone_change');
}
