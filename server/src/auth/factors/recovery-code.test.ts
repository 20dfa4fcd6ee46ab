import { expect, test } from 'vitest';
import { hashToken } from '#server/auth/tokens/opaque-tokens.ts';
import { hashRecoveryCode, randomRecoveryCode } from './recovery-code.ts';

const SET = '00000000-0000-4000-8000-000000000001';
const hash = (code: string) => hashRecoveryCode(SET, code);

test('MFA-02 a recovery code has 120 bits, in characters that are not taken for each other', () => {
  const codes = Array.from({ length: 200 }, randomRecoveryCode);
  for (const code of codes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{24}$/);
  expect(new Set(codes).size).toBe(200);
  expect(new Set(codes.join('')).size).toBe(32);
});

test.each([
  ['groups of four', '0a1b-2c3d-4e5f-6g7h-8j9k-0m1n'],
  ['capitals and blanks', ' 0A1B 2C3D 4E5F 6G7H 8J9K 0M1N\n'],
  ['look-alike letters', 'oa1b-2c3d-4e5f-6g7h-8j9k-OmIn'],
  ['another look-alike', '0alb-2c3d-4e5f-6g7h-8j9k-0mLn'],
  ['long dashes and a no-break space', '0a1b–2c3d—4e5f\u00a06g7h‐8j9k‑0m1n'],
])('MFA-02 a recovery code may be entered with %s', (_, typed) => {
  expect(hash(typed)).toBe(hash('0a1b2c3d4e5f6g7h8j9k0m1n'));
});

test('MFA-02 a recovery code made before, of sixteen characters, is the same as it was', () => {
  expect(hash('Lock-2345 oiol-abcd')).toBe(hashToken(`${SET}:lock2345oiolabcd`));
  expect(hash('L0ck-2345-0i0l-abcd')).toBe(hash('lock-2345-oiol-abcd'));
});

test('MFA-02 the hash of a recovery code is of this code and its set alone', () => {
  expect(hash('0a1b2c3d4e5f6g7h8j9k0m1p')).not.toBe(hash('0a1b2c3d4e5f6g7h8j9k0m1n'));
  expect(hashRecoveryCode(SET.replace('1', '2'), '0a1b')).not.toBe(hash('0a1b'));
});
