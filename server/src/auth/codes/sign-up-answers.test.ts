import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@hereabouts/contract/durations';
import {
  bearer,
  lastCodeTo,
  lastLinkTo,
  linkIn,
  PASSWORD,
  pressLink,
  signUpForConfirmation,
  NEW_PASSWORD,
} from '@hereabouts/testing/auth-people';
import { startAuthServer, type AuthServer } from '@hereabouts/testing/auth-server';

/** With confirmation on: what whoever signs up with an address learns by signing in with the same password. */

let server: AuthServer;
beforeAll(async () => {
  server = await startAuthServer({ auth: { confirmEmail: true } });
});
afterAll(() => server.stop());

const signUp = (email: string, password: string, name: string) =>
  signUpForConfirmation(server, email, password, name);
const press = (link: URL, type?: string) => pressLink(server, link, type);
const passwordsOf = async (email: string, ...passwords: string[]) => {
  const codes = [];
  for (const password of passwords) {
    const { error } = await server.client().signInWithPassword({ email, password });
    codes.push(error?.code ?? 'signed in');
  }
  return codes;
};

test('REG-04 whoever signs up with an address does not learn by signing in whether it has an account', async () => {
  const [taken, free] = ['has-account@example.org', 'has-none@example.org'];
  await signUp(taken, PASSWORD, 'Ann');
  await press(await lastLinkTo(server, taken));
  const THIRD_PASSWORD = 'samphire-in-september-3';
  const told = [];
  for (const email of [taken, free]) {
    await signUp(email, NEW_PASSWORD, 'Mallory');
    const first = await passwordsOf(email, NEW_PASSWORD);
    server.clock.advance(2 * MINUTE_MS);
    await signUp(email, THIRD_PASSWORD, 'Mallory');
    const later = await passwordsOf(email, NEW_PASSWORD, THIRD_PASSWORD);
    server.clock.advance(DAY_MS);
    told.push([first, later, await passwordsOf(email, THIRD_PASSWORD)]);
  }
  const expected = [
    ['email_not_confirmed'],
    ['invalid_credentials', 'email_not_confirmed'],
    ['invalid_credentials'],
  ];
  expect(told).toEqual([expected, expected]);
  expect(await passwordsOf(taken, PASSWORD)).toEqual(['signed in']);
});

test('REG-04 signing up again within the pause does not reveal an account', async () => {
  const pausing = await startAuthServer({ beside: server, auth: { confirmEmail: true, sendPauseS: 60 } });
  const [taken, free] = ['contested-account@example.org', 'contested-free@example.org'];
  await pausing.auth.createAccount({ name: 'Ann', email: taken, password: PASSWORD });
  const ask = async (email: string, password: string) => {
    const { status } = await pausing.call('/signup', { body: { email, password } });
    await pausing.auth.idle();
    return status;
  };
  const [first, second] = [NEW_PASSWORD, 'samphire-in-september-3'];
  const told = [];
  for (const email of [taken, free]) {
    const asked = [await ask(email, first), await ask(email, second)];
    told.push([...asked, ...(await passwordsOf(email, second, first))]);
  }
  const expected = [200, 429, 'invalid_credentials', 'email_not_confirmed'];
  expect(told).toEqual([expected, expected]);
  await pausing.stop();
});

test('REG-04 a late resend of the mail does not reveal an account', async () => {
  const [taken, free] = ['again-account@example.org', 'again-free@example.org'];
  await server.auth.createAccount({ name: 'Ann', email: taken, password: PASSWORD });
  const told = [];
  for (const email of [taken, free]) {
    await signUp(email, NEW_PASSWORD, 'Mallory');
    server.clock.advance(23 * HOUR_MS);
    await server.call('/resend', { body: { type: 'signup', email } });
    await server.auth.idle();
    server.clock.advance(2 * HOUR_MS);
    told.push(await passwordsOf(email, NEW_PASSWORD));
  }
  expect(told).toEqual([['invalid_credentials'], ['invalid_credentials']]);
});

test('REG-04 a later code by text message does not reveal an account', async () => {
  const [taken, free] = ['+447797700071', '+447797700072'];
  await server.auth.createAccount({ name: 'Ann', phone: taken, password: PASSWORD });
  const told = [];
  for (const phone of [taken, free]) {
    const body = { phone, password: NEW_PASSWORD };
    await server.call('/signup', { body });
    await server.auth.idle();
    server.clock.advance(2 * MINUTE_MS);
    await server.call('/otp', { body: { phone } });
    await server.auth.idle();
    told.push((await server.call('/token?grant_type=password', { body })).body.code);
  }
  expect(told).toEqual(['phone_not_confirmed', 'phone_not_confirmed']);
});

test('REG-04 a repeated sign-up with a number before the sweep does not reveal an account', async () => {
  const [taken, free] = ['+447797700073', '+447797700074'];
  await server.auth.createAccount({ name: 'Ann', phone: taken, password: PASSWORD });
  const signUpWith = async (password: string) => {
    for (const phone of [taken, free]) await server.call('/signup', { body: { phone, password } });
    await server.auth.idle();
  };
  await signUpWith(PASSWORD);
  server.clock.advance(7 * DAY_MS - HOUR_MS);
  await signUpWith(NEW_PASSWORD);
  await server.call('/signup', { body: { email: 'swept@example.org', password: PASSWORD } });
  await server.auth.idle();
  const swept = `update auth.users set created_at = '2020-01-01' where email = 'swept@example.org' returning id`;
  const [{ id } = { id: '' }] = await server.db.query<{ id: string }>(swept);
  await server.db.query('delete from auth.one_time_tokens where user_id = $1', [id]);
  server.clock.advance(2 * HOUR_MS);
  await expect.poll(() => server.db.query('select from auth.users where id = $1', [id])).toHaveLength(0);
  const told = [];
  for (const phone of [taken, free]) {
    const body = { phone, password: NEW_PASSWORD };
    told.push((await server.call('/token?grant_type=password', { body })).body.code);
  }
  expect(told).toEqual(['phone_not_confirmed', 'phone_not_confirmed']);
});

const byCode = async (email: string) => {
  await server.client().signInWithOtp({ email });
  const token = await lastCodeTo(server, email);
  expect((await server.client().verifyOtp({ email, token, type: 'email' })).error).toBeNull();
};
const asGuest = async (email: string) => {
  const client = server.client();
  expect((await client.signInAnonymously()).error).toBeNull();
  expect((await client.updateUser({ email, password: PASSWORD })).error).toBeNull();
  expect((await press(await lastLinkTo(server, email), 'email_change')).status).toBe(200);
};
test.each([
  ['by a code', byCode],
  [
    'by the link of another sign-up',
    async (email: string) => {
      await signUp(email, PASSWORD, 'Ann');
      await press(await lastLinkTo(server, email));
    },
  ],
  ['as the first of a guest', asGuest],
] as const)(
  'REG-04 retrying the password does not reveal that an address gets an account, %s',
  async (way, confirm) => {
    const [gets, stays] = ['gets', 'stays'].map((name) => `${name}-${way.replaceAll(' ', '-')}@example.org`);
    const told = [];
    for (const email of [gets!, stays!]) {
      await signUp(email, NEW_PASSWORD, 'Mallory');
      const links = (await server.mailsTo(email)).map(({ text }) => linkIn(text));
      const codes = [await passwordsOf(email, NEW_PASSWORD)];
      server.clock.advance(2 * MINUTE_MS);
      if (email === gets) await confirm(email);
      else if (way.startsWith('by the link')) await signUp(email, PASSWORD, 'Ann');
      codes.push(await passwordsOf(email, NEW_PASSWORD));
      if (email === gets) for (const link of links) expect((await press(link)).body.code).toBe('otp_expired');
      server.clock.advance(DAY_MS);
      codes.push(await passwordsOf(email, NEW_PASSWORD));
      told.push(codes.flat());
    }
    expect(told[0]).toEqual(told[1]);
    expect(told[0]?.toSpliced(1, 1)).toEqual(['email_not_confirmed', 'invalid_credentials']);
  },
);

test('REG-04 the first proof of an address with an account changes no answer either', async () => {
  const email = 'proved-later@example.org';
  await server.auth.createAccount({ name: 'Ann', email, password: PASSWORD });
  await signUp(email, NEW_PASSWORD, 'Mallory');
  await byCode(email);
  expect(await passwordsOf(email, NEW_PASSWORD, PASSWORD)).toEqual([
    'email_not_confirmed',
    'invalid_credentials',
  ]);
});

test('REG-04 once it has been changed, the password of a sign-up is as wrong as any other', async () => {
  const email = 'changed@example.org';
  await signUp(email, PASSWORD, 'Ann');
  const { body } = await press(await lastLinkTo(server, email));
  const changed = await server.call('/user', {
    method: 'PUT',
    body: { password: NEW_PASSWORD, current_password: PASSWORD },
    headers: bearer(body.access_token),
  });
  expect(changed.status).toBe(200);
  expect(await passwordsOf(email, PASSWORD, NEW_PASSWORD)).toEqual(['invalid_credentials', 'signed in']);
});
