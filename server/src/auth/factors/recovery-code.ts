import { randomInt } from 'node:crypto';
import { hashToken } from '#server/auth/tokens/opaque-tokens.ts';

/** Crockford's Base32, without look-alikes. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
/** 120 random bits: a plain hash suffices. */
const CODE_LENGTH = 24;
/** Codes of earlier releases used another alphabet. */
const EARLIER_LENGTH = 16;

export const randomRecoveryCode = (): string =>
  Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

function cleanRecoveryCode(typed: string): string {
  const code = typed
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s\p{Pd}]/gu, '');
  if (code.length === EARLIER_LENGTH) return code.replaceAll('0', 'o');
  return code.replaceAll('o', '0').replaceAll(/[il]/g, '1');
}

export const hashRecoveryCode = (factorId: string, code: string): string =>
  hashToken(`${factorId}:${cleanRecoveryCode(code)}`);
