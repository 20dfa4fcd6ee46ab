import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '@hereabouts/contract/durations';
import {
  bearer,
  codeIn,
  lastCodeTo,
  lastLinkTo,
  PASSWORD,
  pressLink,
  signUpForConfirmation,
  NEW_PASSWORD,
} from '@hereabouts/testing/auth-people';
import { startAuthServer, type AuthServer } from '@hereabouts/testing/auth-server';

let server: AuthServer;
beforeAll(async () => {
  server = await startAuthServer({ auth: { confirmEmail: true } });
});
afterAll(() => server.stop());

const signUp = (email: string, password: string, name: string) =>
  signUpForConfirmation(server, email, password, name);
const press = (link: URL, type?: string) => pressLink(server, link, type);
/** Opens a link of the service as a browser does, and returns where it leads. */
async function open(link: URL): Promise<URL> {
  const { status, headers } = await server.call(link.pathname.replace('/auth/v1', '') + link.search, {
    headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
  });
  expect(status).toBe(303);
  return new URL(headers.get('location') ?? '', link);
}
const passwordsOf = async (email: string, ...passwords: string[]) => {
  const codes = [];
  for (const password of passwords) {
    const { error } = await server.client().signInWithPassword({ email, password });
    codes.push(error?.code ?? 'signed in');
  }
  return codes;
};

describe('with confirmation on', () => {
  test('REG-02 signing up gives no session and no person until the link is opened', async () => {
    const email = 'ann@example.org';
    const { data, error } = await signUp(email, PASSWORD, 'Ann');
    expect(error).toBeNull();
    expect(data.session).toBeNull();
    expect(await server.db.query('select 1 from users where email = $1', [email])).toEqual([]);
    const early = await server.client().signInWithPassword({ email, password: PASSWORD });
    expect(early.error?.code).toBe('email_not_confirmed');

    const link = await lastLinkTo(server, email);
    expect(link.origin + link.pathname).toBe(`${new URL(server.url).origin}/confirm`);
    expect(link.searchParams.get('type')).toBe('signup');
    const { status, body } = await press(link);
    expect(status).toBe(200);
    expect(await server.auth.authenticate(body.access_token)).not.toBeNull();
    expect(body.user.app_metadata.needs_password).toBeUndefined();
    expect(await server.db.query('select name from users where email = $1', [email])).toEqual([
      { name: 'Ann' },
    ]);
    expect(await passwordsOf(email, PASSWORD)).toEqual(['signed in']);
    expect(await press(link)).toMatchObject({ status: 403, body: { code: 'otp_expired' } });
  });

  test('REG-04 fetching a link confirms nothing: it leads to a page with a button (S4)', async () => {
    const email = 'scanned@example.org';
    await signUp(email, PASSWORD, 'Ann');
    const token = (await lastLinkTo(server, email)).searchParams.get('token_hash') ?? '';
    for (const type of ['signup', 'email', 'invite']) {
      const link = new URL(`${server.url}/verify`);
      link.search = String(new URLSearchParams({ token, type, redirect_to: '/events/7' }));
      expect((await fetch(link, { method: 'HEAD', redirect: 'manual' })).status).toBe(404);
      const page = await open(link);
      expect(page.origin + page.pathname).toBe(`${new URL(server.url).origin}/confirm`);
      expect(Object.fromEntries(page.searchParams)).toEqual({
        token_hash: token,
        type: 'signup',
        redirect_to: '/events/7',
      });
      expect(await passwordsOf(email, PASSWORD)).toEqual(['email_not_confirmed']);
    }
    expect((await press(await lastLinkTo(server, email))).status).toBe(200);
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

  test.each(['before', 'after'])(
    'REG-04 a stranger who signs up %s the owner does not set the password; the owner chooses one (S4)',
    async (order) => {
      const email = `victim-${order}@example.org`;
      const both = [() => signUp(email, PASSWORD, 'Victoria'), () => signUp(email, NEW_PASSWORD, 'Mallory')];
      for (const ask of order === 'before' ? both.toReversed() : both) await ask();
      const answers = await passwordsOf(email, NEW_PASSWORD, PASSWORD);
      expect(answers.toSorted()).toEqual(['email_not_confirmed', 'invalid_credentials']);
      const { body } = await press(await lastLinkTo(server, email));
      expect(body.user.app_metadata.needs_password).toBe(true);
      expect(await passwordsOf(email, NEW_PASSWORD, PASSWORD)).toEqual(answers);
      const chosen = await server.call('/user', {
        method: 'PUT',
        body: { password: 'samphire-in-september-3' },
        headers: bearer(body.access_token),
      });
      expect(chosen).toMatchObject({ status: 200 });
      expect(chosen.body.app_metadata.needs_password).toBeUndefined();
      expect(await passwordsOf(email, 'samphire-in-september-3')).toEqual(['signed in']);
    },
  );

  test('REG-04 sending again promotes nobody: with two sign-ups the link carries no password and no name (S4)', async () => {
    const email = 'promoted@example.org';
    await signUp(email, PASSWORD, 'Victoria');
    server.clock.advance(MINUTE_MS);
    await signUp(email, NEW_PASSWORD, 'Mallory');
    await server.client().resend({ type: 'signup', email });
    const { body } = await press(await lastLinkTo(server, email));
    expect(body.user.app_metadata.needs_password).toBe(true);
    expect(body.user.user_metadata).toEqual({});
    expect(await passwordsOf(email, NEW_PASSWORD)).toEqual(['email_not_confirmed']);
  });

  test('REG-04 the password of the only sign-up is taken, by its link or by its code', async () => {
    const email = 'only@example.org';
    await signUp(email, PASSWORD, 'Olive');
    const token = codeIn((await server.mailsTo(email)).at(-1)?.text.split('the code')[1]);
    const { data } = await server.client().verifyOtp({ email, token, type: 'signup' });
    expect(data.user?.app_metadata.needs_password).toBeUndefined();
    expect(await passwordsOf(email, PASSWORD)).toEqual(['signed in']);
  });

  test('REG-03 confirming by a code drops the password of an earlier sign-up', async () => {
    const email = 'dropped@example.org';
    await signUp(email, NEW_PASSWORD, 'Mallory');
    // Two mails that are sent at once may come in any order.
    expect(await server.mailsTo(email)).toHaveLength(1);
    await server.client().signInWithOtp({ email });
    const token = await lastCodeTo(server, email);
    expect((await server.client().verifyOtp({ email, token, type: 'email' })).error).toBeNull();
    expect(await passwordsOf(email, NEW_PASSWORD)).toEqual(['email_not_confirmed']);
  });

  test('REG-02 resend sends the link again, and it keeps the password', async () => {
    const email = 'again@example.org';
    await signUp(email, PASSWORD, 'Ann');
    await server.client().resend({ type: 'signup', email });
    expect(await server.mailsTo(email)).toHaveLength(2);
    await press(await lastLinkTo(server, email));
    expect(await passwordsOf(email, PASSWORD)).toEqual(['signed in']);
    await server.client().resend({ type: 'signup', email });
    expect(await server.mailsTo(email)).toHaveLength(2);
  });

  test('REG-04 a link that has expired, or never was, is refused', async () => {
    const email = 'late@example.org';
    await signUp(email, PASSWORD, 'Ann');
    const link = await lastLinkTo(server, email);
    server.clock.set(server.clock.now() + DAY_MS);
    expect((await press(link)).body.code).toBe('otp_expired');
    link.searchParams.set('token_hash', 'guess');
    expect((await press(link)).body.code).toBe('otp_expired');
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
