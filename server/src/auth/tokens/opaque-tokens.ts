import { createHash, createHmac, hkdfSync, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { ONE_TIME_CODE_LENGTH } from '@hereabouts/contract/auth';
import type { Database } from '#server/db/database.ts';
import type { EcJwk } from '#server/db/auth-schema.ts';
import { findOrInsertSecret } from './secret-repo.ts';

const SECRET_BYTES = 32;

/** 256 random bits, safe in URLs and cookies. */
export const randomToken = (): string => randomBytes(SECRET_BYTES).toString('base64url');

/** A plain hash suffices: 2^128 tokens cannot be tried. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

export const randomCode = (): string =>
  String(randomInt(10 ** ONE_TIME_CODE_LENGTH)).padStart(ONE_TIME_CODE_LENGTH, '0');

export const sameHash = (left: string, right: string): boolean =>
  left.length === right.length && timingSafeEqual(Buffer.from(left), Buffer.from(right));

/** Values that need a key besides the database's rows. */
export type KeyedTokens = {
  /** Deterministic, so that a parent can be answered with its child. */
  refreshToken(session: { id: string; refresh_salt: string }, counter: number): string;
  /** Keyed: a plain hash of a short code can be reversed. */
  hashCode(tokenId: string, code: string): string;
  /** Keyed hash of a requester's network address. */
  hashAddress(address: string): string;
  /** Different for each `purpose`, stable over restarts. */
  deriveKey(purpose: string): Buffer;
};

/** Derived from AUTH_SIGNING_KEY if set, so that a copy of the database holds neither key. Otherwise
 * generated once and stored. */
export async function openKeyedTokens(db: Database, signingKey: EcJwk | null): Promise<KeyedTokens> {
  const seed = signingKey?.d ?? (await findOrInsertSecret(db, 'tokens', randomToken()));
  const derive = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', seed, '', `hereabouts ${purpose}`, SECRET_BYTES));
  const refreshKey = derive('refresh tokens');
  const addressKey = derive('network addresses');
  const codeKey = derive('one-time codes');
  return {
    refreshToken: (session, counter) =>
      createHmac('sha256', refreshKey)
        .update(`${session.id}:${session.refresh_salt}:${counter}`)
        .digest('base64url'),
    hashCode: (tokenId, code) => createHmac('sha256', codeKey).update(`${tokenId}:${code}`).digest('hex'),
    hashAddress: (address) => createHmac('sha256', addressKey).update(address).digest('base64url'),
    deriveKey: (purpose) => derive(`feature ${purpose}`),
  };
}
