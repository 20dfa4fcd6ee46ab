import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { AuthMethod, OneTimeTokenKind } from '#server/db/auth-schema.ts';
import { confirmByToken, isConfirmed } from './confirmation.ts';
import { isForCurrentAddress } from './current-address.ts';
import { takeOverOnFirstProof } from '#server/auth/accounts/first-proof.ts';
import {
  countWrongVerifier,
  deleteFlowCode,
  findFlowCode,
  lockFlowToken,
  upsertFlowCode,
} from './flow-code-repo.ts';
import { findTokenOwner, markUsed, shortenLifetime, type OneTimeTokenRow } from './one-time-token-repo.ts';
import { AFTER_DEADLOCK, type Queryable } from '#server/db/database.ts';
import { hashToken, randomToken, sameHash } from '#server/auth/tokens/opaque-tokens.ts';
import { isoIn, nowIso } from '#server/clock.ts';
import type { AuthParts, Client } from '#server/auth/parts.ts';
import { parse, text } from '#server/auth/http/requests.ts';
import type { Grant } from '#server/auth/sessions/sessions.ts';
import { recordGrant } from '#server/auth/accounts/sign-in-events.ts';
import { lockUser, updateUser } from '#server/auth/accounts/user-repo.ts';
import { invalid, WireError } from '#server/auth/wire-error.ts';

/** The link yields a code for the requesting client, no session (RFC 7636). */
export const FLOW_TOKEN_PREFIX = 'pkce_';

const LENGTH_MIN = 43;
const LENGTH_MAX = 128;
const CHARACTERS = /^[\w.~-]*$/;
const FLOW_CODE_MS = 5 * 60_000;
/** A link may be opened again until the exchange: mail scanners open links. */
const REOPEN_MS = 10 * 60_000;
const WRONG_VERIFIERS_MAX = 5;

const challengeBody = z.object({ code_challenge: text, code_challenge_method: text });
const exchangeBody = z.object({ auth_code: text, code_verifier: text });

const sha256 = (value: string) => createHash('sha256').update(value).digest('base64url');

/** base64url(SHA-256(verifier)) for both methods: the database holds no verifier. No look-up. @throws WireError */
export function readChallenge(body: unknown): string | null {
  const { code_challenge: challenge, code_challenge_method: method } = parse(challengeBody, body);
  if (challenge === undefined && method === undefined) return null;
  if (challenge === undefined || method === undefined)
    throw invalid('PKCE flow requires code_challenge_method and code_challenge');
  if (challenge.length < LENGTH_MIN || challenge.length > LENGTH_MAX)
    throw invalid(`code challenge has to be between ${LENGTH_MIN} and ${LENGTH_MAX} characters`);
  if (!CHARACTERS.test(challenge))
    throw invalid(
      'code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes',
    );
  switch (method.toLowerCase()) {
    case 's256':
      return challenge;
    case 'plain':
      return sha256(challenge);
    default:
      throw invalid('The code_challenge_method must be s256 or plain');
  }
}

/** Voids the previous code. @returns the code in clear */
export async function openFlow(parts: AuthParts, tx: Queryable, token: OneTimeTokenRow): Promise<string> {
  const code = randomToken();
  const now = nowIso(parts);
  const isFirstClick = await upsertFlowCode(tx, {
    token_id: token.id,
    hash: hashToken(code),
    created_at: now,
  });
  if (isFirstClick) {
    await shortenLifetime(tx, token.id, isoIn(parts, REOPEN_MS));
  }
  return code;
}

/** @throws WireError */
export async function exchangeFlowCode(parts: AuthParts, client: Client, body: unknown): Promise<Grant> {
  const { auth_code: code, code_verifier: verifier } = parse(exchangeBody, body);
  if (code === undefined || verifier === undefined)
    throw invalid('invalid request: both auth code and code verifier should be non-empty');
  const hash = hashToken(code);
  await parts.limits.take('verify', client.ip, `code ${hash}`);
  // Returned, not thrown: the count of wrong verifiers must be committed.
  const outcome = await parts.db.transaction(
    async (tx) => await exchange(parts, tx, client, { hash, verifier }),
    AFTER_DEADLOCK,
  );
  if (outcome instanceof WireError) throw outcome;
  outcome.publishTakeOver();
  recordGrant(parts, client, outcome.grant);
  return outcome.grant;
}

async function exchange(
  parts: AuthParts,
  tx: Queryable,
  client: Client,
  { hash, verifier }: { hash: string; verifier: string },
): Promise<{ grant: Grant; publishTakeOver: () => void } | WireError> {
  const found = await findFlowCode(tx, hash);
  // Lock order of a click: account, token, code.
  const owner = found && (await findTokenOwner(tx, found.token_id));
  const user = owner && (await lockUser(tx, owner.user_id));
  const token = user && (await lockFlowToken(tx, found.token_id));
  if (!token || token.user_id !== user.id) return flowNotFound();
  const isOpen = token.used_at === null && token.token_hash !== null;
  const flow = isOpen && (await findFlowCode(tx, hash));
  if (!flow || flow.wrong_verifiers >= WRONG_VERIFIERS_MAX) return flowNotFound();
  const isExpired = parts.clock.now() - Date.parse(flow.created_at) > FLOW_CODE_MS;
  if (isExpired || !isForCurrentAddress(user, token)) return flowExpired();
  if (!isVerifierOf(token.code_challenge, verifier)) {
    await countWrongVerifier(tx, hash);
    return wrongVerifier();
  }
  await deleteFlowCode(tx, hash);
  await markUsed(tx, token.id, nowIso(parts));
  const publishTakeOver = await takeOverOnFirstProof(parts, client, tx, user, token);
  if (!isConfirmed(user)) await confirmByToken(parts, tx, user, token);
  const current = await updateUser(tx, user.id, { last_sign_in_at: nowIso(parts) });
  const isFirst = user.last_sign_in_at === null;
  const grant = await parts.sessions.start(tx, current, { method: methodOf(token.kind), client, isFirst });
  return { grant, publishTakeOver };
}

const isVerifierOf = (challenge: string | null, verifier: string): boolean =>
  challenge !== null &&
  verifier.length >= LENGTH_MIN &&
  verifier.length <= LENGTH_MAX &&
  CHARACTERS.test(verifier) &&
  sameHash(challenge, sha256(verifier));

const methodOf = (kind: OneTimeTokenKind): AuthMethod => (kind === 'recovery' ? 'recovery' : 'otp');

const flowNotFound = () =>
  new WireError('flow_state_not_found', 'invalid flow state, no valid flow state found');
const flowExpired = () => new WireError('flow_state_expired', 'invalid flow state, flow state has expired');
const wrongVerifier = () =>
  new WireError('bad_code_verifier', 'code challenge does not match previously saved code verifier');
