import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeIn, linkIn, startAuthServer, type AuthServer } from '@hereabouts/testing/auth-server';

const PASSWORD = 'gorse-and-granite-49';
const OTHER_PASSWORD = 'limpets-at-low-tide-7';
const DAY_MS = 24 * 60 * 60_000;

let server: AuthServer;
beforeAll(async () => {
  server = await startAuthServer({ auth: { confirmEmail: true } });
});
afterAll(() => server.stop());

const signUp = (email: string, password: string, name: string) =>
  server.client().signUp({ email, password, options: { data: { name } } });
const lastLink = async (email: string) => linkIn((await server.mailsTo(email)).at(-1)?.text);
/** Opens a link as a browser does, and returns where it leads. */
async function open(link: URL): Promise<URL> {
  const { status, headers } = await server.call(link.pathname.replace('/auth/v1', '') + link.search, {
    headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
  });
  expect(status).toBe(303);
  return new URL(headers.get('location') ?? '', link);
}
const fragment = (url: URL) => new URLSearchParams(url.hash.slice(1));

describe('with confirmation on', () => {
  test('REG-02 signing up gives no session and no person until the link is opened', async () => {
    const email = 'ann@example.org';
    const { data, error } = await signUp(email, PASSWORD, 'Ann');
    expect(error).toBeNull();
    expect(data.session).toBeNull();
    expect(await server.db.query('select 1 from users where email = $1', [email])).toEqual([]);
    const early = await server.client().signInWithPassword({ email, password: PASSWORD });
    expect(early.error?.code).toBe('email_not_confirmed');

    const link = await lastLink(email);
    // Somebody's mail scanner looks at the link first.
    expect((await fetch(link, { method: 'HEAD', redirect: 'manual' })).status).toBe(404);
    const landed = await open(link);
    expect(landed.origin + landed.pathname).toBe(`${new URL(server.url).origin}/`);
    const access = fragment(landed).get('access_token') ?? '';
    expect(fragment(landed).get('type')).toBe('signup');
    expect(await server.auth.authenticate(access)).not.toBeNull();
    expect(await server.db.query('select name from users where email = $1', [email])).toEqual([
      { name: 'Ann' },
    ]);
    expect((await server.client().signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
    // A second click is nothing to be told off for, and gives nothing.
    expect((await open(link)).hash).toBe('');
  });

  test('REG-02 the code of the same mail confirms too', async () => {
    const email = 'code@example.org';
    await signUp(email, PASSWORD, 'Cody');
    const token = codeIn((await server.mailsTo(email)).at(-1)?.text.split('the code')[1]);
    const { data, error } = await server.client().verifyOtp({ email, token, type: 'signup' });
    expect(error).toBeNull();
    expect(data.session?.user.email_confirmed_at).toBeDefined();
  });

  test('REG-02 a phone number is confirmed by text message', async () => {
    const phone = '+447797700003';
    const { data } = await server.client().signUp({ phone, password: PASSWORD });
    expect(data.session).toBeNull();
    const early = await server.client().signInWithPassword({ phone, password: PASSWORD });
    expect(early.error?.code).toBe('phone_not_confirmed');
    const token = codeIn((await server.textsTo(phone)).at(-1)?.split('\n\n')[1]);
    expect((await server.client().verifyOtp({ phone, token, type: 'sms' })).error).toBeNull();
    expect((await server.client().signInWithPassword({ phone, password: PASSWORD })).error).toBeNull();
  });

  test('REG-03 a sign-up with my address by somebody else leaves no password of theirs', async () => {
    const email = 'victim@example.org';
    await signUp(email, OTHER_PASSWORD, 'Mallory');
    await signUp(email, PASSWORD, 'Victoria');
    await open(await lastLink(email));
    expect(await server.db.query('select name from users where email = $1', [email])).toEqual([
      { name: 'Victoria' },
    ]);
    const theirs = await server.client().signInWithPassword({ email, password: OTHER_PASSWORD });
    expect(theirs.error?.code).toBe('invalid_credentials');
    expect((await server.client().signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
  });

  test('REG-03 confirming by a code drops the password of an earlier sign-up', async () => {
    const email = 'dropped@example.org';
    await signUp(email, OTHER_PASSWORD, 'Mallory');
    await server.client().signInWithOtp({ email });
    const token = codeIn((await server.mailsTo(email)).at(-1)?.text);
    expect((await server.client().verifyOtp({ email, token, type: 'email' })).error).toBeNull();
    const theirs = await server.client().signInWithPassword({ email, password: OTHER_PASSWORD });
    expect(theirs.error?.code).toBe('invalid_credentials');
  });

  test('REG-02 resend sends the link again, and it keeps the password', async () => {
    const email = 'again@example.org';
    await signUp(email, PASSWORD, 'Ann');
    await server.client().resend({ type: 'signup', email });
    expect(await server.mailsTo(email)).toHaveLength(2);
    await open(await lastLink(email));
    expect((await server.client().signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
    await server.client().resend({ type: 'signup', email });
    expect(await server.mailsTo(email)).toHaveLength(2);
  });

  test('a link that has expired, or never was, says so after the #', async () => {
    const email = 'late@example.org';
    await signUp(email, PASSWORD, 'Ann');
    const link = await lastLink(email);
    server.clock.set(server.clock.now() + DAY_MS);
    expect(Object.fromEntries(fragment(await open(link)))).toMatchObject({ error_code: 'otp_expired' });
    link.searchParams.set('token', 'guess');
    expect(fragment(await open(link)).get('error_code')).toBe('otp_expired');
  });

  test('a link leads nowhere but here', async () => {
    for (const wanted of [
      'https://evil.example/',
      '//evil.example',
      `${new URL(server.url).origin}//evil.example`,
    ]) {
      const link = new URL(`${server.url}/verify?type=signup&token=x`);
      link.searchParams.set('redirect_to', wanted);
      expect((await open(link)).origin).toBe(new URL(server.url).origin);
    }
  });
});
