import { createHash, createHmac, randomBytes } from 'node:crypto';

/** 128 bits keep a QR code coarse enough to scan across a table. */
const TOKEN_BYTES = 16;
const SALT_BYTES = 16;

export const newSalt = (): string => randomBytes(SALT_BYTES).toString('base64url');

/** Deterministic, so that other devices can show it too. `key` is not in the database. */
export const deriveLinkToken = (key: Buffer, owner: string | number, salt: string): string =>
  createHmac('sha256', key)
    .update(`${owner}:${salt}`)
    .digest()
    .subarray(0, TOKEN_BYTES)
    .toString('base64url');

export const hashLinkToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Null where the key is another one than when the link was made: the link works on, by its stored hash. */
export const shownToken = (derived: string, storedHash: string): string | null =>
  hashLinkToken(derived) === storedHash ? derived : null;
