import { decodeProtectedHeader, jwtVerify, SignJWT } from 'jose';
import { SECOND_MS } from '@hereabouts/contract/durations';
import type { SemaphoreSize } from '#server/async/semaphore.ts';
import type { Clock } from '#server/clock.ts';
import type { AuthMethodUse, AuthenticatorLevel } from '#server/db/auth-schema.ts';
import { dropOldest } from '#server/lib/drop-oldest.ts';
import { createInTurn } from '#server/http/queues/in-turn.ts';
import { hashToken } from './opaque-tokens.ts';
import type { SigningKeys } from './signing-keys.ts';

const ALGORITHM = 'ES256';
const AUDIENCE = 'authenticated';
/** Cached, so that a client costs one signature check per token. */
const VERIFIED_MAX = 10_000;
/** Signature checks at once; network addresses take turns. */
const CHECKS: SemaphoreSize = { running: 8, waiting: Infinity, runningPerKey: 2 };
const TOKEN_MAX_LENGTH = 4_096;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export type AccessClaims = {
  userId: string;
  sessionId: string;
  aal: AuthenticatorLevel;
  expiresAtMs: number;
  /** Hash of a browser session's cookie, without which the token is refused; null for clients without cookies. */
  cookieHash: string | null;
};

type KnownClaims = AccessClaims & { kid: string };

export type TokenSubject = {
  userId: string;
  sessionId: string;
  email: string | null;
  phone: string | null;
  isAnonymous: boolean;
  aal: AuthenticatorLevel;
  amr: readonly AuthMethodUse[];
  cookieHash: string | null;
};

export type AccessTokens = {
  /** Remembers the token as `verify` does. */
  sign(subject: TokenSubject): Promise<{ token: string; expiresAtS: number }>;
  /** `from`: key of the queue of signature checks. */
  verify(token: string, from: string): Promise<AccessClaims | null>;
  /** If the token is remembered; it may have expired since. */
  personOf(token: string): string | null;
  /** Of a session with a token that is remembered. */
  personOfCookie(cookie: string): string | null;
};

export function createAccessTokens(
  { keys, clock }: { keys: SigningKeys; clock: Clock },
  { ttlS, issuer }: { ttlS: number; issuer: string },
): AccessTokens {
  const verified = new Map<string, KnownClaims>();
  const byCookieHash = new Map<string, string>();
  const inTurn = createInTurn(CHECKS);

  const remember = (token: string, claims: KnownClaims) => {
    verified.set(token, claims);
    dropOldest(verified, VERIFIED_MAX);
    if (claims.cookieHash === null) return;
    byCookieHash.delete(claims.cookieHash);
    byCookieHash.set(claims.cookieHash, claims.userId);
    dropOldest(byCookieHash, VERIFIED_MAX);
  };

  const check = async (token: string): Promise<KnownClaims | null> => {
    const { kid } = decodeProtectedHeader(token);
    const key = kid === undefined ? null : await keys.verifier(kid);
    if (kid === undefined || key === null) return null;
    const { payload } = await jwtVerify(token, key, {
      // Fixed here, so that the token cannot choose it.
      algorithms: [ALGORITHM],
      audience: AUDIENCE,
      issuer,
      requiredClaims: ['sub', 'exp', 'session_id'],
      currentDate: new Date(clock.now()),
    });
    const { sub, exp, session_id: sessionId } = payload;
    if (typeof sessionId !== 'string' || !UUID.test(sessionId) || !UUID.test(sub ?? '')) return null;
    const aal: AuthenticatorLevel = payload['aal'] === 'aal2' ? 'aal2' : 'aal1';
    const cookieHash = (payload['cnf'] as { cookie?: string } | undefined)?.cookie ?? null;
    return { kid, userId: sub ?? '', sessionId, aal, expiresAtMs: (exp ?? 0) * SECOND_MS, cookieHash };
  };

  return {
    async sign({ userId, sessionId, email, phone, isAnonymous, aal, amr, cookieHash }) {
      const { kid, key } = keys.signer();
      const nowS = Math.floor(clock.now() / SECOND_MS);
      const expiresAtS = nowS + ttlS;
      const claims = {
        email: email ?? '',
        phone: phone ?? '',
        role: AUDIENCE,
        session_id: sessionId,
        aal,
        amr: amr.map(({ method, timestamp }) => ({ method, timestamp })),
        is_anonymous: isAnonymous,
        // The confirmation claim of RFC 7800.
        ...(cookieHash !== null && { cnf: { cookie: cookieHash } }),
      };
      const token = await new SignJWT(claims)
        .setProtectedHeader({ alg: ALGORITHM, kid, typ: 'JWT' })
        .setIssuer(issuer)
        .setSubject(userId)
        .setAudience(AUDIENCE)
        .setIssuedAt(nowS)
        .setExpirationTime(expiresAtS)
        .sign(key);
      remember(token, { kid, userId, sessionId, aal, expiresAtMs: expiresAtS * SECOND_MS, cookieHash });
      return { token, expiresAtS };
    },

    async verify(token, from) {
      if (token.length > TOKEN_MAX_LENGTH) return null;
      const known = verified.get(token);
      if (known) {
        // A removed key invalidates its tokens.
        const isGood = known.expiresAtMs > clock.now() && (await keys.verifier(known.kid)) !== null;
        verified.delete(token);
        if (isGood) verified.set(token, known);
        return isGood ? known : null;
      }
      const claims = await inTurn(from, () => check(token)).catch(() => null);
      if (claims === null) return null;
      remember(token, claims);
      return claims;
    },

    personOf: (token) => verified.get(token)?.userId ?? null,
    personOfCookie: (cookie) => byCookieHash.get(hashToken(cookie)) ?? null,
  };
}
