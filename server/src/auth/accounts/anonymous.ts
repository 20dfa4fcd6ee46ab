import { randomUUID } from 'node:crypto';
import { AUTH_TEXTS } from '@hereabouts/contract/auth';
import type { Queryable } from '#server/db/database.ts';
import { isUniqueViolation } from '#server/db/errors.ts';
import { createPerson, isConfirmed } from '#server/auth/codes/confirmation.ts';
import { handOverSignUps } from '#server/auth/codes/one-time-token-repo.ts';
import { anonymousBody, cleanMetadata, parse } from '#server/auth/http/requests.ts';
import { WireError } from '#server/auth/wire-error.ts';
import type { AuthParts, Client } from '#server/auth/parts.ts';
import type { Grant } from '#server/auth/sessions/sessions.ts';
import { takeInvitationCode } from '#server/auth/sign-ups/sign-ups.ts';
import { nowIso } from '#server/clock.ts';
import { recordGrant } from './sign-in-events.ts';
import { deleteUser, findUserBy, insertAnonymousUser, lockUser, type Identifier } from './user-repo.ts';

/** Null counts as absent, an empty string does not: a form with empty fields makes no account. */
export const isAnonymousSignUp = (body: unknown): boolean =>
  typeof body === 'object' &&
  body !== null &&
  !Array.isArray(body) &&
  ['email', 'phone', 'password'].every((key) => (body as Record<string, unknown>)[key] == null);

/** GUEST-01. @throws WireError */
export async function signUpAnonymously(parts: AuthParts, client: Client, body: unknown): Promise<Grant> {
  const { data } = parse(anonymousBody, body);
  if (!parts.config.anonymous) {
    throw new WireError('anonymous_provider_disabled', AUTH_TEXTS.anonymousDisabled);
  }
  const { code, metadata } = takeInvitationCode(cleanMetadata(data));
  await parts.limits.takeAnonymous(client);
  await parts.signUps.check(code);
  const grant = await parts.db.transaction(async (tx) => {
    await parts.signUps.admit(tx, code);
    const now = nowIso(parts);
    const user = await insertAnonymousUser(tx, { id: randomUUID(), metadata, now });
    await createPerson(parts, tx, user, now);
    return await parts.sessions.start(tx, user, { method: 'anonymous', client, isFirst: true });
  });
  recordGrant(parts, client, grant, 'signed_up');
  return grant;
}

/** Deletes an unconfirmed sign-up, before the account `takerId` takes its address. */
export async function releaseUnconfirmed(tx: Queryable, address: Identifier, takerId: string): Promise<void> {
  const found = await findUserBy(tx, address);
  const holder = found && !isConfirmed(found) ? await lockUser(tx, found.id) : undefined;
  if (!holder || isConfirmed(holder)) return;
  await handOverSignUps(tx, holder.id, takerId);
  await deleteUser(tx, holder.id);
}

export function takenAddress(error: unknown): WireError | null {
  if (isUniqueViolation(error, 'users_email_key')) {
    return new WireError('email_exists', AUTH_TEXTS.emailExists);
  }
  if (isUniqueViolation(error, 'users_phone_key')) {
    return new WireError('phone_exists', AUTH_TEXTS.phoneExists);
  }
  return null;
}
