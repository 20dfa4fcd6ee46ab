import { MINUTE_MS } from '@hereabouts/contract/durations';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeIn, freshEmail, lastCodeTo, NEW_PASSWORD, PASSWORD } from '@hereabouts/testing/auth-people';
import { startAuthServer, type AuthServer, type StockClient } from '@hereabouts/testing/auth-server';
import { totpCode } from '@hereabouts/testing/totp';

/** Two-step sign-in and addresses that nobody has proved: a squatter must not keep the owner out with a factor. */

const RECENT_MS = 10 * MINUTE_MS;

let server: AuthServer;
beforeAll(async () => {
  server = await startAuthServer();
});
afterAll(() => server.stop());

async function signedUp(address?: { phone: string }) {
  const email = freshEmail();
  const client = server.client();
  const { data } = await client.signUp({ ...(address ?? { email }), password: PASSWORD });
  return { email, client, session: data.session! };
}
const enrol = (client: StockClient) => client.mfa.enroll({ factorType: 'totp' });

async function prove(client: StockClient, email: string) {
  expect((await client.reauthenticate()).error).toBeNull();
  return await client.updateUser({ nonce: await lastCodeTo(server, email) });
}

async function enable(client: StockClient) {
  const { data } = await enrol(client);
  const code = totpCode(data?.totp.secret ?? '', server.clock.now());
  return await client.mfa.challengeAndVerify({ factorId: data?.id ?? '', code });
}

describe('the first factor', () => {
  test('MFA-01 AUTH-09 the first factor is refused until a code has proved the address, which takes nothing away (S14)', async () => {
    const { email, client } = await signedUp();
    const other = server.client();
    await other.signInWithPassword({ email, password: PASSWORD });
    const refused = await enrol(client);
    expect([refused.error?.status, refused.error?.code]).toEqual([400, 'email_not_confirmed']);

    expect((await client.reauthenticate()).error).toBeNull();
    const wrong = (await lastCodeTo(server, email)) === '000000' ? '000001' : '000000';
    expect((await client.updateUser({ nonce: wrong })).error?.code).toBe('reauthentication_not_valid');
    expect((await enrol(client)).error?.code).toBe('email_not_confirmed');

    expect((await client.updateUser({ nonce: await lastCodeTo(server, email) })).error).toBeNull();
    expect((await other.getUser()).error).toBeNull();
    expect((await server.client().signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
    expect((await enable(client)).error).toBeNull();
  });

  test('MFA-01 AUTH-09 the first factor is refused for a phone number that nobody has proved (S14)', async () => {
    const phone = '+447797700051';
    const { client } = await signedUp({ phone });
    expect((await enrol(client)).error?.code).toBe('phone_not_confirmed');
    await client.reauthenticate();
    await client.updateUser({ nonce: codeIn((await server.textsTo(phone)).at(-1)) });
    expect((await enable(client)).error).toBeNull();
  });

  test('MFA-01 SESS-03 the first factor takes a new code ten minutes after the sign-in: a stolen session locks nobody out', async () => {
    const { email, client } = await signedUp();
    await prove(client, email);
    server.clock.advance(RECENT_MS - 1_000);
    expect((await enrol(client)).error).toBeNull();
    server.clock.advance(2_000);
    const another = () => client.mfa.enroll({ factorType: 'totp', friendlyName: 'Tablet' });
    const refused = await another();
    expect([refused.error?.status, refused.error?.code]).toEqual([400, 'reauthentication_needed']);
    await client.updateUser({ data: { name: 'Odette' }, current_password: PASSWORD });
    expect((await another()).error?.code).toBe('reauthentication_needed');
    await prove(client, email);
    expect((await another()).error).toBeNull();
    // Proved in one session, another of the account is as old as before.
    const other = server.client();
    await other.signInWithPassword({ email, password: PASSWORD });
    server.clock.advance(RECENT_MS + 1_000);
    for (const one of [client, other]) await one.refreshSession();
    await prove(client, email);
    expect((await other.mfa.enroll({ factorType: 'totp', friendlyName: 'Watch' })).error?.code).toBe(
      'reauthentication_needed',
    );
  });

  test('the first code of the first factor takes a new proof, too, after which the same app goes on', async () => {
    const { email, client } = await signedUp();
    await prove(client, email);
    const { data } = await enrol(client);
    const enter = () => {
      const code = totpCode(data?.totp.secret ?? '', server.clock.now());
      return client.mfa.challengeAndVerify({ factorId: data?.id ?? '', code });
    };
    server.clock.advance(RECENT_MS + 1_000);
    const refused = await enter();
    expect([refused.error?.status, refused.error?.code]).toEqual([400, 'reauthentication_needed']);
    await prove(client, email);
    expect((await enter()).error).toBeNull();
  });

  test('MFA-01 SESS-03 a code that changed the password proves the session, too', async () => {
    const { email, client } = await signedUp();
    await prove(client, email);
    server.clock.advance(RECENT_MS + 1_000);
    expect((await enrol(client)).error?.code).toBe('reauthentication_needed');
    expect((await client.reauthenticate()).error).toBeNull();
    const nonce = await lastCodeTo(server, email);
    expect((await client.updateUser({ password: `${PASSWORD}-new`, nonce })).error).toBeNull();
    expect((await enable(client)).error).toBeNull();
  });

  test('MFA-01 AUTH-09 a factor from before the rule cannot be turned on either (S14)', async () => {
    const { client, session, email } = await signedUp();
    await prove(client, email);
    const { data } = await enrol(client);
    await server.db.query('update auth.users set email_proved_at = null where id = $1', [session.user.id]);
    const code = totpCode(data?.totp.secret ?? '', server.clock.now());
    const turnedOn = await client.mfa.challengeAndVerify({ factorId: data?.id ?? '', code });
    expect(turnedOn.error?.code).toBe('email_not_confirmed');
  });

  test('MFA-01 AUTH-09 the owner of a squatted address gets the account without any factor (S14)', async () => {
    const { email, client: squatter, session } = await signedUp();
    expect((await enrol(squatter)).error?.code).toBe('email_not_confirmed');
    const owner = server.client();
    await owner.signInWithOtp({ email });
    const { error, data } = await owner.verifyOtp({
      email,
      token: await lastCodeTo(server, email),
      type: 'email',
    });
    expect(error).toBeNull();
    expect(data.user?.factors ?? []).toEqual([]);
    expect(await server.auth.authenticate(session.access_token)).toBeNull();
    expect((await enable(owner)).error).toBeNull();
  });

  test('MFA-01 AUTH-09 turning the first factor on drops a phone number that nobody has proved (S14)', async () => {
    const phone = '+447797700052';
    const { client: squatter, email } = await signedUp({ phone });
    await squatter.updateUser({ email, current_password: PASSWORD });
    const code = await lastCodeTo(server, email);
    expect((await squatter.verifyOtp({ email, token: code, type: 'email_change' })).error).toBeNull();
    expect((await enable(squatter)).error).toBeNull();
    const owner = server.client();
    const { data } = await owner.signUp({ phone, password: PASSWORD });
    expect(data.user?.phone).toBe(phone);
  });
});

describe('a phone number that somebody else has been given', () => {
  /** With a proved address and a proved number, and the clients of who holds each. */
  async function withBoth(phone: string, sign: (email: string) => Promise<StockClient>) {
    const email = freshEmail();
    const owner = await sign(email);
    await prove(owner, email);
    expect((await owner.updateUser({ phone, current_password: PASSWORD })).error).toBeNull();
    const code = codeIn((await server.textsTo(phone)).at(-1));
    expect((await owner.verifyOtp({ phone, token: code, type: 'phone_change' })).error).toBeNull();
    const holder = server.client();
    expect((await holder.signInWithOtp({ phone })).error).toBeNull();
    const token = codeIn((await server.textsTo(phone)).at(-1));
    expect((await holder.verifyOtp({ phone, token, type: 'sms' })).error).toBeNull();
    return { email, owner, holder };
  }
  const byCode = async (email: string) => {
    const client = server.client();
    await client.signInWithOtp({ email });
    const token = await lastCodeTo(server, email);
    expect((await client.verifyOtp({ email, token, type: 'email' })).error).toBeNull();
    return client;
  };
  const byPassword = async (email: string) => {
    const client = server.client();
    await client.signUp({ email, password: PASSWORD });
    return client;
  };

  test('MFA-01 AUTH-09 a sign-in by text message adds no first factor, nor turns one on, without a code to the e-mail address', async () => {
    const { email, owner, holder } = await withBoth('+447797700053', byPassword);
    expect((await enrol(holder)).error?.code).toBe('reauthentication_needed');
    await prove(owner, email);
    const { data } = await enrol(owner);
    const enter = () => {
      const code = totpCode(data?.totp.secret ?? '', server.clock.now());
      return holder.mfa.challengeAndVerify({ factorId: data?.id ?? '', code });
    };
    expect((await enter()).error?.code).toBe('reauthentication_needed');
    const { data: claims } = await holder.getClaims();
    expect(claims?.claims.amr).toEqual([{ method: 'otp', timestamp: expect.any(Number) }]);
    await prove(holder, email);
    expect((await enter()).error).toBeNull();
  });

  test('AUTH-09 a sign-in by text sets no password and changes no number without a code', async () => {
    const { email, holder } = await withBoth('+447797700054', byCode);
    for (const change of [{ password: NEW_PASSWORD }, { phone: '+447797700055' }])
      expect((await holder.updateUser(change)).error?.code).toBe('reauthentication_needed');
    const owner = await byCode(email);
    expect((await owner.updateUser({ password: NEW_PASSWORD })).error).toBeNull();
  });
});
