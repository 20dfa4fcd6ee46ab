import { expect, test } from 'vitest';
import { strengthOf } from './password-strength.ts';

test('REG-01 the meter rises with length and variety', () => {
  const levels = ['', 'abc', 'gorse-49', 'gorse-and-hill', 'gorse-and-granite-49'].map(
    (password) => strengthOf(password, []).level,
  );
  expect(levels).toEqual([0, 1, 2, 3, 4]);
  expect(strengthOf('abababababababababab', []).level).toBe(1);
});

test('REG-03 each reason for a weak password is told', () => {
  expect(strengthOf('aoife', ['Aoife Le Brocq', 'a@example.org'])).toEqual({
    level: 1,
    word: 'Too weak',
    reasons: ['Use at least 8 characters.', 'Leave your name and address out of it.'],
  });
});
