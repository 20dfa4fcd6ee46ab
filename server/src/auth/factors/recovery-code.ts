import { randomInt } from 'node:crypto';
import { hashToken } from '#server/auth/tokens/opaque-tokens.ts';

/** Base32 of Crockford: without the letters that are taken for digits, or for each other. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
/** 120 random bits: a plain hash is enough, nobody can try them all. */
const CODE_LENGTH = 24;
/** Codes made before had 80 bits, in letters and the digits 2 to 7. */
const EARLIER_LENGTH = 16;

export const randomRecoveryCode = (): string =>
  Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/** A code as it was made, of what somebody typed or pasted: letter case, blanks, dashes and look-alikes do not matter. */
function cleanRecoveryCode(typed: string): string {
  const code = typed
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s\p{Pd}]/gu, '');
  if (code.length === EARLIER_LENGTH) return code.replaceAll('0', 'o');
  return code.replaceAll('o', '0').replaceAll(/[il]/g, '1');
}

/** What is stored of a code. */
export const hashRecoveryCode = (factorId: string, code: string): string =>
  hashToken(`${factorId}:${cleanRecoveryCode(code)}`);
