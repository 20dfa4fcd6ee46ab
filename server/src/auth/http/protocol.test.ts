import { exportJWK, generateKeyPair } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR_MS } from '@hereabouts/contract/durations';
import { bearer, PASSWORD, signUpByWire } from '@hereabouts/testing/auth-people';
import { startAuthServer, type AuthServer } from '@hereabouts/testing/auth-server';

/** Where the public protocol is more particular than the product's own client. */

let server: AuthServer;
beforeAll(async () => {
  server = await startAuthServer();
});
afterAll(() => server.stop());

async function signedUp() {
  const { email, token } = await signUpByWire(server);
  const change = (changes: unknown) =>
    server.call('/user', { method: 'PUT', body: changes, headers: bearer(token) });
  return { email, change };
}

test.each([
  ['12025553951', '+12025553951'],
  ['4915195773951', '+4915195773951'],
  ['33612773951', '+33612773951'],
  ['4520773951', '+4520773951'],
  ['07797712345', '+447797712345'],
  ['447797712346', '+447797712346'],
])('AUTH-02 the phone number %s is read as %s', async (typed, read) => {
  const { status, body } = await server.call('/signup', { body: { phone: typed, password: PASSWORD } });
  expect([status, body.user?.phone]).toEqual([200, read]);
});

test('AUTH-05 a change that changes nothing is refused, not answered with success', async () => {
  const { change } = await signedUp();
  expect(await change({ password: '', current_password: PASSWORD })).toMatchObject({
    status: 422,
    body: { code: 'weak_password' },
  });
  expect(await change({ app_metadata: { role: 'admin' } })).toMatchObject({
    status: 403,
    body: { code: 'not_admin' },
  });
  expect(await change('')).toMatchObject({ status: 400, body: { code: 'bad_json' } });
});

test('AUTH-05 a bearer token of another shape is an invalid token, not a missing one', async () => {
  const headers = { authorization: 'Bearer abc' };
  expect(await server.call('/user', { headers })).toMatchObject({ status: 403, body: { code: 'bad_jwt' } });
  expect(await server.call('/user')).toMatchObject({ status: 401, body: { code: 'no_authorization' } });
});

test('AUTH-05 clients that ask for no version get errors as they were before there were any', async () => {
  const ask = (version?: string) =>
    server.call('/signup', {
      body: { email: 'weak@example.org', password: 'short' },
      headers: { 'x-supabase-api-version': version ?? '' },
    });
  for (const version of [undefined, '2023-12-31', 'latest']) {
    const { status, body } = await ask(version);
    expect([status, body]).toEqual([
      422,
      {
        code: 422,
        error_code: 'weak_password',
        msg: expect.any(String),
        weak_password: { reasons: expect.any(Array) },
      },
    ]);
  }
  expect((await ask('2024-01-01')).body).toMatchObject({
    code: 'weak_password',
    message: expect.any(String),
  });
});

test('AUTH-05 a channel other than text messages, and a type that does not fit the address, are refused', async () => {
  for (const [path, body] of [
    ['/otp', { phone: '+447797700041', channel: 'whatsapp' }],
    ['/signup', { phone: '+447797700041', password: PASSWORD, channel: 'whatsapp' }],
    ['/resend', { type: 'sms', email: 'p@example.org' }],
    ['/resend', { type: 'signup', phone: '+447797700041' }],
  ] as const) {
    expect(await server.call(path, { body })).toMatchObject({
      status: 400,
      body: { code: 'validation_failed' },
    });
  }
});

test('AUTH-05 a pending change of address lapses with its codes, the same for a taken address, and can be taken back', async () => {
  const { email: taken } = await signedUp();
  for (const wanted of [taken, 'free@example.org']) {
    const { email, change } = await signedUp();
    const pending = async () => (await change({ data: {} })).body.new_email;
    await change({ email: wanted, current_password: PASSWORD });
    expect(await pending()).toBe(wanted);
    await change({ email });
    expect(await pending()).toBeUndefined();
    await change({ email: wanted, current_password: PASSWORD });
    server.clock.advance(HOUR_MS / 6);
    expect(await pending()).toBe(wanted);
  }
  const rows = () => server.db.query('select 1 from auth.users where new_email is not null');
  expect(await rows()).toHaveLength(2);
  server.clock.advance(2 * HOUR_MS);
  await expect.poll(rows, { timeout: 20_000 }).toEqual([]);
});

test('AUTH-07 a signing key may say what it is for, as keys of other programs do', async () => {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const signingKey = JSON.stringify({ ...(await exportJWK(privateKey)), key_ops: ['sign', 'verify'] });
  const other = await startAuthServer({ auth: { signingKey } });
  const { body } = await other.call('/signup', { body: { email: 'k@example.org', password: PASSWORD } });
  expect(await other.auth.authenticate(body.access_token)).not.toBeNull();
  await other.stop();
});

test('AUTH-05 a session changes its account 30 times a minute, another one of the same person goes on', async () => {
  const { email, change } = await signedUp();
  const answers = [];
  for (let at = 0; at < 31; at += 1) answers.push(await change({ data: { full_name: `Name ${at}` } }));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(30);
  expect(answers.at(-1)).toMatchObject({ status: 429, body: { code: 'over_request_rate_limit' } });
  expect(answers.at(-1)?.headers.get('retry-after')).toBe('2');
  const signedIn = await server.call('/token?grant_type=password', { body: { email, password: PASSWORD } });
  const other = await server.call('/user', {
    method: 'PUT',
    body: { data: { full_name: 'Other' } },
    headers: bearer(signedIn.body.access_token),
  });
  expect(other.status).toBe(200);
});
