import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '@hereabouts/contract/durations';
import {
  bearer,
  freshAddress,
  freshEmail,
  NEW_PASSWORD,
  PASSWORD,
  signUpByWire,
} from '@hereabouts/testing/auth-people';
import { startAuthServer, type AuthServer, type CallAnswer } from '@hereabouts/testing/auth-server';
import { PROOFS } from '#server/rate-limits/policies.ts';

const ACCOUNT_MAX = 5;
const ADDRESS_MAX = 8;

let server: AuthServer;
beforeAll(async () => {
  server = await startAuthServer({
    auth: { attemptsPerAccount: ACCOUNT_MAX, attemptsPerAddress: ADDRESS_MAX },
  });
});
afterAll(() => server.stop());

const from = (ip: string) => ({ 'x-forwarded-for': ip });
const signIn = (email: string, password: string, ip = freshAddress()) =>
  server.call('/token?grant_type=password', { body: { email, password }, headers: from(ip) });

const signUp = async () => (await signUpByWire(server, from(freshAddress()))).email;

async function times<T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> {
  const made: T[] = [];
  for (let index = 0; index < count; index += 1) made.push(await make(index));
  return made;
}
const statuses = (answers: CallAnswer[]) => answers.map(({ status }) => status);

describe('limits', () => {
  test('AUTH-07 AUTH-09 wrong passwords are limited by account and address together, with Retry-After', async () => {
    const email = await signUp();
    const ip = freshAddress();
    const wrong = await times(ACCOUNT_MAX, () => signIn(email, 'not the one', ip));
    expect(statuses(wrong)).toEqual(Array(ACCOUNT_MAX).fill(400));
    const limited = await signIn(email, PASSWORD, ip);
    expect(limited).toMatchObject({ status: 429, body: { code: 'over_request_rate_limit' } });
    const waitS = Number(limited.headers.get('retry-after'));
    expect(waitS).toBe((5 * 60) / ACCOUNT_MAX);
    server.clock.advance(waitS * 1_000);
    expect((await signIn(email, PASSWORD, ip)).status).toBe(200);
  });

  test('AUTH-07 AUTH-09 an account alone is limited more loosely, from wherever the attempts come', async () => {
    const email = await signUp();
    const wrong = await times(10 * ACCOUNT_MAX, () => signIn(email, 'not the one'));
    expect(new Set(statuses(wrong))).toEqual(new Set([400]));
    expect(statuses([await signIn(email, 'not the one')])).toEqual([429]);
  });

  test('AUTH-07 signing in successfully does not use attempts up', async () => {
    const email = await signUp();
    const ip = freshAddress();
    const answers = await times(ADDRESS_MAX * 2, () => signIn(email, PASSWORD, ip));
    expect(new Set(statuses(answers))).toEqual(new Set([200]));
  });

  test('AUTH-09 sign-ins that succeed are limited by account, beyond what wrong passwords can use up', async () => {
    const email = await signUp();
    const wrong = await times(10 * ACCOUNT_MAX, () => signIn(email, 'not the one'));
    expect(new Set(statuses(wrong))).toEqual(new Set([400]));
    server.clock.advance(HOUR_MS);
    const right = await times(40 * ACCOUNT_MAX, () => signIn(email, PASSWORD));
    expect(new Set(statuses(right))).toEqual(new Set([200]));
    expect(statuses([await signIn(email, PASSWORD)])).toEqual([429]);
  });

  test('AUTH-09 the right password of a sign-up that is not confirmed uses attempts up, with an account or without', async () => {
    const auth = { confirmEmail: true, attemptsPerAccount: ACCOUNT_MAX, attemptsPerAddress: ADDRESS_MAX };
    const confirming = await startAuthServer({ beside: server, auth });
    const known = await signUp();
    for (const email of [known, freshEmail()]) {
      const headers = from(freshAddress());
      const body = { email, password: NEW_PASSWORD };
      expect((await confirming.call('/signup', { body, headers })).status).toBe(200);
      const answers = await times(ACCOUNT_MAX + 1, () =>
        confirming.call('/token?grant_type=password', { body, headers }),
      );
      expect(answers.map((answer) => answer.body.code)).toEqual([
        ...Array(ACCOUNT_MAX).fill('email_not_confirmed'),
        'over_request_rate_limit',
      ]);
    }
    await confirming.stop();
  });

  test('AUTH-07 one address is limited over many accounts, known or not; another address is not', async () => {
    const ip = freshAddress();
    const email = await signUp();
    await times(ADDRESS_MAX, (index) => signIn(`nobody${index}@example.org`, 'not the one', ip));
    expect((await signIn(email, PASSWORD, ip)).status).toBe(429);
    expect((await signIn(email, PASSWORD)).status).toBe(200);
  });

  test('AUTH-07 IPv6 counts by /64', async () => {
    await times(ADDRESS_MAX, (index) => signIn(`v6-${index}@example.org`, 'x', `2001:db8:1:2::${index + 1}`));
    expect((await signIn('v6@example.org', 'x', '2001:db8:1:2:ffff::9')).status).toBe(429);
    expect((await signIn('v6@example.org', 'x', '2001:db8:1:3::1')).status).toBe(400);
  });

  test('AUTH-09 IPv6 is limited loosely by /48 (S27)', async () => {
    const answers = await times(10 * ADDRESS_MAX + 1, (index) =>
      signIn(`v6-48-${index}@example.org`, 'x', `2001:db8:48:${index.toString(16)}::1`),
    );
    expect(statuses(answers)).toEqual([...Array(10 * ADDRESS_MAX).fill(400), 429]);
    expect((await signIn('v6-49@example.org', 'x', '2001:db8:49:1::1')).status).toBe(400);
  });

  test('AUTH-07 sign-ups, recoveries and codes are limited, each apart from signing in', async () => {
    const email = await signUp();
    const ip = freshAddress();
    const many = (path: string, body: object) =>
      times(ADDRESS_MAX + 1, () => server.call(path, { body, headers: from(ip) }));
    for (const [path, body] of [
      ['/signup', { email, password: PASSWORD }],
      ['/recover', { email }],
      ['/otp', { email }],
      ['/verify', { email: 'unknown@example.org', type: 'email', token: '123456' }],
    ] as const) {
      const answers = await many(path, body);
      expect([path, statuses(answers).at(-1)]).toEqual([path, 429]);
    }
    expect((await signIn(email, PASSWORD, ip)).status).toBe(200);
  });

  test('AUTH-07 a session that guesses at the current password too often is ended', async () => {
    const email = await signUp();
    const { body } = await signIn(email, PASSWORD);
    const ip = freshAddress();
    const change = () =>
      server.call('/user', {
        method: 'PUT',
        body: { password: NEW_PASSWORD, current_password: 'guess' },
        headers: { ...bearer(body.access_token), ...from(ip) },
      });
    const answers = await times(PROOFS.max + 1, change);
    expect(statuses(answers)).toEqual([...Array(PROOFS.max).fill(400), 403]);
    expect(answers.at(-1)?.body).toMatchObject({ code: 'session_not_found' });
  });

  test('AUTH-07 a refresh is never limited: many people share an address at a festival', async () => {
    const email = await signUp();
    let token = (await signIn(email, PASSWORD)).body.refresh_token;
    const ip = freshAddress();
    const answers = await times(ADDRESS_MAX * 2, async () => {
      const answer = await server.call('/token?grant_type=refresh_token', {
        body: { refresh_token: token },
        headers: from(ip),
      });
      token = answer.body.refresh_token;
      return answer;
    });
    expect(new Set(statuses(answers))).toEqual(new Set([200]));
    server.clock.advance(5 * MINUTE_MS);
  });
});

describe('equal answers', () => {
  const sameShape = (one: CallAnswer, other: CallAnswer) => {
    const shown = ({ status, headers, body }: CallAnswer) => ({
      status,
      headers: [...headers.keys()].toSorted(),
      body,
    });
    expect(shown(one)).toEqual(shown(other));
  };

  test('FORGOT-03 AUTH-07 recovery, codes and sign-in answer the same for unknown addresses', async () => {
    const email = await signUp();
    const unknown = 'nobody-at-all@example.org';
    const ask = (path: string, body: object) => server.call(path, { body, headers: from(freshAddress()) });
    for (const [path, rest] of [
      ['/recover', {}],
      ['/otp', { create_user: false }],
      ['/resend', { type: 'signup' }],
      ['/token?grant_type=password', { password: 'not the one' }],
      ['/verify', { type: 'recovery', token: '000000' }],
    ] as const) {
      sameShape(await ask(path, { email, ...rest }), await ask(path, { email: unknown, ...rest }));
    }
    expect((await server.mailsTo(email)).length).toBeGreaterThan(0);
    expect(await server.mailsTo(unknown)).toEqual([]);
    expect(await server.db.query('select 1 from auth.users where email = $1', [unknown])).toEqual([]);
  });

  test('FORGOT-03 REG-03 beyond the limit of wrong codes askers get equal answers', async () => {
    const auth = { confirmEmail: true, attemptsPerAccount: ACCOUNT_MAX, attemptsPerAddress: ADDRESS_MAX * 2 };
    const confirming = await startAuthServer({ auth, beside: server });
    const phone = '+447797700081';
    await server.auth.createAccount({ name: 'Ann', phone, password: PASSWORD });
    for (const [path, rest, type] of [
      ['/recover', {}, 'recovery'],
      ['/otp', { create_user: false }, 'email'],
      ['/otp', { create_user: false }, 'sms'],
      ['/resend', { type: 'signup' }, 'signup'],
      ['/signup', { password: NEW_PASSWORD }, 'signup'],
      ['/signup', { password: NEW_PASSWORD }, 'sms'],
    ] as const) {
      const known = type === 'sms' ? { phone } : { email: await signUp() };
      const unknown = type === 'sms' ? { phone: '+447797700082' } : { email: freshEmail() };
      const told = [];
      for (const target of [known, unknown]) {
        const headers = from(freshAddress());
        const asked = await confirming.call(path, { body: { ...target, ...rest }, headers });
        await confirming.auth.idle();
        const verify = { ...target, type, token: 'wrong' };
        const answers = await times(2 * ACCOUNT_MAX + 1, () =>
          confirming.call('/verify', { body: verify, headers }),
        );
        told.push([asked.status, ...statuses(answers)]);
      }
      const expected = [200, ...Array(2 * ACCOUNT_MAX).fill(403), 429];
      expect([path, type, ...told]).toEqual([path, type, expected, expected]);
      confirming.clock.advance(HOUR_MS);
    }
    await confirming.stop();
  });

  test('AUTH-07 an unknown address costs a hash as well', async () => {
    const email = await signUp();
    const timed = async (address: string) => {
      const startMs = performance.now();
      await signIn(address, 'not the one');
      server.clock.advance(5 * MINUTE_MS);
      return performance.now() - startMs;
    };
    // In turns, and the quickest of each: a busy machine slows sign-ins down and speeds none up. Without a hash the
    // ratio is below 0.1.
    const pairs = await times(
      9,
      async () => [await timed('nobody@example.org'), await timed(email)] as const,
    );
    const unknown = Math.min(...pairs.map(([ms]) => ms));
    const known = Math.min(...pairs.map(([, ms]) => ms));
    expect(unknown / known).toBeGreaterThan(0.25);
  });

  test('REG-03 with confirmation on, signing up tells nothing of who has an account', async () => {
    const confirming = await startAuthServer({ auth: { confirmEmail: true }, beside: server });
    const email = await signUp();
    const ask = async (address: string) => {
      const answer = await confirming.call('/signup', {
        body: { email: address, password: PASSWORD, data: { name: 'Ann' } },
      });
      expect(answer.body.access_token).toBeUndefined();
      const {
        id,
        created_at,
        updated_at,
        confirmation_sent_at,
        identities,
        email: echoed,
        ...rest
      } = answer.body;
      expect(echoed).toBe(address);
      expect(identities).toHaveLength(1);
      return {
        id,
        shown: { ...answer, body: { ...rest, times: [created_at, updated_at, confirmation_sent_at] } },
      };
    };
    const taken = [await ask(email), await ask(email)];
    const free = [await ask('free@example.org'), await ask('free@example.org')];
    for (const { shown } of free) sameShape(shown, taken[0]!.shown);
    // Neither repeats its id, or asking twice would tell.
    expect(new Set([...taken, ...free].map(({ id }) => id)).size).toBe(4);
    expect((await confirming.mailsTo(email)).map(({ subject }) => subject)).toEqual(
      Array(2).fill('You already have a Hereabouts account'),
    );
    await confirming.stop();
  });
});
