import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startAuthServer, type AuthServer } from '@hereabouts/testing/auth-server';
import { TOTP_STEP_MS, totpCode } from '@hereabouts/testing/totp';
import { expectWireError, wirePeople } from '@hereabouts/testing/wire-people';

/** Every answer of the calls of authenticator apps, as bare requests see them. */

let server: AuthServer;
beforeAll(async () => {
  server = await startAuthServer();
});
afterAll(() => server.stop());

const { signUp, secured, enrol, challenge, verify } = wirePeople(() => server);

describe('enrolling', () => {
  test('MFA-01 enrolling has an answer for each refusal, in order', async () => {
    const { call } = await signUp();
    const post = (body: unknown) => call('/factors', { body });
    expectWireError(await server.call('/factors', { body: {} }), 401, 'no_authorization');
    expectWireError(await post('{'), 400, 'bad_json');
    expectWireError(await post({ factor_type: 'totp', friendly_name: 1 }), 400, 'bad_json');
    const type = 'factor_type needs to be totp, phone, or webauthn';
    expectWireError(await post({}), 400, 'validation_failed', type);
    expectWireError(await post({ factor_type: 'recovery_code' }), 400, 'validation_failed', type);
    expectWireError(await post({ factor_type: 'phone' }), 422, 'mfa_phone_enroll_not_enabled');
    expectWireError(await post({ factor_type: 'webauthn' }), 422, 'mfa_webauthn_enroll_not_enabled');
    const long = { factor_type: 'totp', friendly_name: 'x'.repeat(101) };
    expectWireError(await post(long), 400, 'validation_failed');
    await enrol(call, 'x');
    expectWireError(
      await post({ factor_type: 'totp', friendly_name: 'x' }),
      422,
      'mfa_factor_name_conflict',
      'A factor with the friendly name "x" for this user already exists',
    );
    expect((await post({ factor_type: 'totp' })).body.friendly_name).toBe('');
    expectWireError(await post({ factor_type: 'totp' }), 422, 'mfa_factor_name_conflict');
  });

  test('MFA-01 an account enrols at most ten apps, and only with a fresh code once one is in use', async () => {
    const { call } = await signUp();
    for (let index = 0; index < 10; index += 1) await enrol(call, `n${index}`);
    const eleventh = await call('/factors', { body: { factor_type: 'totp', friendly_name: 'n10' } });
    expectWireError(
      eleventh,
      422,
      'too_many_enrolled_mfa_factors',
      'Maximum number of verified factors reached, unenroll to continue',
    );
    const { low, high } = await secured();
    const second = { factor_type: 'totp', friendly_name: 'tablet' };
    expectWireError(
      await low('/factors', { body: second }),
      403,
      'insufficient_aal',
      'AAL2 required to enroll a new factor',
    );
    expect((await high('/factors', { body: second })).status).toBe(200);
  });

  test('MFA-01 an enrolment that was given up frees its name after five minutes', async () => {
    const { call } = await signUp();
    await enrol(call);
    server.clock.advance(300_001);
    expect((await enrol(call)).id).toBeDefined();
    expect((await call('/user')).body.factors).toHaveLength(1);
  });

  test('MFA-01 a phone number names the account where there is no e-mail', async () => {
    const { call } = await signUp({ phone: '+447797712399' });
    const { body } = await call('/factors', { body: { factor_type: 'totp', issuer: 'Jersey: tide' } });
    const uri = new URL(body.totp.uri);
    expect(decodeURIComponent(uri.pathname)).toContain('+447797712399');
    expect(uri.searchParams.get('issuer')).toBe('Jersey: tide');
  });

  test('MFA-01 the secret is stored encrypted, for its own row only', async () => {
    const { call } = await signUp();
    const { id, secret } = await enrol(call);
    const [row] = await server.db.query<{ secret: string }>('select secret from auth.factors where id = $1', [
      id,
    ]);
    const other = await enrol(call, 'other');
    expect(JSON.stringify(row)).not.toContain(secret);
    await server.db.query('update auth.factors set secret = $1 where id = $2', [row!.secret, other.id]);
    const answer = await verify(call, { id: other.id, secret });
    expectWireError(answer, 422, 'mfa_verification_failed');
  });
});

describe('which factor', () => {
  test('MFA-01 an unknown factor, another person’s, or recovery codes get not_found', async () => {
    const { call } = await signUp();
    const { factor, high } = await secured();
    const set = (await high('/factors/recovery-codes', { method: 'POST' })).body.id;
    for (const [method, rest] of [
      ['POST', '/challenge'],
      ['POST', '/verify'],
      ['DELETE', ''],
    ] as const) {
      // Before the body is read.
      const request = { method, ...(method === 'POST' && { body: '{' }) };
      const odd = await call(`/factors/x${rest}`, request);
      expectWireError(odd, 404, 'validation_failed', 'factor_id must be an UUID');
      for (const id of [randomUUID(), factor.id]) {
        const missing = await call(`/factors/${id}${rest}`, request);
        expectWireError(missing, 404, 'mfa_factor_not_found', 'Factor not found');
      }
      expectWireError(await high(`/factors/${set}${rest}`, request), 404, 'mfa_factor_not_found');
    }
    expectWireError(await call('/factors'), 404, 'not_found');
    expect((await high('/user')).body.factors).toHaveLength(2);
  });
});

describe('challenge and verify', () => {
  test('MFA-01 a challenge takes any body, lasts five minutes and is seen on the user', async () => {
    const { call } = await signUp();
    const { id } = await enrol(call);
    for (const body of [undefined, '', '{', { factorId: id, channel: 'sms' }]) {
      const answer = await call(`/factors/${id}/challenge`, { method: 'POST', body });
      expect(answer.body).toEqual({
        id: expect.any(String),
        type: 'totp',
        expires_at: Math.floor((server.clock.now() + 300_000) / 1000),
      });
    }
    const [factor] = (await call('/user')).body.factors;
    expect(factor).toEqual({
      id,
      created_at: expect.any(String),
      updated_at: expect.any(String),
      status: 'unverified',
      friendly_name: 'phone',
      factor_type: 'totp',
      phone: '',
      last_challenged_at: new Date(server.clock.now()).toISOString(),
    });
  });

  test('MFA-01 entering a code has an answer for each refusal, in order', async () => {
    const { call } = await signUp();
    const { id, secret } = await enrol(call);
    const post = (body: unknown, ip?: string) =>
      call(`/factors/${id}/verify`, { body, ...(ip !== undefined && { ip }) });
    const code = () => totpCode(secret, server.clock.now());
    expectWireError(await post('{'), 400, 'bad_json');
    expectWireError(await post({ challenge_id: 'x', code: '' }), 400, 'bad_json');
    expectWireError(await post({ challenge_id: randomUUID(), code: 123456 }), 400, 'bad_json');
    expectWireError(await post({}), 400, 'validation_failed', 'Code needs to be non-empty');
    const unknown = 'MFA factor with the provided challenge ID not found';
    expectWireError(await post({ code: code() }), 422, 'mfa_factor_not_found', unknown);
    expectWireError(
      await post({ challenge_id: randomUUID(), code: code() }),
      422,
      'mfa_factor_not_found',
      unknown,
    );

    const challengeId = await challenge(call, id);
    const elsewhere = await post({ challenge_id: challengeId, code: code() }, '203.0.113.9');
    expectWireError(elsewhere, 422, 'mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch.');
    for (const wrong of ['000000', '1', '1234567', '１２３４５６', '٠١٢٣٤٥', 'abcdef']) {
      const answer = await post({ challenge_id: challengeId, code: wrong });
      expectWireError(answer, 422, 'mfa_verification_failed', 'Invalid TOTP code entered');
    }
    for (const steps of [-2, 2]) {
      const late = totpCode(secret, server.clock.now(), steps);
      expectWireError(await post({ challenge_id: challengeId, code: late }), 422, 'mfa_verification_failed');
    }
    expect((await post({ challenge_id: challengeId, code: code() })).status).toBe(200);
    const used = await post({ challenge_id: challengeId, code: code() });
    expectWireError(used, 422, 'mfa_ip_address_mismatch');

    const expired = await challenge(call, id);
    server.clock.advance(300_000);
    expectWireError(
      await post({ challenge_id: expired, code: code() }),
      422,
      'mfa_challenge_expired',
      `MFA challenge ${expired} has expired, verify against another challenge or create a new challenge.`,
    );
    expectWireError(await post({ challenge_id: expired, code: code() }), 422, 'mfa_factor_not_found');
  });

  test('MFA-01 the first code drops other enrolments, whose device cannot add itself later', async () => {
    const { call, signIn } = await signUp();
    const theirs = await signIn();
    const planted = await enrol(theirs, 'planted');
    await challenge(theirs, planted.id);
    const { body } = await verify(call, await enrol(call));
    expect(body.user.factors).toHaveLength(1);
    expectWireError(
      await theirs(`/factors/${planted.id}/challenge`, { method: 'POST' }),
      403,
      'session_not_found',
    );
  });

  test('MFA-01 a refresh token from before the code never yields the session of the higher level', async () => {
    const { call, refreshToken } = await signUp();
    const answer = await verify(call, await enrol(call));
    const refresh = (token: string) =>
      server.call('/token?grant_type=refresh_token', { body: { refresh_token: token } });
    expectWireError(await refresh(refreshToken), 400, 'refresh_token_already_used');
    const next = await refresh(answer.body.refresh_token);
    expect(next.status).toBe(200);
    expectWireError(await refresh(refreshToken), 400, 'refresh_token_already_used');
    expect((await refresh(next.body.refresh_token)).status).toBe(200);
  });
});

describe('removing', () => {
  test('MFA-01 an unverified factor goes at any level, a verified one only at aal2', async () => {
    const { factor, low, high } = await secured();
    expectWireError(
      await low(`/factors/${factor.id}`, { method: 'DELETE' }),
      422,
      'insufficient_aal',
      'AAL2 required to unenroll verified factor',
    );
    const removed = await high(`/factors/${factor.id}`, { method: 'DELETE' });
    expect(removed).toMatchObject({ status: 200, body: { id: factor.id } });
    const { call } = await signUp();
    const unverified = await enrol(call);
    expect((await call(`/factors/${unverified.id}`, { method: 'DELETE' })).body).toEqual({
      id: unverified.id,
    });
  });

  test('MFA-03 without the factor that raised it, a session has to pass the one that is left', async () => {
    const { factor, high } = await secured();
    const second = await enrol(high, 'tablet');
    expect((await verify(high, second)).status).toBe(200);
    const restricted: string[] = [];
    server.auth.onSessionRestricted(({ sessionId }) => void restricted.push(sessionId));
    expect((await high(`/factors/${second.id}`, { method: 'DELETE' })).status).toBe(200);
    expect(restricted).toHaveLength(1);
    expectWireError(await high('/user', { method: 'PUT', body: { data: {} } }), 401, 'insufficient_aal');
    server.clock.advance(TOTP_STEP_MS);
    expect((await verify(high, factor)).status).toBe(200);
    expect((await high('/user', { method: 'PUT', body: { data: {} } })).status).toBe(200);
  });
});
