import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshEmail, lastCodeTo, linkIn, PASSWORD } from '@hereabouts/testing/auth-people';
import { startAuthServer, type AuthServer } from '@hereabouts/testing/auth-server';
import { hashToken } from '#server/auth/tokens/opaque-tokens.ts';

/** Links built by hand for `GET /verify`: fetching one must do nothing, for mail scanners fetch (REG-04, RESET-01). */

let server: AuthServer;
beforeAll(async () => {
  server = await startAuthServer({ auth: { confirmEmail: true } });
});
afterAll(() => server.stop());

/** Somebody who has signed up and not confirmed. */
async function pending() {
  const email = freshEmail();
  await server.call('/signup', { body: { email, password: PASSWORD } });
  return email;
}
const confirmedAt = async (email: string) =>
  (await server.db.query('select email_confirmed_at from auth.users where email = $1', [email]))[0];
async function fetchLink(type: string, token: string, redirectTo = '') {
  const link = new URL(`${server.url}/verify`);
  link.search = String(new URLSearchParams({ type, token, ...(redirectTo && { redirect_to: redirectTo }) }));
  const answer = await fetch(link, { redirect: 'manual' });
  expect([answer.status, answer.headers.getSetCookie()]).toEqual([303, []]);
  return new URL(answer.headers.get('location') ?? '', server.url);
}

test('REG-04 RESET-01 fetching a reset link leads to the page that asks for a press, and uses up nothing', async () => {
  const email = await pending();
  await server.call('/recover', { body: { email } });
  // Two mails are on their way, and either may be sent first.
  const links = (await server.mailsTo(email)).map(({ text }) => linkIn(text));
  const reset = links.find(({ pathname }) => pathname === '/reset-password');
  const token = reset?.searchParams.get('token_hash') ?? '';
  for (const [back, path] of [
    ['', '/reset-password'],
    ['/elsewhere?x=1', '/elsewhere'],
  ] as const) {
    const { pathname, searchParams, hash } = await fetchLink('recovery', token, back);
    expect([pathname, searchParams.get('token_hash'), hash]).toEqual([path, token, '']);
  }
  expect(await confirmedAt(email)).toEqual({ email_confirmed_at: null });
  const pressed = await server.call('/verify', { body: { type: 'recovery', token_hash: token } });
  expect(pressed.status).toBe(200);
});

test('REG-04 fetching a sign-in link without PKCE is refused, and its code still works', async () => {
  const email = await pending();
  await server.call('/otp', { body: { email } });
  const code = await lastCodeTo(server, email);
  const token = 'a-token-of-which-no-mail-has-a-link';
  await server.db.query("update auth.one_time_tokens set token_hash = $1 where kind = 'magiclink'", [
    hashToken(token),
  ]);
  const { hash } = await fetchLink('magiclink', token);
  expect(new URLSearchParams(hash.slice(1)).get('error_code')).toBe('otp_expired');
  expect(hash).not.toContain('access_token');
  expect(await confirmedAt(email)).toEqual({ email_confirmed_at: null });
  const entered = await server.call('/verify', { body: { email, token: code, type: 'email' } });
  expect(entered.status).toBe(200);
});
