import { decodeJwt } from 'jose';
import { AUTH_TEXTS } from '@hereabouts/contract/auth';
import { MINUTE_MS } from '@hereabouts/contract/durations';
import { bearer, lastCodeTo, NEW_PASSWORD, PASSWORD } from '@hereabouts/testing/auth-people';
import {
  startAuthServer,
  type AuthServer,
  type AuthServerOptions,
  type StockClient,
} from '@hereabouts/testing/auth-server';
import { afterEach, describe, expect, test } from 'vitest';

/** How a guest without an account gets one: `updateUser` of the stock client. */

const EMAIL = 'zoe@example.org';

const servers: AuthServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0).toReversed()) await server.stop();
});

async function start(auth: AuthServerOptions['auth'] = {}): Promise<AuthServer> {
  const server = await startAuthServer({ auth });
  servers.push(server);
  return server;
}

async function guestOf(server: AuthServer) {
  const client = server.client();
  const { data } = await client.signInAnonymously({ options: { data: { name: 'Zoe' } } });
  return { client, id: data.user!.id, token: data.session!.access_token };
}
const rowOf = async (server: AuthServer, id: string) =>
  (await server.db.query('select email, phone, is_anonymous from users where id = $1', [id]))[0];
const codeOf = (error: { code?: string | undefined } | null) => error?.code;
const signIn = (client: StockClient, email = EMAIL) =>
  client.signInWithPassword({ email, password: PASSWORD });
const isLetIn = async (server: AuthServer, token: string) => (await server.auth.authenticate(token))?.viewer;

describe('without confirmation', () => {
  test('an address and a password make a guest an ordinary account at once, with the same id and session', async () => {
    const server = await start();
    const { client, id, token } = await guestOf(server);
    expect(await isLetIn(server, token)).toMatchObject({ userId: id, isAnonymous: true });
    const { data, error } = await client.updateUser({ email: EMAIL, password: PASSWORD });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({
      id,
      email: EMAIL,
      is_anonymous: false,
      email_confirmed_at: expect.any(String),
      app_metadata: { provider: 'email', providers: ['email'] },
    });
    expect(data.user?.new_email).toBeUndefined();
    expect(data.user?.identities).toHaveLength(1);
    expect(await rowOf(server, id)).toEqual({ email: EMAIL, phone: null, is_anonymous: false });
    // The token still says so; the row decides.
    expect(decodeJwt(token)['is_anonymous']).toBe(true);
    expect((await isLetIn(server, token))?.isAnonymous).toBeUndefined();
    const refreshed = await client.refreshSession();
    expect(decodeJwt(refreshed.data.session!.access_token)).toMatchObject({
      is_anonymous: false,
      email: EMAIL,
    });
    expect(await server.mailsTo(EMAIL)).toEqual([]);
    expect((await signIn(server.client())).data.user?.id).toBe(id);
    expect(server.securityEvents()).toContainEqual(
      expect.objectContaining({ security: 'account_converted', user_id: id }),
    );
    // From now on it needs a proof like any other.
    expect(codeOf((await client.updateUser({ password: NEW_PASSWORD })).error)).toBe(
      'current_password_required',
    );
  });

  test('AUTH-05 the password must not contain the new address', async () => {
    const server = await start();
    const { client } = await guestOf(server);
    const { error } = await client.updateUser({
      email: 'periwinkle@example.org',
      password: 'periwinkle-4971',
    });
    expect(codeOf(error)).toBe('weak_password');
  });

  test('a phone number and a password make a guest an ordinary account, too', async () => {
    const server = await start();
    const { client, id } = await guestOf(server);
    const { data } = await client.updateUser({ phone: '07797 712345', password: PASSWORD });
    expect(data.user).toMatchObject({ id, phone: '+447797712345', is_anonymous: false });
    expect(await rowOf(server, id)).toMatchObject({ phone: '+447797712345', is_anonymous: false });
  });

  test('a password alone, a weak one and a taken address are refused, and the guest remains one', async () => {
    const server = await start();
    await server.client().signUp({ email: EMAIL, password: PASSWORD });
    const { client, id } = await guestOf(server);
    const alone = await client.updateUser({ password: PASSWORD });
    expect(alone.error).toMatchObject({ status: 422, code: 'validation_failed' });
    expect(alone.error?.message).toBe(
      'Updating password of an anonymous user without an email or phone is not allowed',
    );
    expect(codeOf((await client.updateUser({ email: 'new@example.org', password: '123' })).error)).toBe(
      'weak_password',
    );
    const taken = await client.updateUser({ email: EMAIL, password: PASSWORD });
    expect(taken.error).toMatchObject({ status: 422, code: 'email_exists', message: AUTH_TEXTS.emailExists });
    expect(await rowOf(server, id)).toEqual({ email: null, phone: null, is_anonymous: true });
    const [row] = await server.db.query('select password_hash from auth.users where id = $1', [id]);
    expect(row).toEqual({ password_hash: null });
  });

  test('AUTH-09 trying out addresses is limited like signing up with them', async () => {
    const server = await start({ attemptsPerAddress: 3 });
    await server.client().signUp({ email: EMAIL, password: PASSWORD });
    const { client } = await guestOf(server);
    const codes: (string | undefined)[] = [];
    for (let round = 0; round < 3; round += 1) {
      codes.push(codeOf((await client.updateUser({ email: EMAIL, password: PASSWORD })).error));
    }
    expect(codes).toEqual(['email_exists', 'email_exists', 'over_request_rate_limit']);
  });

  test('asked for twice at once, or by two guests, one address makes one account', async () => {
    const server = await start();
    const guest = await guestOf(server);
    const change = (token: string, email: string) =>
      server.call('/user', {
        method: 'PUT',
        body: { email, password: PASSWORD },
        headers: bearer(token),
      });
    const twice = await Promise.all([change(guest.token, EMAIL), change(guest.token, 'other@example.org')]);
    expect(twice.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 400]);
    // The one that comes second finds a guest still, or an account with a password already.
    const refused = ['reauthentication_needed', 'current_password_required'];
    expect(refused).toContain(twice.find(({ status }) => status === 400)?.body.code);

    const [one, other] = [await guestOf(server), await guestOf(server)];
    const racing = await Promise.all([
      change(one.token, 'x@example.org'),
      change(other.token, 'x@example.org'),
    ]);
    expect(racing.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 422]);
    expect(racing.find(({ status }) => status === 422)?.body.code).toBe('email_exists');
    const rows = await server.db.query<{ n: number }>(
      'select count(*)::int as n from users where is_anonymous',
    );
    expect(rows).toEqual([{ n: 1 }]);
  });

  test('signing out while it runs ends the session either way, and never leaves half an account', async () => {
    const server = await start();
    for (let round = 0; round < 5; round += 1) {
      const { id, token } = await guestOf(server);
      const headers = bearer(token);
      const email = `round${round}@example.org`;
      const [changed] = await Promise.all([
        server.call('/user', { method: 'PUT', body: { email, password: PASSWORD }, headers }),
        server.call('/logout', { body: {}, headers }),
      ]);
      expect([200, 403]).toContain(changed.status);
      const isChanged = changed.status === 200;
      expect(await rowOf(server, id)).toMatchObject({
        is_anonymous: !isChanged,
        email: isChanged ? email : null,
      });
      expect(await isLetIn(server, token)).toBeUndefined();
      expect((await signIn(server.client(), email)).error === null).toBe(isChanged);
    }
  });
});

describe('with confirmation', () => {
  const asked = async (server: AuthServer, email = EMAIL) => {
    const guest = await guestOf(server);
    const { data, error } = await guest.client.updateUser({ email, password: PASSWORD });
    expect(error).toBeNull();
    return { ...guest, user: data.user! };
  };
  const verifyAs = async (server: AuthServer, accessToken: string) =>
    server.call('/verify', {
      body: { type: 'email_change', email: EMAIL, token: await lastCodeTo(server, EMAIL) },
      headers: bearer(accessToken),
    });
  /** As the stock client does it, which does not say who is signed in. */
  const verify = (client: StockClient, token: string, email = EMAIL) =>
    client.verifyOtp({ email, token, type: 'email_change' });

  test('the guest remains a guest until the new address is proved, and keeps the session', async () => {
    const server = await start({ confirmEmail: true });
    const { id, token, user } = await asked(server);
    expect(user).toMatchObject({ id, new_email: EMAIL, email: '', is_anonymous: true });
    expect(await rowOf(server, id)).toEqual({ email: null, phone: null, is_anonymous: true });
    expect((await isLetIn(server, token))?.isAnonymous).toBe(true);
    expect((await signIn(server.client())).error).not.toBeNull();
    const { status, body } = await verifyAs(server, token);
    expect([status, body.user]).toMatchObject([200, { id, email: EMAIL, is_anonymous: false }]);
    expect(decodeJwt(body.access_token)).toMatchObject({
      is_anonymous: false,
      amr: [{ method: 'otp' }],
    });
    expect(await rowOf(server, id)).toEqual({ email: EMAIL, phone: null, is_anonymous: false });
    // On the other pages and devices of the guest.
    expect(await isLetIn(server, token)).toMatchObject({ userId: id });
    expect((await signIn(server.client())).data.user?.id).toBe(id);
    // The code, and no notice of a change.
    const mails = await server.mailsTo(EMAIL);
    expect(mails.map(({ subject }) => subject)).toEqual(['Confirm your email for Hereabouts']);
  });

  test('GUEST-02 the link of the mail makes a guest an account in their browser', async () => {
    const server = await start({ confirmEmail: true });
    const { id, token } = await asked(server);
    const [mail] = await server.mailsTo(EMAIL);
    const url = new URL(/https?:\S+\/confirm\?\S+/.exec(mail?.text ?? '')?.[0] ?? '');
    expect(url.searchParams.get('type')).toBe('email_change');
    const press = (headers: Record<string, string>) =>
      server.call('/verify', {
        body: { type: 'email_change', token_hash: url.searchParams.get('token_hash') },
        headers,
      });
    const { status, body } = await press(bearer(token));
    expect([status, body.user]).toMatchObject([200, { id, email: EMAIL, is_anonymous: false }]);
    expect(await isLetIn(server, token)).toMatchObject({ userId: id });
    expect((await signIn(server.client())).data.user?.id).toBe(id);
    // Once, also without the session.
    expect((await press({})).status).toBe(403);
  });

  test('GUEST-02 a guest who corrects the address sends the same password again, and the first link is dead', async () => {
    const server = await start({ confirmEmail: true });
    const mistyped = 'zoe@example.com';
    const { client, id, token } = await asked(server, mistyped);
    const [mail] = await server.mailsTo(mistyped);
    const link = /token_hash=([^&\s]+)/.exec(mail?.text ?? '')?.[1] ?? '';
    expect((await client.updateUser({ email: EMAIL, password: PASSWORD })).error).toBeNull();
    const stranger = await server.client().verifyOtp({ token_hash: link, type: 'email_change' });
    expect(codeOf(stranger.error)).toBe('otp_expired');
    expect((await verifyAs(server, token)).body.user).toMatchObject({ id, email: EMAIL });
    expect((await signIn(server.client())).data.user?.id).toBe(id);
  });

  test('GUEST-02 a guest who comes back to the form sends it again as it was, and gets another code', async () => {
    const server = await start({ confirmEmail: true });
    const { client, id, token } = await asked(server);
    expect(await server.mailsTo(EMAIL)).toHaveLength(1);
    server.clock.advance(2 * MINUTE_MS);
    expect((await client.updateUser({ email: EMAIL, password: PASSWORD })).error).toBeNull();
    expect(await server.mailsTo(EMAIL)).toHaveLength(2);
    expect((await verifyAs(server, token)).body.user).toMatchObject({ id, email: EMAIL });
  });

  test('the link pressed in another browser gives the account to whoever has the mailbox (S56)', async () => {
    const server = await start({ confirmEmail: true });
    const { id, token } = await asked(server);
    const [mail] = await server.mailsTo(EMAIL);
    const link = /token_hash=([^&\s]+)/.exec(mail?.text ?? '')?.[1] ?? '';
    const { data, error } = await server.client().verifyOtp({ token_hash: link, type: 'email_change' });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ id, app_metadata: { needs_password: true } });
    expect(await isLetIn(server, token)).toBeUndefined();
  });

  test('whoever proves the address in another session gets the account, and the guest who asked keeps nothing (S56)', async () => {
    const server = await start({ confirmEmail: true });
    const { client: guest, id, token } = await asked(server);
    const { data, error } = await verify(server.client(), await lastCodeTo(server, EMAIL));
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ id, email: EMAIL, app_metadata: { needs_password: true } });
    expect(await isLetIn(server, token)).toBeUndefined();
    expect((await guest.refreshSession()).error).not.toBeNull();
    expect((await signIn(server.client())).error).not.toBeNull();
    expect(await isLetIn(server, data.session!.access_token)).toMatchObject({ userId: id });
  });

  test('REG-03 a taken address gets the answer of a free one, and no mail', async () => {
    const server = await start({ confirmEmail: true });
    const owner = server.client();
    await owner.signUp({ email: EMAIL, password: PASSWORD });
    await owner.verifyOtp({ email: EMAIL, token: await lastCodeTo(server, EMAIL), type: 'signup' });
    const taken = await asked(server);
    const free = await asked(server, 'free@example.org');
    const shape = (user: object) => Object.keys(user).toSorted();
    expect(shape(taken.user)).toEqual(shape(free.user));
    expect(taken.user).toMatchObject({ new_email: EMAIL, is_anonymous: true });
    expect(await server.mailsTo(EMAIL)).toHaveLength(1);
    expect(await server.mailsTo('free@example.org')).toHaveLength(1);
  });

  test('an address taken between asking and proving is refused, and the guest remains one', async () => {
    const server = await start({ confirmEmail: true });
    const { client, id } = await asked(server);
    const code = await lastCodeTo(server, EMAIL);
    const owner = server.client();
    await owner.signUp({ email: EMAIL, password: PASSWORD });
    const proved = await owner.verifyOtp({
      email: EMAIL,
      token: await lastCodeTo(server, EMAIL),
      type: 'signup',
    });
    expect(proved.error).toBeNull();
    expect((await verify(client, code)).error).toMatchObject({ status: 422, code: 'email_exists' });
    expect(await rowOf(server, id)).toEqual({ email: null, phone: null, is_anonymous: true });
  });

  test('a sign-up with the address that nobody confirmed does not stand in the way', async () => {
    const server = await start({ confirmEmail: true });
    await server.client().signUp({ email: EMAIL, password: NEW_PASSWORD });
    const { token, id } = await asked(server);
    expect((await verifyAs(server, token)).body.user.id).toBe(id);
    expect((await signIn(server.client())).data.user?.id).toBe(id);
  });
});
