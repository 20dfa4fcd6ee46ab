import { createHash, createHmac, createSecretKey, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { ONE_TIME_CODE_LENGTH } from '@hereabouts/contract/auth';
import type { Database } from '#server/db/database.ts';
import type { EcJwk } from '#server/db/auth-schema.ts';
import { findOrInsertSecret } from './secret-repo.ts';

const SECRET_BYTES = 32;

/** 256 bits, safe in URLs and cookies. */
export const randomToken = (): string => randomBytes(SECRET_BYTES).toString('base64url');

/** A plain hash suffices: 2^128 tokens cannot be tried. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

export const sameHash = (left: string, right: string): boolean =>
  left.length === right.length && timingSafeEqual(Buffer.from(left), Buffer.from(right));

/** Values that need a key besides the database's rows. */
export type KeyedTokens = {
  /** Deterministic, so that a parent can be answered with its child. */
  refreshToken(session: { id: string; refresh_salt: string }, counter: number): string;
  /** Deterministic: derived again whenever the message is sent. */
  linkToken(tokenId: string): string;
  oneTimeCode(tokenId: string): string;
  /** Keyed: a plain hash of a short code can be reversed. */
  hashCode(tokenId: string, code: string): string;
  hashAddress(address: string): string;
  deriveKey(purpose: string): Buffer;
  /** From the database alone: for what must go on with another AUTH_SIGNING_KEY, and gives nobody access. */
  deriveLastingKey(purpose: string): Buffer;
};

/** Derived from AUTH_SIGNING_KEY if set: a copy of the database then holds only the root of lasting keys. */
export async function openKeyedTokens(db: Database, signingKey: EcJwk | null): Promise<KeyedTokens> {
  const seed = signingKey?.d ?? (await findOrInsertSecret(db, 'tokens', randomToken()));
  const lastingSeed = await findOrInsertSecret(db, 'lasting', randomToken());
  const deriveFrom = (root: string, purpose: string) =>
    Buffer.from(hkdfSync('sha256', root, '', `hereabouts ${purpose}`, SECRET_BYTES));
  const derive = (purpose: string) => deriveFrom(seed, purpose);
  // Made once: with a buffer each HMAC takes six times as long.
  const keyFor = (purpose: string) => createSecretKey(derive(purpose));
  const refreshKey = keyFor('refresh tokens');
  const addressKey = keyFor('network addresses');
  const codeKey = keyFor('one-time codes');
  const linkKey = keyFor('one-time links');
  const digitsKey = keyFor('digits of one-time codes');
  return {
    refreshToken: (session, counter) =>
      createHmac('sha256', refreshKey)
        .update(`${session.id}:${session.refresh_salt}:${counter}`)
        .digest('base64url'),
    linkToken: (tokenId) => createHmac('sha256', linkKey).update(tokenId).digest('base64url'),
    oneTimeCode: (tokenId) => digitsOf(createHmac('sha256', digitsKey).update(tokenId).digest()),
    hashCode: (tokenId, code) => createHmac('sha256', codeKey).update(`${tokenId}:${code}`).digest('hex'),
    hashAddress: (address) => createHmac('sha256', addressKey).update(address).digest('base64url'),
    deriveKey: (purpose) => derive(`feature ${purpose}`),
    deriveLastingKey: (purpose) => deriveFrom(lastingSeed, `feature ${purpose}`),
  };
}

/** 64 bits keep the digits evenly distributed. */
const digitsOf = (mac: Buffer): string =>
  String(mac.readBigUInt64BE() % 10n ** BigInt(ONE_TIME_CODE_LENGTH)).padStart(ONE_TIME_CODE_LENGTH, '0');
