import { AUTH_MESSAGES } from '@hereabouts/contract/auth';
import type { Queryable } from '#server/db/database.ts';
import type { AuthMethod, OneTimeTokenKind } from '#server/db/auth-schema.ts';
import { isUniqueViolation } from '#server/db/errors.ts';
import { confirmUser, isConfirmed } from './confirmation.ts';
import { applyEmailChange, applyPhoneChange } from './address-change.ts';
import { deleteOneTimeTokens, type OneTimeTokenRow } from './one-time-token-repo.ts';
import { nowIso, type AuthParts, type Client } from './parts.ts';
import { addressOf, identify, parse, verifyBody } from './requests.ts';
import type { Grant } from './sessions.ts';
import { lockUser, updateUser, type AuthUserRow } from './user-repo.ts';
import { invalid, WireError } from './wire-error.ts';

const KINDS_BY_TYPE: Record<string, readonly OneTimeTokenKind[]> = {
  signup: ['signup'],
  magiclink: ['magiclink'],
  email: ['magiclink', 'signup'],
  recovery: ['recovery'],
  email_change: ['email_change_current', 'email_change_new'],
  sms: ['sms'],
  phone_change: ['phone_change'],
};

export type Verification =
  | { state: 'granted'; grant: Grant }
  /** One of the two addresses of a change has agreed; the other has still to. */
  | { state: 'half_confirmed' };

type Proof =
  | { link: string; kinds: readonly OneTimeTokenKind[] }
  | { sentTo: string; code: string; kinds: readonly OneTimeTokenKind[] };

/** A code with its address, or a link's token, for a session. @throws WireError */
export async function verify(parts: AuthParts, client: Client, body: unknown): Promise<Verification> {
  const { type, token, token_hash: link, email, phone } = parse(verifyBody, body);
  const kinds = kindsOf(type);
  if ((token === undefined) === (link === undefined))
    throw invalid('Either a code or a token_hash is needed');
  if (link !== undefined) return await verifyLink(parts, client, link, kinds);
  const sentTo = addressOf(identify({ email, phone }));
  const attempt = ['verify', client.ip, sentTo] as const;
  parts.limits.take(...attempt);
  const verification = await redeem(parts, client, { sentTo, code: token?.trim() ?? '', kinds });
  parts.limits.refund(...attempt);
  if (verification.state === 'used_before') throw expired();
  return verification;
}

export type LinkVisit = Verification | { state: 'used_before' };

/** A link that was opened in a browser. One that confirmed the account before is no reason to alarm anybody. */
export async function visitLink(
  parts: AuthParts,
  client: Client,
  query: { type?: string | undefined; token?: string | undefined },
): Promise<LinkVisit> {
  const kinds = kindsOf(query.type);
  if (!query.token) throw invalid('A token is needed');
  return await redeem(parts, client, { link: query.token, kinds });
}

async function verifyLink(
  parts: AuthParts,
  client: Client,
  link: string,
  kinds: readonly OneTimeTokenKind[],
): Promise<Verification> {
  const verification = await redeem(parts, client, { link, kinds });
  if (verification.state === 'used_before') throw expired();
  return verification;
}

function kindsOf(type: string | undefined): readonly OneTimeTokenKind[] {
  const kinds = type === undefined || !Object.hasOwn(KINDS_BY_TYPE, type) ? undefined : KINDS_BY_TYPE[type];
  if (kinds === undefined) throw invalid('This type of verification is not supported');
  return kinds;
}

const expired = () => new WireError('otp_expired', AUTH_MESSAGES.linkUsed);

async function redeem(parts: AuthParts, client: Client, proof: Proof): Promise<LinkVisit> {
  try {
    // A wrong code is counted, so a refusal must be committed: it is returned, not thrown.
    const outcome = await parts.db.transaction(async (tx): Promise<LinkVisit | null> => {
      const redeemed = await redeemProof(parts, tx, proof);
      if (redeemed === null) return null;
      const user = await lockUser(tx, redeemed.token.user_id);
      if (!user) return null;
      if (redeemed.usedBefore) {
        return redeemed.token.kind === 'signup' && isConfirmed(user) ? { state: 'used_before' } : null;
      }
      return await apply(parts, client, tx, user, redeemed.token);
    });
    if (outcome === null) throw expired();
    return outcome;
  } catch (error) {
    if (isUniqueViolation(error, 'users_email_key')) {
      throw new WireError('email_exists', 'This address already has an account');
    }
    if (isUniqueViolation(error, 'users_phone_key')) {
      throw new WireError('phone_exists', 'This number already has an account');
    }
    throw error;
  }
}

async function redeemProof(
  { oneTimeTokens }: AuthParts,
  tx: Queryable,
  proof: Proof,
): Promise<{ token: OneTimeTokenRow; usedBefore: boolean } | null> {
  if ('link' in proof) {
    const redemption = await oneTimeTokens.redeemLink(tx, proof.link, proof.kinds);
    if (redemption.state === 'expired') return null;
    return { token: redemption.token, usedBefore: redemption.state === 'used_before' };
  }
  const token = await oneTimeTokens.redeemCode(tx, proof, proof.kinds);
  return token && { token, usedBefore: false };
}

/** Does what the token was sent for; null when that is no longer wanted. */
async function apply(
  parts: AuthParts,
  client: Client,
  tx: Queryable,
  user: AuthUserRow,
  token: OneTimeTokenRow,
): Promise<Verification | null> {
  const done = await applyTo(parts, tx, user, token);
  if (done === 'obsolete') return null;
  if (done === 'half_confirmed') return { state: 'half_confirmed' };
  const current = await updateUser(tx, user.id, { last_sign_in_at: nowIso(parts) });
  const method: AuthMethod = token.kind === 'recovery' ? 'recovery' : 'otp';
  const grant = await parts.sessions.start(tx, current, { method, isBrowser: client.isBrowser });
  return { state: 'granted', grant };
}

async function applyTo(parts: AuthParts, tx: Queryable, user: AuthUserRow, token: OneTimeTokenRow) {
  switch (token.kind) {
    case 'email_change_current':
    case 'email_change_new':
      return await applyEmailChange(parts, tx, user, token);
    case 'phone_change':
      return await applyPhoneChange(parts, tx, user, token);
    case 'signup':
    case 'recovery':
    case 'magiclink':
    case 'sms':
    case 'reauthentication':
      // Open links of other sign-ups with this address prove nothing any more.
      if (!isConfirmed(user))
        await deleteOneTimeTokens(tx, user.id, ['signup', 'sms', 'magiclink'], token.id);
      await confirmUser(parts, tx, user, token.payload);
      return 'done';
  }
}
