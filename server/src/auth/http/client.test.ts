import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  bearer,
  codeIn,
  lastCodeTo,
  lastMailTo,
  NEW_PASSWORD,
  PASSWORD,
  signUp,
} from '@hereabouts/testing/auth-people';
import { startAuthServer, type AuthServer } from '@hereabouts/testing/auth-server';
import { proveAddresses } from '@hereabouts/testing/second-step';

/** What the stock client of the protocol makes of the service, call by call. */

let server: AuthServer;
beforeAll(async () => {
  server = await startAuthServer();
});
afterAll(() => server.stop());

const signedUp = () => signUp(server, { name: 'Ann' });

describe('signing up', () => {
  test('AUTH-01 REG-02 signing up with an e-mail gives a whole session and a person of the same name', async () => {
    const { email, user, session } = await signedUp();
    expect(session).toMatchObject({ token_type: 'bearer', expires_in: 900 });
    expect(session.expires_at).toBe(Math.floor(server.clock.now() / 1000) + 900);
    expect(session.refresh_token.length).toBeGreaterThanOrEqual(22);
    expect(user).toMatchObject({
      email,
      aud: 'authenticated',
      role: 'authenticated',
    });
    const [person] = await server.db.query('select name, email from users where id = $1', [user.id]);
    expect(person).toEqual({ name: 'Ann', email });
  });

  test('AUTH-02 LOGIN-08 signing up and in with a phone number, written in two ways', async () => {
    const client = server.client();
    const up = await client.signUp({ phone: '07797 712345', password: PASSWORD });
    expect(up.error).toBeNull();
    expect(up.data.user?.phone).toBe('+447797712345');
    const back = await server.client().signInWithPassword({ phone: '+44 7797 712345', password: PASSWORD });
    expect(back.data.user?.id).toBe(up.data.user?.id);
  });

  test('AUTH-05 REG-03 a weak password is refused with every reason', async () => {
    const weak = async (password: string) => {
      const { error } = await server.client().signUp({
        email: 'weak@example.org',
        password,
        options: { data: { name: 'Ottoline' } },
      });
      return error && 'reasons' in error
        ? { code: error.code, status: error.status, reasons: error.reasons }
        : error;
    };
    expect(await weak('aaaa')).toEqual({
      code: 'weak_password',
      status: 422,
      reasons: ['length', 'characters'],
    });
    expect(await weak('Password1!')).toMatchObject({ reasons: ['pwned'] });
    expect(await weak('ottoline-2026')).toMatchObject({ reasons: ['personal'] });
  });

  test('REG-03 an address with an account is refused, whatever its case', async () => {
    const { email } = await signedUp();
    const { error } = await server.client().signUp({ email: email.toUpperCase(), password: PASSWORD });
    expect(error).toMatchObject({ code: 'user_already_exists', status: 422 });
  });

  test('two sign-ups at once with one address make one account', async () => {
    const twice = [1, 2].map(() => server.client().signUp({ email: 'race@example.org', password: PASSWORD }));
    const results = await Promise.all(twice);
    expect(results.filter(({ error }) => error?.code === 'user_already_exists')).toHaveLength(1);
    expect(results.filter(({ error }) => error === null)).toHaveLength(1);
  });

  test('a sign-up whose person cannot be made makes no account', async () => {
    const failing = await startAuthServer({
      beside: server,
      hooks: {
        async userCreated() {
          throw new Error('no person for you');
        },
        async userChanged() {},
      },
    });
    const { error } = await failing.client().signUp({ email: 'half@example.org', password: PASSWORD });
    expect(error?.status).toBe(500);
    expect(await server.db.query("select 1 from auth.users where email = 'half@example.org'")).toEqual([]);
    await failing.stop();
  });
});

describe('signing in', () => {
  test('LOGIN-06 AUTH-05 a wrong password is invalid_credentials', async () => {
    const { email } = await signedUp();
    const { error } = await server.client().signInWithPassword({ email, password: 'not the one' });
    expect(error).toMatchObject({
      code: 'invalid_credentials',
      status: 400,
      message: 'Invalid login credentials',
    });
  });

  test('AUTH-07 a sign-in with the old password that a change of it overtakes does not get in', async () => {
    const { email, user } = await signedUp();
    const other = await signedUp();
    const signIns = Array.from({ length: 8 }, () =>
      server.client().signInWithPassword({ email, password: PASSWORD }),
    );
    // By now the others wait for their turn to hash.
    await Promise.any(signIns);
    await server.db.query(
      'update auth.users set password_hash = (select password_hash from auth.users where id = $2) where id = $1',
      [user.id, other.user.id],
    );
    await server.auth.endUser(user.id);
    await Promise.all(signIns);
    const alive = 'select id from auth.sessions where user_id = $1 and ended_at is null';
    expect(await server.db.query(alive, [user.id])).toEqual([]);
  });

  test('AUTH-01 getUser, getClaims through the published keys and refreshSession work', async () => {
    const { client, user, session } = await signedUp();
    expect((await client.getUser()).data.user?.id).toBe(user.id);
    const { data: claims, error } = await client.getClaims();
    expect(error).toBeNull();
    expect(claims?.header.alg).toBe('ES256');
    expect(claims?.claims).toMatchObject({
      sub: user.id,
      aud: 'authenticated',
      aal: 'aal1',
      role: 'authenticated',
    });
    const refreshed = await client.refreshSession();
    expect(refreshed.error).toBeNull();
    expect(refreshed.data.session?.refresh_token).not.toBe(session.refresh_token);
    expect(refreshed.data.user?.id).toBe(user.id);
  });

  test('AUTH-01 setSession takes over the session of another client', async () => {
    const { session, user } = await signedUp();
    const { data, error } = await server.client().setSession(session);
    expect(error).toBeNull();
    expect(data.user?.id).toBe(user.id);
  });
});

describe('changing the account', () => {
  test('AUTH-03 updateUser merges data and says USER_UPDATED', async () => {
    const { client } = await signedUp();
    const events: string[] = [];
    client.onAuthStateChange((event) => void events.push(event));
    const { data, error } = await client.updateUser({ data: { colour: 'tide', '\ud800': 'a\u0000b' } });
    expect(error).toBeNull();
    expect(data.user?.user_metadata).toEqual({ name: 'Ann', colour: 'tide', '\ufffd': 'ab' });
    expect(events).toContain('USER_UPDATED');
  });

  test('data of two changes at once are both kept, within the size that one may have', async () => {
    const { client, session } = await signedUp();
    const change = (body: object) =>
      server.call('/user', { method: 'PUT', body, headers: bearer(session.access_token) });
    // The passwords are hashed meanwhile.
    const slow = change({ data: { slow: 1 }, password: NEW_PASSWORD, current_password: PASSWORD });
    const statuses = (await Promise.all([slow, change({ data: { quick: 2 } })])).map(({ status }) => status);
    expect(statuses).toEqual([200, 200]);
    const { data } = await client.getUser();
    expect(data.user?.user_metadata).toEqual({ name: 'Ann', slow: 1, quick: 2 });
    expect((await change({ data: { half: 'x'.repeat(5_000) } })).status).toBe(200);
    expect(await change({ data: { other: 'x'.repeat(5_000) } })).toMatchObject({
      status: 400,
      body: { code: 'validation_failed' },
    });
    expect((await change({ data: { half: null, other: 'x'.repeat(5_000) } })).status).toBe(200);
  });

  test('PROF-05 a new password needs the current one, signs every other device out and is notified by mail', async () => {
    const { client, email } = await signedUp();
    const other = server.client();
    await other.signInWithPassword({ email, password: PASSWORD });

    const without = await client.updateUser({ password: NEW_PASSWORD });
    expect(without.error).toMatchObject({ code: 'current_password_required', status: 400 });
    const wrong = await client.updateUser({ password: NEW_PASSWORD, current_password: 'not the one' });
    expect(wrong.error).toMatchObject({ code: 'current_password_invalid', status: 400 });
    const same = await client.updateUser({ password: PASSWORD, current_password: PASSWORD });
    expect(same.error).toMatchObject({ code: 'same_password', status: 422 });
    expect((await other.getUser()).error).toBeNull();

    const { error } = await client.updateUser({ password: NEW_PASSWORD, current_password: PASSWORD });
    expect(error).toBeNull();
    expect((await client.refreshSession()).error).toBeNull();
    expect((await other.refreshSession()).error?.code).toBe('refresh_token_not_found');
    expect((await lastMailTo(server, email)).subject).toBe('Your Hereabouts password was changed');
    expect((await server.client().signInWithPassword({ email, password: PASSWORD })).error?.code).toBe(
      'invalid_credentials',
    );
    expect((await server.client().signInWithPassword({ email, password: NEW_PASSWORD })).error).toBeNull();
  });

  test('PROF-05 a code from reauthenticate stands in for the current password, once', async () => {
    const { client, email } = await signedUp();
    expect((await client.reauthenticate()).error).toBeNull();
    const nonce = await lastCodeTo(server, email);
    const wrong = await client.updateUser({
      password: NEW_PASSWORD,
      nonce: nonce === '000000' ? '1' : '000000',
    });
    expect(wrong.error?.code).toBe('reauthentication_not_valid');
    expect((await client.updateUser({ password: NEW_PASSWORD, nonce })).error).toBeNull();
    const again = await client.updateUser({ password: PASSWORD, nonce });
    expect(again.error?.code).toBe('reauthentication_not_valid');
  });

  test('an e-mail changes when both addresses have agreed', async () => {
    const { client, email, user } = await signedUp();
    await proveAddresses(server.db, user.id);
    const next = `new-${email}`;
    const { data } = await client.updateUser({ email: next });
    expect(data.user).toMatchObject({ email, new_email: next });
    const half = await server
      .client()
      .verifyOtp({ email: next, token: await lastCodeTo(server, next), type: 'email_change' });
    expect(half.error).toBeNull();
    expect(half.data.session).toBeNull();
    expect((await client.getUser()).data.user?.email).toBe(email);
    const whole = await server
      .client()
      .verifyOtp({ email, token: await lastCodeTo(server, email), type: 'email_change' });
    expect(whole.data.user?.email).toBe(next);
    const [person] = await server.db.query('select email from users where id = $1', [user.id]);
    expect(person).toEqual({ email: next });
  });

  test('a phone number is added with the password and a code', async () => {
    const { client, user } = await signedUp();
    const phone = '+447797700001';
    expect((await client.updateUser({ phone })).error?.code).toBe('current_password_required');
    expect((await client.updateUser({ phone, current_password: PASSWORD })).error).toBeNull();
    const token = codeIn((await server.textsTo(phone)).at(-1)?.split('\n\n')[1]);
    const { data, error } = await server.client().verifyOtp({ phone, token, type: 'phone_change' });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ id: user.id, phone });
    const [person] = await server.db.query('select phone from users where id = $1', [user.id]);
    expect(person).toEqual({ phone });
  });
});

describe('signing out', () => {
  const devices = async () => {
    const first = await signedUp();
    const second = server.client();
    await second.signInWithPassword({ email: first.email, password: PASSWORD });
    const isIn = async (client: typeof second) => (await client.refreshSession()).error === null;
    return { first: first.client, second, isIn, session: first.session };
  };

  test('PROF-06 signing out with the scope local ends this session only, at once', async () => {
    const { first, second, isIn, session } = await devices();
    expect((await first.signOut({ scope: 'local' })).error).toBeNull();
    expect(await server.auth.authenticate(session.access_token)).toBeNull();
    const { body } = await server.call('/user', {
      headers: bearer(session.access_token),
    });
    expect(body.code).toBe('session_not_found');
    expect(await isIn(second)).toBe(true);
  });

  test('AUTH-05 the client makes "session missing" of a session that was ended elsewhere', async () => {
    const { first, second } = await devices();
    expect((await second.signOut({ scope: 'others' })).error).toBeNull();
    expect((await first.getUser()).error?.name).toBe('AuthSessionMissingError');
  });

  test('signing out with the scope others keeps this session, with global none', async () => {
    const { first, second, isIn } = await devices();
    await first.signOut({ scope: 'others' });
    expect([await isIn(first), await isIn(second)]).toEqual([true, false]);
    const again = await devices();
    await again.first.signOut();
    expect([await again.isIn(again.first), await again.isIn(again.second)]).toEqual([false, false]);
  });
});
