import { expect, test } from 'vitest';
import { parseArrival } from './confirmation-link.ts';
import { outcomeOf, problemOf } from './outcome.ts';
import { parseStoredSession } from './stored-session.ts';

test('LOGIN-06 AUTH-05 a refusal keeps the words and the reasons of the service', () => {
  const error = {
    name: 'AuthWeakPasswordError',
    message: 'Use more.',
    code: 'weak_password',
    reasons: ['length'],
  };
  expect(problemOf(error)).toEqual({
    kind: 'refused',
    code: 'weak_password',
    message: 'Use more.',
    reasons: ['length'],
  });
});

test("FORGOT-04 no answer has no words of the browser's own", () => {
  const error = { name: 'AuthRetryableFetchError', message: 'Failed to fetch', status: 0 };
  expect(problemOf(error)).toEqual({ kind: 'unreachable', message: null });
  expect(problemOf({ ...error, message: 'Busy', status: 503 })).toEqual({
    kind: 'unreachable',
    message: 'Busy',
  });
});

test('LOGIN-06 a client that does not load is an outcome as well', async () => {
  expect(await outcomeOf(async () => ({ error: null, value: 1 }))).toEqual({ ok: true, value: 1 });
  const failed = await outcomeOf(() => Promise.reject(new Error('chunk')));
  expect(failed).toEqual({ ok: false, problem: { kind: 'unreachable', message: null } });
});

test('a stored session is validated, a malformed one gives null', () => {
  const whole = { access_token: 'a', refresh_token: 'r', expires_at: 10, user: { id: 'u' } };
  expect(parseStoredSession(JSON.stringify(whole))).toEqual({
    accessToken: 'a',
    isAnonymous: false,
    userId: 'u',
    userName: '',
    expiresAtMs: 10_000,
    lacksSecondStep: false,
    needsPassword: false,
  });
  for (const text of [null, '', '{', 'null', '{}', JSON.stringify({ ...whole, user: null })]) {
    expect([text, parseStoredSession(text)]).toEqual([text, null]);
  }
});

test('MFA-03 a session lacks its second step once a factor is verified and its token is not of aal2', () => {
  const token = (claims: object) => `h.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.s`;
  const lacks = (accessToken: string, factors?: object[]) =>
    parseStoredSession(
      JSON.stringify({
        access_token: accessToken,
        refresh_token: 'r',
        expires_at: 10,
        user: { id: 'u', factors },
      }),
    )?.lacksSecondStep;
  const verified = [{ status: 'unverified' }, { status: 'verified' }];
  // The name makes the claims differ between base64 and base64url.
  const name = '>>>???';
  expect(lacks(token({ aal: 'aal1', name }), verified)).toBe(true);
  expect(lacks('unreadable', verified)).toBe(true);
  expect(lacks(token({ aal: 'aal2', name }), verified)).toBe(false);
  expect(lacks(token({ aal: 'aal1' }), [{ status: 'unverified' }])).toBe(false);
  expect(lacks(token({ aal: 'aal1' }))).toBe(false);
});

test('what a link left after the #', () => {
  expect(parseArrival('')).toEqual({ kind: 'none' });
  expect(parseArrival('#chapter')).toEqual({ kind: 'none' });
  expect(parseArrival('#access_token=a&type=signup')).toEqual({ kind: 'session' });
});

test('AUTH-03 a link’s problem is shown with the product’s text, never with text from the URL', () => {
  const problem = (code: string) =>
    parseArrival(`#error=access_denied&error_code=${code}&error_description=Call+this+number`);
  expect(problem('otp_expired')).toEqual({
    kind: 'problem',
    message: 'This link or code has expired or was used before',
  });
  expect(problem('validation_failed')).toEqual({
    kind: 'problem',
    message: 'This link did not work. Please ask for a new one.',
  });
});
