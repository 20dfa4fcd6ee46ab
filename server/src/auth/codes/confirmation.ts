import { displayName } from '@hereabouts/contract/auth';
import type { Queryable } from '#server/db/database.ts';
import type { UserMetadata } from '#server/db/auth-schema.ts';
import {
  deleteOneTimeTokens,
  forgetPasswords,
  listSignUps,
  type OneTimeTokenRow,
} from './one-time-token-repo.ts';
import { nowIso } from '#server/clock.ts';
import type { AuthParts } from '#server/auth/parts.ts';
import { updateUser, type AuthUserRow } from '#server/auth/accounts/user-repo.ts';

export const isConfirmed = (user: AuthUserRow): boolean =>
  user.email_confirmed_at !== null || user.phone_confirmed_at !== null;

type Confirmed = {
  passwordHash: string | null;
  metadata: UserMetadata;
  /** A sign-up set a password that was not adopted. */
  needsPassword?: boolean;
  isProved: boolean;
};

export async function confirmUser(
  parts: AuthParts,
  tx: Queryable,
  user: AuthUserRow,
  { passwordHash, metadata, needsPassword = false, isProved }: Confirmed,
): Promise<AuthUserRow> {
  if (isConfirmed(user)) return user;
  const now = nowIso(parts);
  const confirmed = await updateUser(tx, user.id, {
    ...(user.email === null
      ? { phone_confirmed_at: now, phone_proved_at: isProved ? now : null }
      : { email_confirmed_at: now, email_proved_at: isProved ? now : null }),
    password_hash: passwordHash,
    needs_password: needsPassword,
    invitation_code_id: null,
    user_metadata: metadata,
    updated_at: now,
  });
  await createPerson(parts, tx, confirmed, now);
  return confirmed;
}

/** Anybody can sign up with any address: a password is adopted only if no other sign-up set one, and the invitation code is that of
 * the sign-up that is confirmed, if it came with one. */
export async function confirmByToken(
  parts: AuthParts,
  tx: Queryable,
  user: AuthUserRow,
  token: OneTimeTokenRow,
): Promise<AuthUserRow> {
  const signUps = await listSignUps(tx, user.id);
  if (user.invitation_code_id !== null) {
    const own = token.payload?.invitationCodeId;
    // A link that was sent again may belong to any of them.
    const ofAll = signUps.flatMap(({ payload }) => payload.invitationCodeId ?? []);
    await parts.signUps.useCode(tx, own == null ? [...ofAll, user.invitation_code_id] : [own]);
  }
  const withPassword = signUps.filter(({ payload }) => payload.passwordHash !== null);
  const passwordHash = withPassword.length === 1 ? (token.payload?.passwordHash ?? null) : null;
  // Links of other sign-ups prove nothing any more.
  await deleteOneTimeTokens(tx, user.id, ['signup', 'sms', 'magiclink'], token.id);
  // From now on it is checked as the account's, and may be changed there.
  if (passwordHash !== null) await forgetPasswords(tx, user.id);
  return await confirmUser(parts, tx, user, {
    passwordHash,
    metadata: token.payload?.userMetadata ?? {},
    needsPassword: passwordHash === null && withPassword.length > 0,
    isProved: true,
  });
}

export async function createPerson(
  { hooks }: AuthParts,
  tx: Queryable,
  { id, email, phone, is_anonymous, user_metadata: metadata }: AuthUserRow,
  now: string,
): Promise<void> {
  await hooks.userCreated(tx, { id, name: displayName(metadata), email, phone, is_anonymous }, now);
}
