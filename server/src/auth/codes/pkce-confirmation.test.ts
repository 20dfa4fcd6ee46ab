import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { freshEmail, lastLinkTo, PASSWORD } from '@hereabouts/testing/auth-people';
import { startAuthServer, type AuthServer, type StockClient } from '@hereabouts/testing/auth-server';

/** What the links of PKCE do to an account that nobody has confirmed. */

let server: AuthServer;
let email: string;
let client: StockClient;
beforeAll(async () => {
  server = await startAuthServer({ auth: { confirmEmail: true } });
});
beforeEach(() => {
  email = freshEmail();
  client = server.client({ flowType: 'pkce' });
});
afterAll(() => server.stop());

/** Fetches the link of the latest mail as a mail scanner or a browser does. @returns the code it leads to */
async function fetchLink(type: string): Promise<string> {
  const { pathname, search, searchParams } = await lastLinkTo(server, email);
  expect([pathname, searchParams.get('type')]).toEqual(['/auth/v1/verify', type]);
  const { status, headers } = await server.call(`/verify${search}`);
  expect(status).toBe(303);
  return new URL(headers.get('location') ?? '', server.url).searchParams.get('code') ?? '';
}
/** A sign-up without PKCE. @returns the token of its link */
async function signUp(): Promise<string> {
  await server.client().signUp({ email, password: PASSWORD });
  return (await lastLinkTo(server, email)).searchParams.get('token_hash') ?? '';
}
const signIn = () => server.client().signInWithPassword({ email, password: PASSWORD });
const press = (token: string) => server.client().verifyOtp({ token_hash: token, type: 'signup' });

test.each([
  ['magiclink', () => client.signInWithOtp({ email })],
  ['recovery', () => client.resetPasswordForEmail(email)],
])(
  'REG-04 AUTH-08 fetching a link of type %s confirms nothing; the exchange of its code does',
  async (type, ask) => {
    const signUpToken = await signUp();
    await ask();
    const code = await fetchLink(type);
    const used = 'select used_at from auth.one_time_tokens t join auth.users u on u.id = t.user_id';
    expect(await server.db.query(`${used} where u.email = $1`, [email])).toEqual([
      { used_at: null },
      { used_at: null },
    ]);
    expect(await server.db.query('select 1 from users where email = $1', [email])).toEqual([]);
    expect((await signIn()).error?.code).toBe('email_not_confirmed');

    expect((await client.exchangeCodeForSession(code)).error).toBeNull();
    expect((await client.getUser()).data.user?.email_confirmed_at).toBeDefined();
    expect(await server.db.query('select 1 from users where email = $1', [email])).toHaveLength(1);
    expect((await press(signUpToken)).error?.code).toBe('otp_expired');
  },
);

test('REG-04 AUTH-08 the link of a sign-up works after a sign-in link was fetched', async () => {
  const signUpToken = await signUp();
  await client.signInWithOtp({ email });
  const code = await fetchLink('magiclink');
  expect((await press(signUpToken)).error).toBeNull();
  expect((await signIn()).error).toBeNull();
  expect((await client.exchangeCodeForSession(code)).error?.code).toBe('flow_state_not_found');
});

test('REG-04 AUTH-08 an account made by a sign-in link is confirmed by the exchange', async () => {
  await client.signInWithOtp({ email, options: { data: { name: 'Ann' } } });
  const code = await fetchLink('magiclink');
  expect(await server.db.query('select 1 from users where email = $1', [email])).toEqual([]);
  expect((await client.exchangeCodeForSession(code)).error).toBeNull();
  expect(await server.db.query('select name from users where email = $1', [email])).toEqual([
    { name: 'Ann' },
  ]);
});

test('REG-04 AUTH-08 a wrong verifier confirms nothing', async () => {
  await signUp();
  await client.signInWithOtp({ email });
  const body = { auth_code: await fetchLink('magiclink'), code_verifier: 'w'.repeat(56) };
  expect((await server.call('/token?grant_type=pkce', { body })).body.code).toBe('bad_code_verifier');
  expect((await signIn()).error?.code).toBe('email_not_confirmed');
});
