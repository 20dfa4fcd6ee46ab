import { expect, test } from 'vitest';
import { strengthOf } from './password-strength.ts';

const ANY = { personal: [], minLength: 8 };

test('REG-01 the meter rises with length and variety', () => {
  const levels = ['', 'abc', 'gorse-49', 'gorse-and-hill', 'gorse-and-granite-49'].map(
    (password) => strengthOf(password, ANY).level,
  );
  expect(levels).toEqual([0, 1, 2, 3, 4]);
  expect(strengthOf('abababababababababab', ANY).level).toBe(1);
});

test('REG-03 each reason for a weak password is shown', () => {
  expect(strengthOf('aoife', { ...ANY, personal: ['Aoife Le Brocq', 'a@example.org'] })).toEqual({
    level: 1,
    word: 'Too weak',
    reasons: ['Use at least 8 characters.', 'Do not use your name or email address in it.'],
  });
});

test('REG-03 the meter asks for as many characters as the instance does', () => {
  const strict = { personal: [], minLength: 20 };
  expect(strengthOf('gorse-and-granite', strict)).toEqual({
    level: 1,
    word: 'Too weak',
    reasons: ['Use at least 20 characters.'],
  });
  expect(strengthOf('gorse-and-granite-1949', strict).level).toBe(4);
});

test.each([
  'password',
  'Password1!',
  'P4ssw0rd',
  '12345678',
  '2026-11-21',
  'qwerty123',
  'abcdefgh',
  'iloveyou22',
  'Jersey2026',
])('REG-01 REG-03 %s is one of the first that are guessed', (password) => {
  const { level, reasons } = strengthOf(password, ANY);
  expect(level).toBe(1);
  expect(reasons).toContain('This password is too easy to guess.');
});

test('REG-01 words that only begin or end like a common one are not', () => {
  for (const password of ['passwordless-gorse', 'my-qwerty-lamp', '49-gorse-07', '123456789012']) {
    expect(strengthOf(password, ANY).reasons.join()).not.toContain('guessed');
  }
});
