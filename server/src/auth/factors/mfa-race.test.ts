import { afterAll, beforeAll, expect, test } from 'vitest';
import { bearer, PASSWORD, signUpByWire } from '@hereabouts/testing/auth-people';
import { startAuthServer, type AuthServer } from '@hereabouts/testing/auth-server';
import { proveAddresses } from '@hereabouts/testing/second-step';
import { TOTP_STEP_MS, totpCode } from '@hereabouts/testing/totp';

/** Codes entered several times at once, also on two processes. */

const AT_ONCE = 8;

let first: AuthServer;
let second: AuthServer;
beforeAll(async () => {
  first = await startAuthServer();
  second = await startAuthServer({ beside: first });
});
afterAll(async () => {
  await second.stop();
  await first.stop();
});

async function secured() {
  const { email, id: userId, token } = await signUpByWire(first);
  const account = { email, password: PASSWORD };
  await proveAddresses(first.db, userId);
  const headers = bearer(token);
  const enrolled = await first.call('/factors', { body: { factor_type: 'totp' }, headers });
  const { id, totp } = enrolled.body;
  const verified = await verify(first, { token, id, secret: totp.secret });
  expect(verified.status).toBe(200);
  first.clock.advance(TOTP_STEP_MS);
  return { account, id: id as string, secret: totp.secret as string, token: verified.body.access_token };
}

const signIn = async (account: object): Promise<string> =>
  (await first.call('/token?grant_type=password', { body: account })).body.access_token;

async function challenge(server: AuthServer, token: string, id: string): Promise<string> {
  const headers = bearer(token);
  return (await server.call(`/factors/${id}/challenge`, { method: 'POST', headers })).body.id;
}

async function verify(
  server: AuthServer,
  { token, id, secret, challengeId }: { token: string; id: string; secret: string; challengeId?: string },
) {
  return await server.call(`/factors/${id}/verify`, {
    body: {
      challenge_id: challengeId ?? (await challenge(server, token, id)),
      code: totpCode(secret, first.clock.now()),
    },
    headers: bearer(token),
  });
}

const processes = () => Array.from({ length: AT_ONCE }, (_, index) => (index % 2 === 0 ? first : second));
const count = (answers: { status: number }[], status: number) =>
  answers.filter((answer) => answer.status === status).length;

test('MFA-01 one challenge answered eight times at once, on two processes, is passed once', async () => {
  const { account, id, secret } = await secured();
  const token = await signIn(account);
  const challengeId = await challenge(first, token, id);
  const answers = await Promise.all(
    processes().map((server) => verify(server, { token, id, secret, challengeId })),
  );
  expect([count(answers, 200), count(answers, 422)]).toEqual([1, AT_ONCE - 1]);
});

test('MFA-01 one code under eight challenges of one session, at once, is taken once', async () => {
  const { account, id, secret } = await secured();
  const token = await signIn(account);
  const answers = await Promise.all(processes().map((server) => verify(server, { token, id, secret })));
  expect([count(answers, 200), count(answers, 422)]).toEqual([1, AT_ONCE - 1]);
  const codes = answers.filter(({ status }) => status === 422).map(({ body }) => body.code);
  expect(new Set(codes)).toEqual(new Set(['mfa_verification_failed']));
});

test('MFA-01 one code in eight sessions at once lets one of them in, and ends the others', async () => {
  const { account, id, secret } = await secured();
  const tokens = await Promise.all(processes().map(() => signIn(account)));
  const challenges = await Promise.all(tokens.map((token) => challenge(first, token, id)));
  const answers = await Promise.all(
    processes().map((server, index) =>
      verify(server, { token: tokens[index]!, id, secret, challengeId: challenges[index]! }),
    ),
  );
  expect(count(answers, 200)).toBe(1);
  const alive = await first.db.query<{ aal: string }>(
    `select s.aal from auth.sessions s join auth.users u on u.id = s.user_id
     where u.email = $1 and s.ended_at is null`,
    [account.email],
  );
  expect(alive.map(({ aal }) => aal)).toEqual(['aal2', 'aal2']);
});

test('MFA-02 one recovery code entered eight times at once works once', async () => {
  const { account, token } = await secured();
  const headers = bearer(token);
  const set = await first.call('/factors/recovery-codes', { method: 'POST', headers });
  const low = bearer(await signIn(account));
  const answers = await Promise.all(
    processes().map((server) =>
      server.call('/factors/recovery-codes/verify', { body: { code: set.body.codes[0] }, headers: low }),
    ),
  );
  expect([count(answers, 200), count(answers, 422)]).toEqual([1, AT_ONCE - 1]);
});
