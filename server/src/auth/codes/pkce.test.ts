import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MINUTE_MS } from '@hereabouts/contract/durations';
import {
  bearer,
  BROWSER_HEADERS,
  freshEmail,
  lastCodeTo,
  lastLinkTo,
  lastMailTo,
  lastVerifyPathTo,
  NEW_PASSWORD,
  PASSWORD,
  PKCE_CHALLENGE,
  PKCE_VERIFIER,
} from '@hereabouts/testing/auth-people';
import { startAuthServer, type AuthServer, type StockClient } from '@hereabouts/testing/auth-server';
import { proveAddresses } from '@hereabouts/testing/second-step';

/** What the stock client with `flowType: 'pkce'` makes of the service, and what else may come of its codes. */

const { code_challenge: CHALLENGE } = PKCE_CHALLENGE;

let server: AuthServer;
let email: string;
let client: StockClient;
beforeAll(async () => {
  server = await startAuthServer();
});
beforeEach(() => {
  email = freshEmail();
  client = server.client({ flowType: 'pkce' });
});
afterAll(() => server.stop());

const signUp = async () => await server.call('/signup', { body: { email, password: PASSWORD } });

const link = () => lastVerifyPathTo(server, email);
/** Opens a link as a browser does, and says where that leads. */
async function open(path: string, at = server) {
  const { status, headers } = await at.call(path);
  const target = new URL(headers.get('location') ?? '', at.url);
  return { status, headers, target, code: target.searchParams.get('code') ?? '' };
}
const exchange = (authCode: string, verifier = PKCE_VERIFIER, at = server) =>
  at.call('/token?grant_type=pkce', { body: { auth_code: authCode, code_verifier: verifier } });
/** A sign-in link asked for by hand, with the verifier of this file. */
async function askedLink(challenge: object = PKCE_CHALLENGE): Promise<string> {
  expect((await server.call('/otp', { body: { email, ...challenge } })).status).toBe(200);
  return await link();
}

describe('the stock client', () => {
  test('AUTH-08 a sign-in link yields a code in the query, which its client exchanges', async () => {
    await signUp();
    const emailRedirectTo = `${new URL(server.url).origin}/next?x=1`;
    await client.signInWithOtp({ email, options: { emailRedirectTo } });
    const { status, headers, target, code } = await open(await link());
    expect(status).toBe(303);
    expect([target.pathname, target.searchParams.get('x'), target.hash]).toEqual(['/next', '1', '']);
    expect([headers.get('cache-control'), headers.get('referrer-policy')]).toEqual([
      'no-store',
      'no-referrer',
    ]);
    expect(headers.getSetCookie()).toEqual([]);
    const { data, error } = await client.exchangeCodeForSession(code);
    expect(error).toBeNull();
    expect(data.user?.email).toBe(email);
    expect((await client.getUser()).data.user?.email).toBe(email);
  });

  test('AUTH-08 RESET-01 a reset link leads to a session that may set a password', async () => {
    await signUp();
    const told: string[] = [];
    client.onAuthStateChange((event) => void told.push(event));
    await client.resetPasswordForEmail(email);
    const { target, code } = await open(await link());
    expect(target.pathname).toBe('/reset-password');
    expect((await client.exchangeCodeForSession(code)).error).toBeNull();
    expect(told).toContain('PASSWORD_RECOVERY');
    expect((await client.updateUser({ password: NEW_PASSWORD })).error).toBeNull();
    const back = await server.client().signInWithPassword({ email, password: NEW_PASSWORD });
    expect(back.error).toBeNull();
  });

  test('AUTH-08 a confirmation of a sign-up hands its code to the page that asks for the press of a button', async () => {
    const confirming = await startAuthServer({ beside: server, auth: { confirmEmail: true } });
    client = confirming.client({ flowType: 'pkce' });
    const { data } = await client.signUp({ email, password: PASSWORD });
    expect(data.session).toBeNull();
    const tokenHash = /[?&](?:token|token_hash)=(pkce_[\w-]+)/.exec(
      (await lastMailTo(confirming, email)).text,
    )?.[1];
    const body = { type: 'signup', token_hash: tokenHash, redirect_to: '/next?x=1' };
    const answer = await confirming.call('/verify', { body });
    expect(answer.body.redirect_to).toMatch(/^\/next\?x=1&code=[\w-]{43}$/);
    const code = new URL(answer.body.redirect_to, confirming.url).searchParams.get('code') ?? '';
    expect((await client.exchangeCodeForSession(code)).error).toBeNull();
    expect((await client.getUser()).data.user?.email).toBe(email);
    await confirming.stop();
  });

  test('AUTH-08 codes of mails and token hashes work as without PKCE, and use up the link', async () => {
    await signUp();
    await client.signInWithOtp({ email });
    const path = await link();
    const { code } = await open(path);
    const entered = await client.verifyOtp({ email, token: await lastCodeTo(server, email), type: 'email' });
    expect(entered.error).toBeNull();
    expect((await client.exchangeCodeForSession(code)).error?.code).toBe('flow_state_not_found');
    await client.resetPasswordForEmail(email);
    const tokenHash = new URLSearchParams((await link()).split('?')[1]).get('token') ?? '';
    expect(tokenHash).toMatch(/^pkce_/);
    const hashed = await server.client().verifyOtp({ token_hash: tokenHash, type: 'recovery' });
    expect(hashed.error).toBeNull();
  });

  test('AUTH-08 sign-ups without confirmation and changes of the e-mail go on as without PKCE', async () => {
    const { data } = await client.signUp({ email, password: PASSWORD });
    expect(data.session).not.toBeNull();
    await proveAddresses(server.db, data.user!.id);
    const next = `new-${email}`;
    expect((await client.updateUser({ email: next })).error).toBeNull();
    for (const address of [next, email]) {
      const token = await lastCodeTo(server, address);
      expect((await client.verifyOtp({ email: address, token, type: 'email_change' })).error).toBeNull();
    }
    expect((await client.getUser()).data.user?.email).toBe(next);
  });

  test('AUTH-08 a client without PKCE finds its session in the fragment still', async () => {
    await signUp();
    await server.client().resetPasswordForEmail(email);
    const { text } = await lastMailTo(server, email);
    expect(text).not.toContain('pkce_');
    expect(text).toMatch(/\/reset-password\?token_hash=[\w-]{43}&type=recovery/);
  });
});

describe('a challenge', () => {
  const routes = [
    ['/signup', { email: 'nobody@example.org', password: PASSWORD }],
    ['/otp', { email: 'nobody@example.org' }],
    ['/recover', { email: 'nobody@example.org' }],
    ['/resend', { email: 'nobody@example.org', type: 'signup' }],
    ['/user', { email: 'nobody@example.org' }],
  ] as const;
  const wrong = [
    [{ code_challenge: CHALLENGE }, /requires code_challenge_method and code_challenge/],
    [{ code_challenge_method: 's256' }, /requires code_challenge_method and code_challenge/],
    [{ code_challenge: 'short', code_challenge_method: 's256' }, /between 43 and 128/],
    [{ code_challenge: 'x'.repeat(129), code_challenge_method: 'plain' }, /between 43 and 128/],
    [{ code_challenge: `${'x'.repeat(43)}!`, code_challenge_method: 's256' }, /can only contain/],
    [{ code_challenge: CHALLENGE, code_challenge_method: 's512' }, /must be s256 or plain/],
  ] as const;

  test.each(routes)(
    'AUTH-08 AUTH-05 %s refuses a challenge that is not whole, before it looks anything up',
    async (path, body) => {
      const { body: owner } = await signUp();
      const headers = bearer(owner.access_token);
      const method = path === '/user' ? 'PUT' : 'POST';
      for (const [challenge, message] of wrong) {
        const answer = await server.call(path, { method, headers, body: { ...body, ...challenge } });
        expect([answer.status, answer.body.code]).toEqual([400, 'validation_failed']);
        expect(answer.body.message).toMatch(message);
      }
      expect(await server.mailsTo('nobody@example.org')).toEqual([]);
      expect(await server.db.query("select from auth.users where email = 'nobody@example.org'")).toEqual([]);
    },
  );

  test('AUTH-08 a challenge that is null counts as absent, and a sign-up by phone takes none', async () => {
    await signUp();
    const body = { email, code_challenge: null, code_challenge_method: null };
    expect((await server.call('/recover', { body })).status).toBe(200);
    const phone = await server.call('/signup', {
      body: { phone: '+447797700900', password: PASSWORD, ...PKCE_CHALLENGE },
    });
    expect(phone).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
  });

  test('AUTH-09 a reset with a challenge replaces no link that its network address asked for without one', async () => {
    await signUp();
    await server.call('/recover', { body: { email } });
    const token_hash = (await lastLinkTo(server, email)).searchParams.get('token_hash');
    await server.call('/recover', { body: { email, ...PKCE_CHALLENGE } });
    expect(await link()).toContain('pkce_');
    expect((await server.call('/verify', { body: { type: 'recovery', token_hash } })).status).toBe(200);
  });

  test('AUTH-08 a plain challenge works and does not leave the verifier in the database', async () => {
    await signUp();
    const { code } = await open(
      await askedLink({ code_challenge: PKCE_VERIFIER, code_challenge_method: 'PLAIN' }),
    );
    const tables = await Promise.all(
      ['one_time_tokens', 'flow_codes'].map((table) => server.db.query(`select * from auth.${table}`)),
    );
    for (const secret of [PKCE_VERIFIER, code]) expect(JSON.stringify(tables)).not.toContain(secret);
    expect((await exchange(code)).status).toBe(200);
  });
});

describe('a code', () => {
  test('AUTH-08 a code works once, also for two at the same time on two processes', async () => {
    await signUp();
    const path = await askedLink();
    const { code } = await open(path);
    const other = await startAuthServer({ beside: server });
    const answers = await Promise.all([
      exchange(code),
      exchange(code, PKCE_VERIFIER, other),
      exchange(code),
      exchange(code, PKCE_VERIFIER, other),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(3);
    expect((await exchange(code)).body.code).toBe('flow_state_not_found');
    await other.stop();
    const again = await open(path);
    expect(again.code).toBe('');
  });

  test('AUTH-08 a code is bound to the challenge of the request its link was sent for', async () => {
    await signUp();
    const { code } = await open(await askedLink());
    const stranger = 's'.repeat(56);
    const challenge = createHash('sha256').update(stranger).digest('base64url');
    await server.call('/recover', {
      body: { email, code_challenge: challenge, code_challenge_method: 's256' },
    });
    await server.auth.idle();
    expect((await exchange(code, stranger)).body.code).toBe('bad_code_verifier');
    expect((await exchange(code)).status).toBe(200);
  });

  test('AUTH-08 a code survives four wrong verifiers and not the fifth', async () => {
    await signUp();
    const { code } = await open(await askedLink());
    for (const verifier of ['w'.repeat(56), 'short', `${'w'.repeat(50)}!`, 'w'.repeat(200)]) {
      expect(await exchange(code, verifier)).toMatchObject({
        status: 400,
        body: { code: 'bad_code_verifier' },
      });
    }
    expect((await exchange(code)).status).toBe(200);
    const second = await open(await askedLink());
    for (let guess = 0; guess < 5; guess += 1) await exchange(second.code, 'w'.repeat(56));
    expect(await exchange(second.code)).toMatchObject({
      status: 404,
      body: { code: 'flow_state_not_found' },
    });
  });

  test('AUTH-08 a code is good for five minutes from the click, however old the link', async () => {
    await signUp();
    await server.call('/recover', { body: { email, ...PKCE_CHALLENGE } });
    const path = await link();
    server.clock.advance(50 * MINUTE_MS);
    const { code } = await open(path);
    server.clock.advance(5 * MINUTE_MS + 1);
    expect(await exchange(code)).toMatchObject({ status: 422, body: { code: 'flow_state_expired' } });
  });

  test('AUTH-08 a link that a scanner opened first works for its owner, for ten minutes', async () => {
    await signUp();
    await server.call('/recover', { body: { email, ...PKCE_CHALLENGE } });
    const path = await link();
    const byScanner = await open(path);
    server.clock.advance(9 * MINUTE_MS);
    const byOwner = await open(path);
    expect(byOwner.code).not.toBe(byScanner.code);
    expect((await exchange(byScanner.code)).body.code).toBe('flow_state_not_found');
    server.clock.advance(MINUTE_MS + 1);
    const late = await open(path);
    expect(late.target.searchParams.get('error_code')).toBe('otp_expired');
    expect((await exchange(byOwner.code)).body).toMatchObject({ user: { email } });
  });

  test('AUTH-08 what went wrong with a link is in the query and in the fragment', async () => {
    const { status, target } = await open('/verify?token=pkce_nothing&type=magiclink&redirect_to=/next?x=1');
    expect(status).toBe(303);
    for (const parameters of [target.searchParams, new URLSearchParams(target.hash.slice(1))]) {
      expect(parameters.get('error')).toBe('access_denied');
      expect(parameters.get('error_code')).toBe('otp_expired');
      expect(parameters.get('error_description')).toBeTruthy();
    }
    expect([target.pathname, target.searchParams.get('x')]).toEqual(['/next', '1']);
  });

  test('AUTH-08 an exchange without its parts is refused, and the cookie comes with the session', async () => {
    await signUp();
    for (const body of [{}, { auth_code: 'x' }, { code_verifier: PKCE_VERIFIER, auth_code: '' }]) {
      const answer = await server.call('/token?grant_type=pkce', { body });
      expect([answer.status, answer.body.code]).toEqual([400, 'validation_failed']);
    }
    const { code } = await open(await askedLink());
    const { headers } = await server.call('/token?grant_type=pkce', {
      body: { auth_code: code, code_verifier: PKCE_VERIFIER },
      headers: BROWSER_HEADERS,
    });
    expect(headers.getSetCookie().join()).toContain('hereabouts-session-');
  });

  test('AUTH-08 a code is worthless once the password was changed', async () => {
    const { body: owner } = await signUp();
    const { code } = await open(await askedLink());
    const change = await server.call('/user', {
      method: 'PUT',
      headers: bearer(owner.access_token),
      body: { password: NEW_PASSWORD, current_password: PASSWORD },
    });
    expect(change.status).toBe(200);
    expect((await exchange(code)).body.code).toBe('flow_state_not_found');
  });
});
