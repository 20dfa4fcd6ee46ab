import { bearer, PASSWORD } from '@hereabouts/testing/auth-people';
import { startAuthServer, type AuthServer } from '@hereabouts/testing/auth-server';
import { expectWireError, wirePeople } from '@hereabouts/testing/wire-people';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SESSIONS_KEPT } from '#server/auth/sessions/end-sessions.ts';

/** What somebody who knows the password alone can do to an account with two-step sign-in. */

let server: AuthServer;
beforeAll(async () => {
  server = await startAuthServer({ auth: { attemptsPerAccount: 10 } });
});
afterAll(() => server.stop());

const people = wirePeople(() => server);
const signIn = (email: string, ip: string) =>
  server.call('/token?grant_type=password', {
    body: { email, password: PASSWORD },
    headers: { 'x-forwarded-for': ip },
  });
const sessionsOf = async (id: string, aal: string) =>
  await server.db.query('select from auth.sessions where user_id = $1 and aal = $2 and ended_at is null', [
    id,
    aal,
  ]);
const fill = (id: string, aal: string) =>
  server.db.query(
    `insert into auth.sessions (id, user_id, refresh_salt, amr, aal, created_at, refreshed_at)
     select gen_random_uuid(), $1, 'salt', '[]', $2, $3, $3::timestamptz - n * interval '1 second' from generate_series(1, ${SESSIONS_KEPT}) n`,
    [id, aal, new Date(server.clock.now()).toISOString()],
  );

test('MFA-03 sessions that lack the second step end none that passed it, however many there are (S48)', async () => {
  const { high } = await people.secured();
  const { id, email } = (await high('/user')).body;
  await fill(id, 'aal1');
  for (let nth = 1; nth <= 5; nth += 1) expect((await signIn(email, `192.0.2.${nth}`)).status).toBe(200);
  expect((await high('/user')).status).toBe(200);
  expect(await sessionsOf(id, 'aal2')).toHaveLength(1);
  expect(await sessionsOf(id, 'aal1')).toHaveLength(SESSIONS_KEPT);
});

test('MFA-03 a person has a hundred sessions that passed the second step: a further one ends the oldest (S48)', async () => {
  const { factor, high, low } = await people.secured();
  const { id } = (await high('/user')).body;
  await fill(id, 'aal2');
  expect((await people.verify(low, factor)).status).toBe(200);
  expect(await sessionsOf(id, 'aal2')).toHaveLength(SESSIONS_KEPT);
  expect(await sessionsOf(id, 'aal1')).toEqual([]);
});

test('AUTH-09 a right password without the second step stays charged, by address and for the account (S48)', async () => {
  const { high } = await people.secured();
  const { email } = (await high('/user')).body;
  // One address: N in five minutes.
  for (let nth = 0; nth < 10; nth += 1) expect((await signIn(email, '198.51.100.1')).status).toBe(200);
  expectWireError(await signIn(email, '198.51.100.1'), 429, 'over_request_rate_limit');
  // The owner elsewhere still has time to enter the code.
  const owner = await signIn(email, '203.0.113.9');
  expect(owner.status).toBe(200);
  let refusals = 0;
  for (let nth = 1; nth <= 11; nth += 1) {
    for (let again = 0; again < 10; again += 1) {
      if ((await signIn(email, `198.51.100.${nth + 1}`)).status === 429) refusals += 1;
    }
  }
  expect(refusals).toBeGreaterThan(15);
  const { status } = await server.call('/user', {
    headers: bearer(owner.body.access_token),
  });
  expect(status).toBe(200);
});

test('AUTH-09 without two-step sign-in a right password gives its attempt back', async () => {
  const { call } = await people.signUp();
  const { email } = (await call('/user')).body;
  for (let nth = 0; nth < 15; nth += 1) expect((await signIn(email, '198.51.100.200')).status).toBe(200);
});
