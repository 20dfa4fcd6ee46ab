import { randomUUID } from 'node:crypto';
import type { OneTimeTokenKind } from '#server/db/auth-schema.ts';
import { isConfirmed } from './confirmation.ts';
import {
  sendAddressChange,
  sendCodeByText,
  sendPasswordReset,
  sendSignInCode,
  sendSignUpConfirmation,
} from './deliveries.ts';
import { findLatestPayload } from './one-time-token-repo.ts';
import { nowIso, type AuthParts, type Client } from './parts.ts';
import { addressOf, cleanMetadata, identify, otpBody, parse, recoverBody, resendBody } from './requests.ts';
import { findUserBy, insertUser, updateUser, type AuthUserRow, type Identifier } from './user-repo.ts';
import { invalid } from './wire-error.ts';

/*
 * Everything here answers before it looks anything up: what is known of an address shows neither in the answer nor in
 * the time it takes.
 */

export function recover(parts: AuthParts, client: Client, body: unknown): void {
  const { email } = identify({ email: parse(recoverBody, body).email }, 'Please enter your email address');
  if (email === undefined) return;
  parts.limits.take('send', client.ip, email);
  parts.background.run('starting a password reset', async () => {
    const user = await findUserBy(parts.db, { email });
    if (!user) return;
    const issued = await parts.db.transaction(async (tx) => {
      await updateUser(tx, user.id, { recovery_sent_at: nowIso(parts) });
      return await parts.oneTimeTokens.issue(tx, { userId: user.id, kind: 'recovery', sentTo: email });
    });
    sendPasswordReset(parts, client, email, issued);
  });
}

export function sendOneTimeCode(parts: AuthParts, client: Client, body: unknown): void {
  const { email, phone, data, create_user: createUser } = parse(otpBody, body);
  const identifier = identify({ email, phone });
  const metadata = cleanMetadata(data);
  parts.limits.take('send', client.ip, addressOf(identifier));
  parts.background.run('sending a sign-in code', async () => {
    const code = await parts.db.transaction(async (tx) => {
      if (createUser !== false && !(await findUserBy(tx, identifier))) {
        const made = { id: randomUUID(), passwordHash: null, metadata, confirmed: false, now: nowIso(parts) };
        await insertUser(tx, { ...identifier, ...made });
      }
      const user = await findUserBy(tx, identifier);
      if (!user) return null;
      const issued = await parts.oneTimeTokens.issue(tx, {
        userId: user.id,
        kind: identifier.email === undefined ? 'sms' : 'magiclink',
        sentTo: addressOf(identifier),
        payload: isConfirmed(user) ? null : { passwordHash: null, userMetadata: metadata },
      });
      return issued.code;
    });
    if (code !== null) sendSignInCode(parts, identifier, { code });
  });
}

const RESEND_TYPES = ['signup', 'sms', 'email_change', 'phone_change'] as const;
type ResendType = (typeof RESEND_TYPES)[number];

export function resend(parts: AuthParts, client: Client, body: unknown): void {
  const { type: wanted, email, phone } = parse(resendBody, body);
  const type = RESEND_TYPES.find((known) => known === wanted);
  if (type === undefined) throw invalid(`The type must be one of ${RESEND_TYPES.join(', ')}`);
  const identifier = identify({ email, phone });
  parts.limits.take('send', client.ip, addressOf(identifier));
  parts.background.run('sending a confirmation again', async () => {
    const user = await findUserBy(parts.db, identifier);
    if (user) await resendTo(parts, client, { user, identifier, type });
  });
}

async function resendTo(
  parts: AuthParts,
  client: Client,
  { user, identifier, type }: { user: AuthUserRow; identifier: Identifier; type: ResendType },
): Promise<void> {
  if (type === 'email_change') return await startEmailChange(parts, user);
  if (type === 'phone_change') return await startPhoneChange(parts, user);
  const kind: OneTimeTokenKind = type;
  if (isConfirmed(user) || (kind === 'sms') !== (identifier.email === undefined)) return;
  const issued = await parts.db.transaction(async (tx) => {
    const payload = await findLatestPayload(tx, user.id, kind);
    return await parts.oneTimeTokens.issue(tx, {
      userId: user.id,
      kind,
      sentTo: addressOf(identifier),
      payload: payload ?? null,
    });
  });
  sendSignUpConfirmation(parts, client, identifier, issued);
}

/** Both addresses have to agree, the old one because whoever holds the session may not be its owner. */
export async function startEmailChange(parts: AuthParts, user: AuthUserRow): Promise<void> {
  const { new_email: newEmail, email, id: userId } = user;
  if (newEmail === null) return;
  // Somebody else's address: its owner is not troubled, and the asker not told.
  if (await findUserBy(parts.db, { email: newEmail })) return;
  const codes = await parts.db.transaction(async (tx) => ({
    current:
      email && (await parts.oneTimeTokens.issue(tx, { userId, kind: 'email_change_current', sentTo: email })),
    next: await parts.oneTimeTokens.issue(tx, { userId, kind: 'email_change_new', sentTo: newEmail }),
  }));
  if (email && codes.current) sendAddressChange(parts, email, { code: codes.current.code, newEmail });
  sendAddressChange(parts, newEmail, { code: codes.next.code, newEmail });
}

export async function startPhoneChange(parts: AuthParts, user: AuthUserRow): Promise<void> {
  const { new_phone: newPhone, id: userId } = user;
  if (newPhone === null || (await findUserBy(parts.db, { phone: newPhone }))) return;
  const { code } = await parts.db.transaction((tx) =>
    parts.oneTimeTokens.issue(tx, { userId, kind: 'phone_change', sentTo: newPhone }),
  );
  sendCodeByText(parts, newPhone, code, 'phone_change');
}
