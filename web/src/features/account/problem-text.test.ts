import { expect, test } from 'vitest';
import { problemText, weakReasons } from './problem-text.ts';

const FALLBACK = 'An error occurred during login';

test('LOGIN-06 the service’s words are shown, else the page’s own', () => {
  const refused = {
    kind: 'refused',
    code: 'invalid_credentials',
    message: 'Invalid login credentials',
    reasons: [],
  };
  expect(problemText(refused as never, FALLBACK)).toBe('Invalid login credentials');
  expect(problemText({ kind: 'unreachable', message: null }, FALLBACK)).toBe(FALLBACK);
  expect(problemText({ kind: 'refused', code: null, message: '', reasons: [] }, FALLBACK)).toBe(FALLBACK);
});

test('REG-03 every reason of a weak password has a sentence, with the operator’s own length', () => {
  const message = 'This is how the service of 2026 puts it.';
  const weak = {
    kind: 'refused',
    code: 'weak_password',
    message,
    reasons: ['length', 'characters'],
  } as const;
  expect(weakReasons(weak, 12)).toEqual([
    'Use at least 12 characters.',
    'Use a greater variety of characters.',
  ]);
  expect(weakReasons({ ...weak, code: 'over_request_rate_limit' }, 12)).toEqual([]);
  expect(weakReasons(null, 12)).toEqual([]);
});
