import { decodeJwt } from 'jose';
import { AUTH_TEXTS } from '@hereabouts/contract/auth';
import { DAY_MS, HOUR_MS } from '@hereabouts/contract/durations';
import { bearer, PASSWORD } from '@hereabouts/testing/auth-people';
import { startAuthServer, type AuthServer, type AuthServerOptions } from '@hereabouts/testing/auth-server';
import { expectWireError } from '@hereabouts/testing/wire-people';
import { afterEach, expect, test, vi } from 'vitest';

const servers: AuthServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0).toReversed()) await server.stop();
});

async function start(options: AuthServerOptions = {}): Promise<AuthServer> {
  const server = await startAuthServer(options);
  servers.push(server);
  return server;
}

const signUp = (
  server: AuthServer,
  { body = { data: { name: 'Zoe' } }, from = '192.0.2.1' }: { body?: unknown; from?: string } = {},
) => server.call('/signup', { body, headers: { 'x-forwarded-for': from } });
const count = async (server: AuthServer) =>
  (await server.db.query<{ n: number }>('select count(*)::int as n from auth.users'))[0]?.n;

test('AUTH-02 signInAnonymously of the stock client gives a session without an address', async () => {
  const server = await start();
  const client = server.client();
  const { data, error } = await client.signInAnonymously({ options: { data: { name: '  Zoe\u202e ' } } });
  expect(error).toBeNull();
  const { user, session } = data;
  expect(user).toMatchObject({
    email: '',
    phone: '',
    aud: 'authenticated',
    role: 'authenticated',
    app_metadata: {},
    identities: [],
    is_anonymous: true,
    last_sign_in_at: new Date(server.clock.now()).toISOString(),
  });
  expect(Object.keys(user!.app_metadata)).toEqual([]);
  expect(Object.keys(user!).filter((key) => key.endsWith('confirmed_at'))).toEqual([]);
  expect(decodeJwt(session!.access_token)).toMatchObject({
    sub: user!.id,
    is_anonymous: true,
    role: 'authenticated',
    email: '',
    phone: '',
    aal: 'aal1',
    amr: [{ method: 'anonymous', timestamp: Math.floor(server.clock.now() / 1000) }],
  });
  const people = await server.db.query('select name, email, is_anonymous from users where id = $1', [
    user!.id,
  ]);
  expect(people).toEqual([{ name: 'Zoe', email: null, is_anonymous: true }]);

  const refreshed = await client.refreshSession();
  expect(refreshed.data.user?.is_anonymous).toBe(true);
  expect(decodeJwt(refreshed.data.session!.access_token)).toMatchObject({
    is_anonymous: true,
    amr: [{ method: 'anonymous' }],
  });
  expect((await client.getUser()).data.user?.id).toBe(user!.id);
  const renamed = await client.updateUser({ data: { colour: 'blue' } });
  expect(renamed.data.user).toMatchObject({ is_anonymous: true, user_metadata: { colour: 'blue' } });

  // A second browser is a second guest.
  const other = await server.client({ flowType: 'pkce' }).signInAnonymously();
  expect(other.error).toBeNull();
  expect(other.data.user?.id).not.toBe(user!.id);

  expect((await client.signOut()).error).toBeNull();
  expect(await server.auth.authenticate(session!.access_token)).toBeNull();
});

test('AUTH-02 only a body without address and password makes a guest: empty fields of a form do not', async () => {
  const server = await start();
  for (const body of [
    { email: '' },
    { phone: '' },
    { password: '' },
    { password: PASSWORD },
    { email: '', password: PASSWORD },
  ]) {
    expectWireError(await signUp(server, { body }), 400, 'validation_failed', AUTH_TEXTS.credentialsMissing);
  }
  expectWireError(
    await signUp(server, { body: '[]' }),
    400,
    'validation_failed',
    'The body must be a JSON object',
  );
  expect(await count(server)).toBe(0);
  const ofNulls = await signUp(server, { body: { email: null, phone: null, password: null } });
  expect(ofNulls.body.user.is_anonymous).toBe(true);
  expect((await signUp(server, { body: { data: 'Zoe' } })).body.code).toBe('validation_failed');
});

test('AUTH-02 the operator can disable guests without an account', async () => {
  const server = await start({ auth: { anonymous: false } });
  expectWireError(
    await signUp(server),
    422,
    'anonymous_provider_disabled',
    'Anonymous sign-ins are disabled',
  );
  const { error } = await server.client().signInAnonymously();
  expect(error?.code).toBe('anonymous_provider_disabled');
  expect((await server.call('/settings')).body.external.anonymous_users).toBe(false);
  expect(await count(server)).toBe(0);
  const open = await start();
  expect((await open.call('/settings')).body.external.anonymous_users).toBe(true);
});

test('OPS-04 where sign-ups are closed there are no new guests either, and a code lets one in where it is asked for', async () => {
  const server = await start();
  await server.auth.signUps.setOpenness('closed', async () => {});
  expectWireError(await signUp(server), 422, 'signup_disabled', AUTH_TEXTS.signUpsClosed);
  await server.auth.signUps.setOpenness('code', async () => {});
  const { code } = await server.auth.signUps.createCode({ uses: 1, days: 1 }, async () => {});
  const body = { data: { name: 'Zoe', invitation_code: code } };
  const answers = await Promise.all([signUp(server, { body }), signUp(server, { body })]);
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 422]);
  expect(answers.find(({ status }) => status === 200)?.body.user.user_metadata).toEqual({ name: 'Zoe' });
  expect(await count(server)).toBe(1);
});

test('AUTH-09 AUTH-10 a network address, or IPv6 /64, makes a limited number of guests an hour, over all processes', async () => {
  const server = await start({ auth: { anonymousPerHour: 3 } });
  const beside = await start({ auth: { anonymousPerHour: 3 }, beside: server });
  for (const one of [server, beside, server]) expect((await signUp(one)).status).toBe(200);
  const refused = await signUp(beside);
  const text = 'Too many guests have come from your network. Please try again later.';
  expectWireError(refused, 429, 'over_request_rate_limit', text);
  expect(Number(refused.headers.get('retry-after'))).toBe(1200);
  expect((await signUp(server)).status).toBe(429);
  expect((await signUp(server, { from: '192.0.2.2' })).status).toBe(200);
  const inOneNet = ['2001:db8::1', '2001:db8::2', '2001:db8::ffff:1', '2001:db8::3'];
  const statuses: number[] = [];
  for (const from of inOneNet) statuses.push((await signUp(server, { from })).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
  expect((await signUp(server, { from: '2001:db8:0:1::1' })).status).toBe(200);
  server.clock.set(server.clock.now() + HOUR_MS);
  expect((await signUp(server)).status).toBe(200);
});

test('a guest has no second step and nothing to prove themselves by', async () => {
  const server = await start();
  const client = server.client();
  const { data } = await client.signInAnonymously();
  const headers = bearer(data.session!.access_token);
  const text = 'Anonymous user not allowed to perform these actions';
  const enrolled = await server.call('/factors', { body: { factor_type: 'totp' }, headers });
  expectWireError(enrolled, 403, 'no_authorization', text);
  expectWireError(await server.call('/factors/recovery-codes', { headers }), 403, 'no_authorization', text);
  const verified = await server.call(`/factors/${data.user!.id}/verify`, { body: {}, headers });
  expectWireError(verified, 403, 'no_authorization', text);
  expectWireError(
    await server.call('/reauthenticate', { headers }),
    400,
    'validation_failed',
    'Reauthentication requires the user to have an email or a phone number',
  );
  // By the row, not by the claim of the token.
  expect((await client.updateUser({ email: 'zoe@example.org', password: PASSWORD })).error).toBeNull();
  expect(decodeJwt(data.session!.access_token)['is_anonymous']).toBe(true);
  const later = await server.call('/factors', { body: { factor_type: 'totp' }, headers });
  expect(later.body.code).not.toBe('no_authorization');
});

test('the session of a guest lasts as long as the account, and no sweep of unconfirmed sign-ups takes it', async () => {
  const server = await start();
  const { body: guest } = await signUp(server);
  const { body: other } = await server.call('/signup', {
    body: { email: 'ann@example.org', password: PASSWORD },
  });
  const longAgo = new Date(server.clock.now() - 400 * DAY_MS).toISOString();
  await server.db.query('update auth.sessions set created_at = $1, refreshed_at = $1', [longAgo]);
  await server.db.query('update auth.users set created_at = $1', [longAgo]);
  server.clock.advance(HOUR_MS);
  const ended = () =>
    server.db.query<{ user_id: string; reason: string | null }>(
      'select user_id, end_reason as reason from auth.sessions order by end_reason nulls last',
    );
  await vi.waitFor(async () => expect((await ended())[0]?.reason).not.toBeNull());
  expect(await ended()).toEqual([
    { user_id: other.user.id, reason: expect.any(String) },
    { user_id: guest.user.id, reason: null },
  ]);
  // Until the sweep is through.
  await server.db.query(
    "insert into auth.users (id, email, created_at, updated_at) values (gen_random_uuid(), 'u@example.org', $1, $1)",
    [longAgo],
  );
  await vi.waitFor(async () => {
    server.clock.advance(HOUR_MS);
    expect(await server.db.query("select 1 from auth.users where email = 'u@example.org'")).toEqual([]);
  });
  const refreshed = await server.call('/token?grant_type=refresh_token', {
    body: { refresh_token: guest.refresh_token },
  });
  expect(refreshed).toMatchObject({ status: 200, body: { user: { id: guest.user.id, is_anonymous: true } } });
});
