import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  codeIn,
  lastCodeTo,
  lastLinkTo,
  NEW_PASSWORD,
  PASSWORD,
  signUp,
} from '@hereabouts/testing/auth-people';
import { startAuthServer, type AuthServer } from '@hereabouts/testing/auth-server';

/** What the stock client makes of links and codes. */

let server: AuthServer;
beforeAll(async () => {
  server = await startAuthServer();
});
afterAll(() => server.stop());

describe('by mail and text message', () => {
  test('RESET-01 FORGOT-05 a reset link signs in once, sets a password without the old one and ends other sessions', async () => {
    const { client: other, email, session } = await signUp(server);
    const asked = await server.client().resetPasswordForEmail(email, {
      redirectTo: `${new URL(server.url).origin}/reset-password`,
    });
    expect(asked.error).toBeNull();
    const link = await lastLinkTo(server, email);
    expect(link.origin + link.pathname).toBe(`${new URL(server.url).origin}/reset-password`);
    expect(link.searchParams.get('type')).toBe('recovery');
    const token_hash = link.searchParams.get('token_hash') ?? '';

    const client = server.client();
    const events: string[] = [];
    client.onAuthStateChange((event) => void events.push(event));
    expect((await client.verifyOtp({ token_hash, type: 'recovery' })).error).toBeNull();
    expect(events).toContain('PASSWORD_RECOVERY');
    expect((await server.client().verifyOtp({ token_hash, type: 'recovery' })).error?.code).toBe(
      'otp_expired',
    );
    expect((await client.updateUser({ password: NEW_PASSWORD })).error).toBeNull();
    expect(await server.auth.authenticate(session.access_token)).toBeNull();
    expect((await other.refreshSession()).error).not.toBeNull();
    // The link was good for one change, not for any later one.
    expect((await client.updateUser({ password: PASSWORD })).error?.code).toBe('current_password_required');
  });

  test('RESET-01 a reset link ends after an hour', async () => {
    const { email } = await signUp(server);
    await server.client().resetPasswordForEmail(email);
    const link = await lastLinkTo(server, email);
    const { clock } = server;
    const before = clock.now();
    clock.set(before + 60 * 60_000);
    const token_hash = link.searchParams.get('token_hash') ?? '';
    const { error } = await server.client().verifyOtp({ token_hash, type: 'recovery' });
    clock.set(before);
    expect(error?.code).toBe('otp_expired');
  });

  test('AUTH-02 a code by e-mail signs in, and signs up who is new', async () => {
    const email = 'otp@example.org';
    const client = server.client();
    const { error } = await client.signInWithOtp({ email, options: { data: { full_name: ' Olive ' } } });
    expect(error).toBeNull();
    expect(await server.db.query('select 1 from users where email = $1', [email])).toEqual([]);
    const token = await lastCodeTo(server, email);
    const { data } = await client.verifyOtp({ email, token, type: 'email' });
    const [person] = await server.db.query('select name from users where id = $1', [data.user?.id]);
    expect(person).toEqual({ name: 'Olive' });
    expect((await client.getUser()).data.user?.email).toBe(email);
    expect((await server.client().verifyOtp({ email, token, type: 'email' })).error?.code).toBe(
      'otp_expired',
    );
  });

  test('AUTH-02 a code by text message signs in', async () => {
    const phone = '+447797700002';
    await server.client().signUp({ phone, password: PASSWORD });
    const client = server.client();
    expect((await client.signInWithOtp({ phone })).error).toBeNull();
    const token = codeIn((await server.textsTo(phone)).at(-1)?.split('\n\n')[1]);
    const { data, error } = await client.verifyOtp({ phone, token, type: 'sms' });
    expect(error).toBeNull();
    expect(data.session?.user.phone).toBe(phone);
  });

  test('AUTH-02 a code needs an e-mail or a phone', async () => {
    const { status, body } = await server.call('/otp', { body: { data: {} } });
    expect({ status, body }).toEqual({
      status: 400,
      body: { code: 'validation_failed', message: 'You must provide either an email or phone number' },
    });
  });

  test('AUTH-07 a code is dead after three wrong ones', async () => {
    const { email } = await signUp(server);
    await server.client().signInWithOtp({ email });
    const token = await lastCodeTo(server, email);
    const wrong = token === '123456' ? '654321' : '123456';
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const { error } = await server.client().verifyOtp({ email, token: wrong, type: 'email' });
      expect(error?.code).toBe('otp_expired');
    }
    const { error } = await server.client().verifyOtp({ email, token, type: 'email' });
    expect(error?.code).toBe('otp_expired');
  });
});
