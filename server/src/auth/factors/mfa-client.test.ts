import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MINUTE_MS } from '@hereabouts/contract/durations';
import { PASSWORD, signUp } from '@hereabouts/testing/auth-people';
import { startAuthServer, type AuthServer, type StockClient } from '@hereabouts/testing/auth-server';
import { proveAddresses } from '@hereabouts/testing/second-step';
import { TOTP_STEP_MS, totpCode } from '@hereabouts/testing/totp';

/** Two-step sign-in as the stock client of the protocol uses it. */

let server: AuthServer;
beforeAll(async () => {
  server = await startAuthServer();
});
afterAll(() => server.stop());

async function signedUp() {
  const { client, email, user } = await signUp(server);
  await proveAddresses(server.db, user.id);
  return { client, email, userId: user.id };
}

async function signedIn(email: string): Promise<StockClient> {
  const client = server.client();
  expect((await client.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
  return client;
}

async function enrol(client: StockClient, friendlyName = 'phone') {
  const { data, error } = await client.mfa.enroll({ factorType: 'totp', friendlyName, issuer: 'Hereabouts' });
  if (error) throw error;
  return data;
}

const enter = (client: StockClient, { id, secret }: { id: string; secret: string }, steps = 0) =>
  client.mfa.challengeAndVerify({ factorId: id, code: totpCode(secret, server.clock.now(), steps) });

/** Somebody with two-step sign-in, whose last code is too old to be in the way of the next. */
async function secured() {
  const person = await signedUp();
  const { id, totp } = await enrol(person.client);
  const factor = { id, secret: totp.secret };
  expect((await enter(person.client, factor)).error).toBeNull();
  server.clock.advance(TOTP_STEP_MS);
  return { ...person, factor };
}

const levels = async (client: StockClient) => {
  const { data } = await client.mfa.getAuthenticatorAssuranceLevel();
  return [data?.currentLevel, data?.nextLevel];
};

describe('an authenticator app', () => {
  test('MFA-01 AUTH-03 enrol, challenge and verify raise the session and say MFA_CHALLENGE_VERIFIED', async () => {
    const { client, email } = await signedUp();
    const events: string[] = [];
    client.onAuthStateChange((event) => void events.push(event));
    const { id, totp, friendly_name: name } = await enrol(client);
    expect(name).toBe('phone');
    expect(totp.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(decodeURIComponent(totp.uri)).toContain(`otpauth://totp/Hereabouts:${email}?`);
    expect(totp.qr_code.startsWith('data:image/svg+xml;utf-8,<svg')).toBe(true);
    expect(/[#%]/.test(totp.qr_code)).toBe(false);
    expect(totp.qr_code.includes('fill="black"><path fill="white"')).toBe(true);
    expect(await levels(client)).toEqual(['aal1', 'aal1']);
    expect((await client.mfa.listFactors()).data).toMatchObject({
      all: [{ id, status: 'unverified' }],
      totp: [],
    });

    const challenge = await client.mfa.challenge({ factorId: id });
    expect(challenge.data).toMatchObject({ type: 'totp' });
    expect(challenge.data?.expires_at).toBe(Math.floor(server.clock.now() / 1000) + 300);
    const { data, error } = await client.mfa.verify({
      factorId: id,
      challengeId: challenge.data!.id,
      code: totpCode(totp.secret, server.clock.now()),
    });
    expect(error).toBeNull();
    expect(data).toMatchObject({ token_type: 'bearer', expires_in: 900, user: { factors: [{ id }] } });
    expect(events).toContain('MFA_CHALLENGE_VERIFIED');
    expect(await levels(client)).toEqual(['aal2', 'aal2']);
    expect((await client.mfa.listFactors()).data?.totp).toMatchObject([
      { id, status: 'verified', friendly_name: 'phone', factor_type: 'totp' },
    ]);
    const { data: claims } = await client.getClaims();
    expect(claims?.claims.amr).toMatchObject([{ method: 'totp' }, { method: 'password' }]);
  });

  test('MFA-01 refreshing keeps the level, and a new sign-in starts below it', async () => {
    const { client, email } = await secured();
    expect((await client.refreshSession()).error).toBeNull();
    expect(await levels(client)).toEqual(['aal2', 'aal2']);
    const other = await signedIn(email);
    expect(await levels(other)).toEqual(['aal1', 'aal2']);
    expect((await other.refreshSession()).error).toBeNull();
    expect(await levels(other)).toEqual(['aal1', 'aal2']);
  });

  test('MFA-01 a code works once, even under a new challenge; no earlier one after it', async () => {
    const { email, factor } = await secured();
    const client = await signedIn(email);
    expect((await enter(client, factor)).error).toBeNull();
    for (const steps of [0, -1]) {
      const again = await enter(client, factor, steps);
      expect(again.error).toMatchObject({ code: 'mfa_verification_failed', status: 422 });
    }
    expect((await enter(client, factor, 1)).error).toBeNull();
  });

  test('MFA-01 removing the authenticator app turns two-step sign-in off', async () => {
    const { client, email, factor } = await secured();
    expect((await client.mfa.unenroll({ factorId: factor.id })).data).toEqual({ id: factor.id });
    expect((await client.refreshSession()).error).toBeNull();
    expect(await levels(client)).toEqual(['aal1', 'aal1']);
    expect(await levels(await signedIn(email))).toEqual(['aal1', 'aal1']);
  });

  test('SESS-03 MFA-01 turning two-step sign-in on and off ends every other session', async () => {
    const { client, email } = await signedUp();
    const other = await signedIn(email);
    const { id, totp } = await enrol(client);
    expect((await other.refreshSession()).error).toBeNull();
    await enter(client, { id, secret: totp.secret });
    expect((await other.refreshSession()).error?.code).toBe('refresh_token_not_found');
    server.clock.advance(TOTP_STEP_MS);
    const third = await signedIn(email);
    await enter(third, { id, secret: totp.secret });
    expect((await client.refreshSession()).error).toBeNull();
    await client.mfa.unenroll({ factorId: id });
    expect((await third.getUser()).error?.name).toBe('AuthSessionMissingError');
  });
});

describe('recovery codes', () => {
  test('MFA-02 there are ten recovery codes, each of which works once in place of a code', async () => {
    const { client, email } = await secured();
    const { data: set, error } = await client.mfa.recoveryCodes.generate();
    expect(error).toBeNull();
    expect(set).toMatchObject({ type: 'recovery_code', friendly_name: 'Recovery codes', total: 10 });
    expect(new Set(set!.codes.filter((code) => /^[0-9a-hjkmnp-tv-z]{24}$/.test(code))).size).toBe(10);
    expect((await client.mfa.listFactors()).data?.recovery_code).toMatchObject([{ id: set!.id }]);

    const other = await signedIn(email);
    const written = set!.codes[0]!.toUpperCase().replaceAll(/(.{4})/g, '$1-');
    const events: string[] = [];
    other.onAuthStateChange((event) => void events.push(event));
    expect((await other.mfa.recoveryCodes.verify({ code: ` ${written}` })).error).toBeNull();
    expect(events).toContain('MFA_CHALLENGE_VERIFIED');
    expect(await levels(other)).toEqual(['aal2', 'aal2']);
    expect((await other.getClaims()).data?.claims.amr?.[0]).toMatchObject({ method: 'mfa/recovery_code' });
    expect((await other.mfa.recoveryCodes.getStatus()).data).toMatchObject({ total: 10, remaining: 9 });
    const again = await (await signedIn(email)).mfa.recoveryCodes.verify({ code: set!.codes[0]! });
    expect(again.error).toMatchObject({ code: 'mfa_verification_failed', status: 422 });
  });

  test('MFA-02 recovery codes are stored hashed, and a new set replaces the old one', async () => {
    const { client, email } = await secured();
    const first = (await client.mfa.recoveryCodes.generate()).data!;
    const stored = await server.db.query<{ hash: string }>(
      'select hash from auth.recovery_codes where factor_id = $1',
      [first.id],
    );
    expect(stored).toHaveLength(10);
    for (const { hash } of stored) expect(hash).toMatch(/^[0-9a-f]{64}$/);
    const second = (await client.mfa.recoveryCodes.regenerate()).data!;
    expect([second.id, second.friendly_name]).toEqual([first.id, first.friendly_name]);
    const other = await signedIn(email);
    const old = await other.mfa.recoveryCodes.verify({ code: first.codes[0]! });
    expect(old.error?.code).toBe('mfa_verification_failed');
    expect((await other.mfa.recoveryCodes.verify({ code: second.codes[0]! })).error).toBeNull();
  });

  test('MFA-02 removing the last authenticator app removes the recovery codes too', async () => {
    const { client, factor } = await secured();
    await client.mfa.recoveryCodes.generate();
    expect((await client.mfa.unenroll({ factorId: factor.id })).error).toBeNull();
    const status = await client.mfa.recoveryCodes.getStatus();
    expect(status.error).toMatchObject({ code: 'mfa_factor_not_found', status: 404 });
    expect((await client.mfa.listFactors()).data?.all).toEqual([]);
  });

  test('MFA-02 turning off and new codes need a code of the last ten minutes, or a recovery code', async () => {
    const { client, factor } = await secured();
    const set = (await client.mfa.recoveryCodes.generate()).data!;
    server.clock.advance(10 * MINUTE_MS + TOTP_STEP_MS);
    await client.refreshSession();
    const refused = async () => [
      (await client.mfa.unenroll({ factorId: factor.id })).error?.code,
      (await client.mfa.recoveryCodes.regenerate()).error?.code,
      (await client.mfa.recoveryCodes.unenroll()).error?.code,
      (await client.mfa.enroll({ factorType: 'totp', friendlyName: 'another' })).error?.code,
    ];
    expect(await refused()).toEqual(Array(4).fill('insufficient_aal'));
    expect((await client.mfa.recoveryCodes.verify({ code: set.codes[0]! })).error).toBeNull();
    const renewed = await client.mfa.recoveryCodes.regenerate();
    expect(renewed.error).toBeNull();
    server.clock.advance(11 * MINUTE_MS);
    await client.refreshSession();
    expect(await refused()).toEqual(Array(4).fill('insufficient_aal'));
    expect((await enter(client, factor)).error).toBeNull();
    expect((await client.mfa.recoveryCodes.unenroll()).data).toEqual({ id: set.id });
    expect((await client.mfa.unenroll({ factorId: factor.id })).error).toBeNull();
  });
});
