import { AUTH_TEXTS } from '@hereabouts/contract/auth';
import { AFTER_DEADLOCK, type Queryable } from '#server/db/database.ts';
import type { AuthMethod, OneTimeTokenKind } from '#server/db/auth-schema.ts';
import { isUniqueViolation } from '#server/db/errors.ts';
import {
  announceChange,
  applyEmailChange,
  applyPhoneChange,
  endAfterChange,
  type ChangedAddress,
} from '#server/auth/accounts/address-change.ts';
import { addressKey } from '#server/rate-limits/address-key.ts';
import { confirmByToken, isConfirmed } from './confirmation.ts';
import { isForCurrentAddress } from './current-address.ts';
import { takeOverOnFirstProof } from '#server/auth/accounts/first-proof.ts';
import { knownBrowserKey } from '#server/auth/sessions/known-browser-key.ts';
import type { OneTimeTokenRow } from './one-time-token-repo.ts';
import type { EnteredCode } from './one-time-tokens.ts';
import { nowIso } from '#server/clock.ts';
import type { AuthParts, Client } from '#server/auth/parts.ts';
import { FLOW_TOKEN_PREFIX, openFlow } from './pkce.ts';
import { addressOf, identify, parse, verifyBody } from '#server/auth/http/requests.ts';
import type { Grant } from '#server/auth/sessions/sessions.ts';
import { recordFailure, recordGrant } from '#server/auth/accounts/sign-in-events.ts';
import { lockUser, updateUser, type AuthUserRow } from '#server/auth/accounts/user-repo.ts';
import { invalid, WireError } from '#server/auth/wire-error.ts';

const KINDS_BY_TYPE: Record<string, readonly OneTimeTokenKind[]> = {
  signup: ['signup'],
  magiclink: ['magiclink'],
  email: ['magiclink', 'signup'],
  recovery: ['recovery'],
  email_change: ['email_change_current', 'email_change_new'],
  sms: ['sms'],
  phone_change: ['phone_change'],
};

const BY_TEXT: ReadonlySet<OneTimeTokenKind> = new Set(['sms', 'phone_change']);

const CHANGES: ReadonlySet<string> = new Set(['email_change', 'phone_change']);

export type Verification =
  | { state: 'granted'; grant: Grant; change?: ChangedAddress }
  | { state: 'half_confirmed' }
  | { state: 'flow_opened'; code: string; target?: string };

type Proof =
  /** `opensFlow`: a PKCE link. Only a click confirms; fetching does not (REG-04). */
  | {
      link: string;
      kinds: readonly OneTimeTokenKind[];
      opensFlow?: 'fetched' | 'pressed' | false;
      userId?: string | undefined;
    }
  | (EnteredCode & { kinds: readonly OneTimeTokenKind[] });

/** A code with its address, or a link token, for a session. @param signedInAs for a code of a change: only the change of this
 * person is meant, as others may be changing to the same address @throws WireError */
export async function verify(
  parts: AuthParts,
  client: Client,
  body: unknown,
  signedInAs: string | null = null,
): Promise<Verification> {
  const { type, token, token_hash: link, email, phone, redirect_to: target } = parse(verifyBody, body);
  const kinds = kindsOf(type);
  if ((token === undefined) === (link === undefined))
    throw invalid('Either a code or a token_hash is needed');
  if (link !== undefined) {
    const opensFlow = target !== undefined && link.startsWith(FLOW_TOKEN_PREFIX) && 'pressed';
    const userId = signedInAs ?? undefined;
    const verification = await verifyLink(parts, client, { link, kinds, opensFlow, userId });
    return verification.state === 'flow_opened'
      ? { ...verification, ...(target && { target }) }
      : verification;
  }
  const identifier = identify({ email, phone });
  const sentTo = addressOf(identifier);
  const { ip, requestId } = client;
  const refund = await parts.limits.take('verify', ip, sentTo, {
    requestId,
    own: async () =>
      (await knownBrowserKey(parts, client, identifier)) ??
      ((await parts.oneTimeTokens.wasAskedFrom(parts.db, ip, sentTo)) ? addressKey(ip) : null),
  });
  const code = token?.trim() ?? '';
  const isChange = CHANGES.has(type ?? '') && signedInAs !== null;
  const entered = { sentTo, code, enteredFrom: ip, ...(isChange && { userId: signedInAs }) };
  const verification = await redeem(parts, client, { ...entered, kinds });
  await refund();
  if (verification.state === 'used_before') throw expired();
  return verification;
}

type LinkVisit = Verification | { state: 'used_before' };

/** Perhaps by a mail scanner: consumes nothing. @returns a PKCE client's code @throws WireError */
export async function visitLink(
  parts: AuthParts,
  client: Client,
  query: { type?: string | undefined; token?: string | undefined },
): Promise<string> {
  const kinds = kindsOf(query.type);
  if (!query.token) throw invalid('A token is needed');
  if (!query.token.startsWith(FLOW_TOKEN_PREFIX)) throw expired();
  const visit = await verifyLink(parts, client, { link: query.token, kinds, opensFlow: 'fetched' });
  if (visit.state !== 'flow_opened') throw expired();
  return visit.code;
}

async function verifyLink(parts: AuthParts, client: Client, proof: Proof): Promise<Verification> {
  const verification = await redeem(parts, client, proof);
  if (verification.state === 'used_before') throw expired();
  return verification;
}

function kindsOf(type: string | undefined): readonly OneTimeTokenKind[] {
  const kinds = type === undefined || !Object.hasOwn(KINDS_BY_TYPE, type) ? undefined : KINDS_BY_TYPE[type];
  if (kinds === undefined) throw invalid('This type of verification is not supported');
  return kinds;
}

const expired = () => new WireError('otp_expired', AUTH_TEXTS.linkUsed);

async function redeem(parts: AuthParts, client: Client, proof: Proof): Promise<LinkVisit> {
  try {
    // Returned, not thrown: the count of wrong codes must be committed.
    let publishTakeOver = () => {};
    const outcome = await parts.db.transaction(async (tx): Promise<LinkVisit | null> => {
      publishTakeOver = () => {};
      const ownerId = await parts.oneTimeTokens.findOwner(tx, proof, proof.kinds);
      const user = ownerId === null ? undefined : await lockUser(tx, ownerId);
      const redeemed = await redeemProof(parts, tx, proof);
      if (!user || redeemed?.token.user_id !== user.id) return null;
      if (!isForCurrentAddress(user, redeemed.token)) return null;
      if (redeemed.usedBefore) {
        return redeemed.token.kind === 'signup' && isConfirmed(user) ? { state: 'used_before' } : null;
      }
      // A PKCE link proves the address at the exchange.
      if (!('opensFlow' in proof && proof.opensFlow)) {
        publishTakeOver = await takeOverOnFirstProof(parts, client, tx, user, redeemed.token);
      }
      return await apply(parts, client, tx, { user, token: redeemed.token, proof });
    }, AFTER_DEADLOCK);
    publishTakeOver();
    if (outcome === null) {
      const error = expired();
      recordFailure(parts, client, { method: 'otp', reason: error.code });
      throw error;
    }
    if (outcome.state === 'granted') recordGrant(parts, client, outcome.grant);
    if (outcome.state === 'granted' && outcome.change) announceChange(parts, client, outcome.change);
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
    const redemption = await oneTimeTokens.redeemLink(tx, proof.link, proof.kinds, {
      keep: Boolean(proof.opensFlow),
    });
    if (redemption.state === 'expired') return null;
    return { token: redemption.token, usedBefore: redemption.state === 'used_before' };
  }
  const token = await oneTimeTokens.redeemCode(tx, proof, proof.kinds);
  return token && { token, usedBefore: false };
}

async function apply(
  parts: AuthParts,
  client: Client,
  tx: Queryable,
  { user, token, proof }: { user: AuthUserRow; token: OneTimeTokenRow; proof: Proof },
): Promise<Verification | null> {
  // Mail scanners open links: a click or the exchange confirms an account.
  const isFetchedOnly = 'link' in proof && proof.opensFlow === 'fetched';
  const done = isFetchedOnly ? 'done' : await applyTo(parts, tx, user, token);
  if (done === 'obsolete') return null;
  if (done === 'half_confirmed') return { state: 'half_confirmed' };
  if ('link' in proof && proof.opensFlow) {
    return { state: 'flow_opened', code: await openFlow(parts, tx, token) };
  }
  const change = await endAfterChange(parts, client, tx, {
    user,
    kind: token.kind,
    isOwn: 'userId' in proof && proof.userId === user.id,
  });
  const current = await updateUser(tx, user.id, { last_sign_in_at: nowIso(parts) });
  const method: AuthMethod = token.kind === 'recovery' ? 'recovery' : 'otp';
  const grant = await parts.sessions.start(tx, current, {
    method,
    ...(BY_TEXT.has(token.kind) && { by: 'sms' }),
    client,
    isFirst: user.last_sign_in_at === null || user.is_anonymous,
  });
  return { state: 'granted', grant, ...(change && { change }) };
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
      if (!isConfirmed(user)) await confirmByToken(parts, tx, user, token);
      return 'done';
  }
}
