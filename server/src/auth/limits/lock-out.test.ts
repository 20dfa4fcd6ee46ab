import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MINUTE_MS, DAY_MS } from '@hereabouts/contract/durations';
import {
  bearer,
  BROWSER_HEADERS,
  freshAddress,
  lastCodeTo,
  lastLinkTo,
  NEW_PASSWORD,
  PASSWORD,
  signUpByWire,
} from '@hereabouts/testing/auth-people';
import { startAuthServer, type AuthServer } from '@hereabouts/testing/auth-server';

/** What a stranger does to somebody's account, and what its owner can still do. */

const ACCOUNT_MAX = 2;

let server: AuthServer;
beforeAll(async () => {
  server = await startAuthServer({ auth: { attemptsPerAccount: ACCOUNT_MAX, sendPauseS: 60 } });
});
afterAll(() => server.stop());

type Device = { ip: string; cookie?: string };
type Session = { token: string; cookie: string };
const headersOf = ({ ip, cookie }: Device) => ({
  'x-forwarded-for': ip,
  ...BROWSER_HEADERS,
  ...(cookie !== undefined && { cookie }),
});
const post = (path: string, body: object, device: Device = { ip: freshAddress() }) =>
  server.call(path, { body, headers: headersOf(device) });
const signIn = (email: string, password: string, device?: Device) =>
  post('/token?grant_type=password', { email, password }, device);
const cookieOf = (cookies: string[]) => cookies.map((cookie) => cookie.split(';', 1)[0]).join('; ');

/** Somebody with an account, and the device that signed up. */
async function signedUp() {
  const { email, cookies } = await signUpByWire(server, headersOf({ ip: freshAddress() }));
  return { email, device: { ip: freshAddress(), cookie: cookieOf(cookies) } };
}
/** Wrong attempts, each from another address, until the account alone is limited. */
async function exhaust(attempt: (device: Device) => Promise<{ status: number }>): Promise<void> {
  for (let count = 0; count < 150; count += 1) {
    const { status } = await attempt({ ip: freshAddress() });
    if (status === 429) return;
  }
  throw new Error('No limit was met');
}
const wrong = (code: string) => (code === '123456' ? '654321' : '123456');

describe('a stranger locks nobody out', () => {
  test('AUTH-09 wrong passwords from one address leave the owner alone at another (S7)', async () => {
    const { email } = await signedUp();
    const stranger = { ip: freshAddress() };
    for (let count = 0; count <= ACCOUNT_MAX; count += 1) await signIn(email, 'wrong', stranger);
    expect((await signIn(email, PASSWORD, stranger)).status).toBe(429);
    expect((await signIn(email, PASSWORD)).status).toBe(200);
  });

  test('AUTH-09 a device that signed in before passes when strangers from everywhere use up the account (S7)', async () => {
    const { email, device } = await signedUp();
    await exhaust((stranger) => signIn(email, 'wrong', stranger));
    expect((await signIn(email, PASSWORD)).status).toBe(429);
    expect((await signIn(email, PASSWORD, device)).status).toBe(200);
    // Its own budget is one as well.
    for (let count = 0; count < ACCOUNT_MAX; count += 1) {
      expect((await signIn(email, 'wrong', device)).status).toBe(400);
    }
    expect((await signIn(email, 'wrong', device)).status).toBe(429);
  });

  test('AUTH-09 a device of another account passes nothing, nor one from before a reset (S7)', async () => {
    const { email, device } = await signedUp();
    const { device: foreign } = await signedUp();
    await exhaust((stranger) => signIn(email, 'wrong', stranger));
    expect((await signIn(email, PASSWORD, foreign)).status).toBe(429);
    await post('/recover', { email });
    const token_hash = (await lastLinkTo(server, email)).searchParams.get('token_hash');
    const reset = await post('/verify', { token_hash, type: 'recovery' });
    const headers = {
      ...bearer(reset.body.access_token),
      cookie: cookieOf(reset.headers.getSetCookie()),
    };
    expect(
      (await server.call('/user', { method: 'PUT', body: { password: NEW_PASSWORD }, headers })).status,
    ).toBe(200);
    expect((await signIn(email, NEW_PASSWORD, device)).status).toBe(429);
  });

  test('AUTH-09 a reset link works while everything else is limited (S7)', async () => {
    const { email } = await signedUp();
    await exhaust((stranger) => signIn(email, 'wrong', stranger));
    const owner = { ip: freshAddress() };
    expect((await post('/recover', { email }, owner)).status).toBe(200);
    await exhaust((stranger) => post('/verify', { email, type: 'recovery', token: '000000' }, stranger));
    const token_hash = (await lastLinkTo(server, email)).searchParams.get('token_hash');
    expect((await post('/verify', { token_hash, type: 'recovery' }, owner)).status).toBe(200);
  });

  test('AUTH-09 a stranger’s requests for codes, or for mails never sent, leave the owner the reset (S7)', async () => {
    const { email } = await signedUp();
    const minutely = async (path: string, body: object) => {
      await exhaust(async (stranger) => {
        server.clock.advance(MINUTE_MS);
        return await post(path, { email, ...body }, stranger);
      });
    };
    await minutely('/resend', { type: 'email_change' });
    expect((await post('/otp', { email })).status).toBe(200);
    await minutely('/otp', {});
    const before = (await server.mailsTo(email)).length;
    expect((await post('/recover', { email })).status).toBe(200);
    expect((await server.mailsTo(email)).length).toBe(before + 1);
  });

  test('AUTH-09 a stranger who asks for links again and again voids none that the owner asked for (S7)', async () => {
    const { email } = await signedUp();
    const owner = { ip: freshAddress() };
    await post('/recover', { email }, owner);
    const token_hash = (await lastLinkTo(server, email)).searchParams.get('token_hash');
    server.clock.advance(MINUTE_MS);
    expect((await post('/recover', { email })).status).toBe(200);
    expect((await post('/verify', { token_hash, type: 'recovery' }, owner)).status).toBe(200);
  });

  test('AUTH-09 a day of strangers’ wrong codes leaves code sign-in open to the requester (S7)', async () => {
    const { email } = await signedUp();
    const owner = { ip: freshAddress() };
    await exhaust((stranger) => post('/verify', { email, type: 'email', token: '000000' }, stranger));
    expect((await post('/otp', { email }, owner)).status).toBe(200);
    const token = await lastCodeTo(server, email);
    await exhaust((stranger) => post('/verify', { email, type: 'email', token: wrong(token) }, stranger));
    expect((await post('/verify', { email, type: 'email', token }, { ip: freshAddress() })).status).toBe(429);
    expect((await post('/verify', { email, type: 'email', token }, owner)).status).toBe(200);
  });

  test('AUTH-09 a stranger’s three wrong codes do not void the requester’s code', async () => {
    const { email } = await signedUp();
    const owner = { ip: freshAddress() };
    await post('/otp', { email }, owner);
    const token = await lastCodeTo(server, email);
    for (let count = 0; count < 3; count += 1) {
      await post('/verify', { email, type: 'email', token: wrong(token) });
    }
    // For strangers it is dead, with the right digits too.
    expect((await post('/verify', { email, type: 'email', token })).status).toBe(403);
    for (let count = 0; count < 2; count += 1) {
      expect((await post('/verify', { email, type: 'email', token: wrong(token) }, owner)).status).toBe(403);
    }
    expect((await post('/verify', { email, type: 'email', token }, owner)).status).toBe(200);
  });

  test('AUTH-09 guesses at a code end for the day, however many addresses guess', async () => {
    const { email } = await signedUp();
    const statuses = [];
    for (let count = 0; count < 110; count += 1) {
      statuses.push((await post('/verify', { email, type: 'email', token: '000000' })).status);
      if (count % 20 === 19) server.clock.advance(60 * MINUTE_MS);
    }
    // What five hours refill is all there is beyond a hundred.
    expect(statuses.filter((status) => status === 403).length).toBeLessThanOrEqual(
      100 + Math.ceil((100 * 5 * 60 * MINUTE_MS) / DAY_MS),
    );
  });

  test.each([
    ['the password', { current_password: 'wrong' }],
    ['a code', { nonce: '000000' }],
  ])(
    'AUTH-09 a stolen session that guesses %s ends, and uses up nothing of its owner',
    async (_, wrongProof) => {
      const { email } = await signedUp();
      const sessions = [await signIn(email, PASSWORD), await signIn(email, PASSWORD)];
      const [stolen, own] = sessions.map(({ body, headers }) => ({
        token: body.access_token as string,
        cookie: cookieOf(headers.getSetCookie()),
      })) as [Session, Session];
      const ip = freshAddress();
      const change = ({ token, cookie }: Session, proof: object) =>
        server.call('/user', {
          method: 'PUT',
          body: { password: NEW_PASSWORD, ...proof },
          headers: { ...headersOf({ ip, cookie }), ...bearer(token) },
        });
      const statuses = [];
      for (let count = 0; count < 5; count += 1) statuses.push((await change(stolen, wrongProof)).status);
      expect(statuses.every((status) => status === 400 || status === 422)).toBe(true);
      const last = await change(stolen, wrongProof);
      expect([last.status, last.body.code]).toEqual([403, 'session_not_found']);
      expect(await server.auth.authenticate(stolen.token)).toBeNull();
      expect((await change(own, { current_password: PASSWORD })).status).toBe(200);
    },
  );

  test('AUTH-09 a stranger cannot keep an address from being signed up with', async () => {
    const email = 'wanted@example.org';
    const weak = { email, password: 'password' };
    for (let count = 0; count < 60; count += 1) await post('/signup', weak);
    expect((await post('/signup', { email, password: PASSWORD })).status).toBe(200);
  });
});

test('AUTH-09 a hundred wrong codes a day are all that an account allows, however many addresses guess', async () => {
  // The hourly limit of an account is then a thousand, and does not come first.
  const roomy = await startAuthServer({ beside: server, auth: { attemptsPerAccount: 100 } });
  const { email } = await signedUp();
  const guess = async () => {
    const headers = headersOf({ ip: freshAddress() });
    return (await roomy.call('/verify', { body: { email, type: 'email', token: '000000' }, headers })).status;
  };
  const guesses = async (count: number) => {
    const statuses = [];
    while (statuses.length < count) statuses.push(await guess());
    return statuses;
  };
  expect(await guesses(101)).toEqual([...Array<number>(100).fill(403), 429]);
  const limited = roomy.securityEvents().filter(({ security }) => security === 'attempts_limited');
  expect(limited.map(({ method }) => method)).toEqual(['verify.wrong_codes']);
  // One more every 14.4 minutes.
  roomy.clock.advance(14 * MINUTE_MS);
  expect(await guess()).toBe(429);
  roomy.clock.advance(MINUTE_MS);
  expect(await guesses(2)).toEqual([403, 429]);
  roomy.clock.advance(DAY_MS);
  expect(await guesses(101)).toEqual([...Array<number>(100).fill(403), 429]);
  await roomy.stop();
});

test('AUTH-10 the limits hold across two servers on one database', async () => {
  const other = await startAuthServer({ auth: { attemptsPerAccount: ACCOUNT_MAX }, beside: server });
  const { email } = await signedUp();
  const headers = headersOf({ ip: freshAddress() });
  const body = { email, password: 'wrong' };
  const statuses = [];
  for (let count = 0; count <= ACCOUNT_MAX; count += 1) {
    const target = count % 2 === 0 ? server : other;
    statuses.push((await target.call('/token?grant_type=password', { body, headers })).status);
  }
  expect(statuses).toEqual([...Array(ACCOUNT_MAX).fill(400), 429]);
  await other.stop();
});
