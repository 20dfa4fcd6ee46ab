import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AUTH_API_VERSION } from '@hereabouts/contract/auth';
import { HOUR_MS } from '@hereabouts/contract/durations';
import {
  bearer,
  freshAddress,
  linkIn,
  NEW_PASSWORD,
  PASSWORD,
  signUp,
} from '@hereabouts/testing/auth-people';
import { startAuthServer, type AuthServer, type StockClient } from '@hereabouts/testing/auth-server';
import { proveAddresses } from '@hereabouts/testing/second-step';
import { TOTP_STEP_MS, totpCode } from '@hereabouts/testing/totp';

/** What happens around the second step: resets, wrong codes, mails, the log, and the operator's help. */

const ACCOUNT_MAX = 5;
const ADDRESS_MAX = 8;
/** Over all addresses, in an hour. */
const ACCOUNT_TOTAL = 10 * ACCOUNT_MAX;

let server: AuthServer;
beforeAll(async () => {
  server = await startAuthServer({
    auth: { attemptsPerAccount: ACCOUNT_MAX, attemptsPerAddress: ADDRESS_MAX },
  });
});
afterAll(() => server.stop());

const fromElsewhere = () => ({ headers: { 'x-forwarded-for': freshAddress() } });

type Factor = { id: string; secret: string };
const enter = (client: StockClient, { id, secret }: Factor) =>
  client.mfa.challengeAndVerify({ factorId: id, code: totpCode(secret, server.clock.now()) });

async function secured() {
  const { client, email, user } = await signUp(server, fromElsewhere());
  await proveAddresses(server.db, user.id);
  const enrolled = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'phone' });
  const factor = { id: enrolled.data!.id, secret: enrolled.data!.totp.secret };
  expect((await enter(client, factor)).error).toBeNull();
  const codes = (await client.mfa.recoveryCodes.generate()).data!.codes;
  // A mail under way would take too long.
  await server.auth.idle();
  server.clock.advance(TOTP_STEP_MS);
  return { client, email, factor, codes, userId: user.id };
}

async function signedIn(email: string, password = PASSWORD) {
  const client = server.client(fromElsewhere());
  expect((await client.signInWithPassword({ email, password })).error).toBeNull();
  return client;
}

async function openedResetLink(email: string): Promise<StockClient> {
  const client = server.client(fromElsewhere());
  await client.resetPasswordForEmail(email);
  const mails = await server.mailsTo(email);
  const link = linkIn(mails.findLast(({ subject }) => subject.startsWith('Reset'))?.text);
  const token_hash = link.searchParams.get('token_hash')!;
  expect((await client.verifyOtp({ token_hash, type: 'recovery' })).error).toBeNull();
  return client;
}

const subjects = async (email: string) => (await server.mailsTo(email)).map(({ subject }) => subject);
const events = (userId: string) =>
  server
    .securityEvents()
    .filter((line) => line.user_id === userId)
    .map((line) => line.security as string);

describe('a reset link', () => {
  test.each(['a code', 'a recovery code'])(
    'RESET-01 a reset link alone changes nothing: %s is needed first, and then every other session ends',
    async (by) => {
      const { client, email, factor, codes } = await secured();
      const recovering = await openedResetLink(email);
      const refused = await recovering.updateUser({ password: NEW_PASSWORD });
      expect(refused.error).toMatchObject({ code: 'insufficient_aal', status: 401 });
      expect((await client.refreshSession()).error).toBeNull();

      const passed =
        by === 'a code'
          ? await enter(recovering, factor)
          : await recovering.mfa.recoveryCodes.verify({ code: codes[3]! });
      expect(passed.error).toBeNull();
      expect((await recovering.updateUser({ password: NEW_PASSWORD })).error).toBeNull();
      expect((await client.refreshSession()).error?.code).toBe('refresh_token_not_found');
      expect((await recovering.refreshSession()).error).toBeNull();
      expect((await recovering.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe('aal2');
      await signedIn(email, NEW_PASSWORD);
    },
  );
});

describe('wrong codes', () => {
  const wrongCode = async (client: StockClient, factorId: string, challengeId: string) =>
    (await client.mfa.verify({ factorId, challengeId, code: '000000' })).error;

  const callAs = async (client: StockClient) => {
    const { data } = await client.getSession();
    const headers = {
      ...bearer(data.session!.access_token),
      'x-supabase-api-version': AUTH_API_VERSION,
    };
    return (path: string, body: object, ip: object = fromElsewhere().headers) =>
      server.call(`/factors/${path}`, { body, headers: { ...headers, ...ip } });
  };

  test('MFA-04 AUTH-09 wrong codes are limited per account, over all addresses; the owner still gets in by a recovery code', async () => {
    const { email, factor, codes, userId } = await secured();
    const thief = await signedIn(email);
    const call = await callAs(thief);
    const enterCode = async (code: string) => {
      const { headers: from } = fromElsewhere();
      const challenge = await call(`${factor.id}/challenge`, {}, from);
      if (challenge.status !== 200) return challenge;
      return await call(`${factor.id}/verify`, { challenge_id: challenge.body.id, code }, from);
    };
    for (let count = 0; count < ACCOUNT_TOTAL; count += 1) {
      expect(await enterCode('000000')).toMatchObject({
        status: 422,
        body: { code: 'mfa_verification_failed' },
      });
    }
    expect(events(userId).filter((event) => event === 'factor_failed')).toHaveLength(ACCOUNT_TOTAL);
    const right = totpCode(factor.secret, server.clock.now());
    expect(await enterCode(right)).toMatchObject({ status: 429, body: { code: 'over_request_rate_limit' } });
    // Nor from wherever wrong recovery codes come.
    for (let count = 0; count < ACCOUNT_TOTAL + 1; count += 1) {
      expect(await call('recovery-codes/verify', { code: 'aaaabbbbccccdddd' })).toMatchObject({
        status: 422,
        body: { code: 'mfa_verification_failed' },
      });
    }

    const owner = await signedIn(email);
    expect((await owner.mfa.recoveryCodes.verify({ code: codes[0]! })).error).toBeNull();
    const changed = await owner.updateUser({ password: NEW_PASSWORD, current_password: PASSWORD });
    expect(changed.error).toBeNull();
    expect((await thief.refreshSession()).error?.code).toBe('refresh_token_not_found');
    expect((await owner.mfa.enroll({ factorType: 'totp', friendlyName: 'new phone' })).error).toBeNull();
  });

  test('MFA-04 wrong recovery codes are limited per account and address', async () => {
    const { email, codes } = await secured();
    const call = await callAs(await signedIn(email));
    const { headers: from } = fromElsewhere();
    const enter = (code: string) => call('recovery-codes/verify', { code }, from);
    for (let count = 0; count < ACCOUNT_MAX; count += 1)
      expect((await enter('aaaabbbbccccdddd')).status).toBe(422);
    expect(await enter(codes[0]!)).toMatchObject({
      status: 429,
      body: { code: 'mfa_recovery_codes_locked' },
    });
    server.clock.advance(5 * 60_000);
    expect((await enter(codes[0]!)).status).toBe(200);
  });

  test('MFA-04 wrong codes are limited per address, over all accounts', async () => {
    const from = fromElsewhere();
    const guess = async () => {
      const { email, factor } = await secured();
      const session = (await (await signedIn(email)).getSession()).data.session!;
      const client = server.client(from);
      await client.setSession(session);
      const errors: (string | undefined)[] = [];
      for (let count = 0; count < ACCOUNT_MAX; count += 1) {
        const challenge = await client.mfa.challenge({ factorId: factor.id });
        if (challenge.error) errors.push(challenge.error.code);
        else errors.push((await wrongCode(client, factor.id, challenge.data.id))?.code);
      }
      return errors;
    };
    const failed = 'mfa_verification_failed';
    expect(await guess()).toEqual(Array(ACCOUNT_MAX).fill(failed));
    const later = await guess();
    expect(later).toContain('over_request_rate_limit');
    expect(later.filter((code) => code === failed).length).toBeLessThanOrEqual(ADDRESS_MAX - ACCOUNT_MAX + 1);
  });

  test('MFA-04 a right code does not count', async () => {
    const { email, factor } = await secured();
    for (let count = 0; count < ACCOUNT_MAX + 3; count += 1) {
      expect((await enter(await signedIn(email), factor)).error).toBeNull();
      server.clock.advance(TOTP_STEP_MS);
    }
  });
});

describe('mails and the log', () => {
  test('MFA-04 OPS-08 turning two-step sign-in on and off is mailed and logged, without anything a person typed', async () => {
    const { client, email, factor, codes, userId } = await secured();
    expect(await subjects(email)).toEqual(['Two-step sign-in is on for your Hereabouts account']);
    const other = await signedIn(email);
    await other.mfa.recoveryCodes.verify({ code: codes[0]! });
    await client.mfa.unenroll({ factorId: factor.id });
    expect(await subjects(email)).toContain('An authenticator app was removed from your Hereabouts account');
    const logged = events(userId).filter((event) => /factor|recovery/.test(event));
    expect(logged).toEqual([
      'factor_added',
      'recovery_codes_created',
      'recovery_code_used',
      'factor_removed',
    ]);
    const text = server.logLines.join('\n');
    for (const secret of [factor.secret, email, ...codes]) expect(text.includes(secret)).toBe(false);
  });
});

describe('many apps', () => {
  test('MFA-04 AUTH-09 apps that are added and removed over and over cause three mails of each kind an hour', async () => {
    const { client, email, factor } = await secured();
    let earlier = factor.id;
    for (let nth = 0; nth < 5; nth += 1) {
      const { data } = await client.mfa.enroll({ factorType: 'totp', friendlyName: `app ${nth}` });
      const added = { id: data!.id, secret: data!.totp.secret };
      expect((await enter(client, added)).error).toBeNull();
      expect((await client.mfa.unenroll({ factorId: earlier })).error).toBeNull();
      earlier = added.id;
    }
    const count = async (words: string) =>
      (await subjects(email)).filter((subject) => subject.includes(words)).length;
    expect([await count('is on'), await count('was removed')]).toEqual([3, 3]);
    // The others are not sent later either.
    server.clock.advance(HOUR_MS);
    expect([await count('is on'), await count('was removed')]).toEqual([3, 3]);
  });

  test('MFA-04 SESS-03 wrong codes and refused removals do not use up the mails about a second step', async () => {
    const { client, email, user } = await signUp(server, fromElsewhere());
    await proveAddresses(server.db, user.id);
    const { data } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'phone' });
    const factor = { id: data!.id, secret: data!.totp.secret };
    for (let nth = 0; nth < 3; nth += 1) {
      const verified = await client.mfa.verify({
        factorId: factor.id,
        challengeId: crypto.randomUUID(),
        code: '000000',
      });
      expect(verified.error).not.toBeNull();
    }
    expect((await enter(client, factor)).error).toBeNull();
    expect(await subjects(email)).toContain('Two-step sign-in is on for your Hereabouts account');
    const thief = await signedIn(email);
    for (let nth = 0; nth < 3; nth += 1)
      expect((await thief.mfa.unenroll({ factorId: factor.id })).error?.code).toBe('insufficient_aal');
    expect((await client.mfa.unenroll({ factorId: factor.id })).error).toBeNull();
    expect(await subjects(email)).toContain('An authenticator app was removed from your Hereabouts account');
  });

  test('LIVE-10 MFA-02 many requests about a second step wait for each other, and not others for them', async () => {
    const [many, other] = [await secured(), await secured()];
    let answered = 0;
    const challenges = Array.from({ length: 200 }, async () => {
      const { error } = await many.client.mfa.challenge({ factorId: many.factor.id });
      answered += 1;
      return error;
    });
    expect((await other.client.mfa.challenge({ factorId: other.factor.id })).error).toBeNull();
    expect(answered).toBeLessThan(100);
    expect((await Promise.all(challenges)).filter((error) => error !== null)).toEqual([]);
  });
});

describe('the operator', () => {
  test('MFA-04 the operator removes the second step, which ends all sessions and is mailed', async () => {
    const { client, email, codes, userId } = await secured();
    expect(await server.auth.removeSecondFactor(userId)).toBe(true);
    expect((await client.refreshSession()).error?.code).toBe('refresh_token_not_found');
    const back = await signedIn(email);
    expect((await back.mfa.getAuthenticatorAssuranceLevel()).data?.nextLevel).toBe('aal1');
    expect((await back.mfa.recoveryCodes.verify({ code: codes[0]! })).error?.code).toBe(
      'mfa_verification_failed',
    );
    expect(await subjects(email)).toContain('Two-step sign-in was turned off for your Hereabouts account');
    expect(events(userId)).toContain('factor_removed');
    expect(await server.auth.removeSecondFactor(userId)).toBe(false);
  });
});
