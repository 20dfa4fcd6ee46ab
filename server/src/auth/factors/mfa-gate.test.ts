import { userTopic } from '@hereabouts/contract/realtime';
import { routes } from '@hereabouts/contract/routes';
import { startTestApp, type TestApp } from '@hereabouts/testing/app';
import { authRequest, enterCode } from '@hereabouts/testing/second-step';
import { TOTP_STEP_MS } from '@hereabouts/testing/totp';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** What a session may do that has given the password and not the code. */

const BELIEVED_MS = 2_000;

let app: TestApp;
/** A second process on the same database. */
let other: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  other = await startTestApp({}, { beside: app });
});
afterAll(async () => {
  await other.stop();
  await app.stop();
});

async function at(process: TestApp, token: string) {
  const answer = await fetch(`${process.url}/api/me`, { headers: { authorization: `Bearer ${token}` } });
  const body = (await answer.json()) as { error?: { code: string } };
  return { status: answer.status, code: body.error?.code };
}
const NEEDED = { status: 403, code: 'second_factor_needed' };
const LET_IN = { status: 200, code: undefined };

async function refusedSocket(token: string): Promise<unknown> {
  const socket = await app.connect({ token });
  return await socket.seen('phoenix', 'connection_refused');
}

test('MFA-03 with the password alone, only the calls of the factor, GET /user and sign-out are open', async () => {
  const person = await app.signUp();
  const factor = await person.enableSecondStep();
  expect((await person.call(routes.getMe)).status).toBe(200);
  const low = await person.signInElsewhere();

  const refused = await low.call(routes.getMe);
  expect(refused).toMatchObject({ status: 403, body: { error: { code: 'second_factor_needed' } } });
  expect(refused.body.error.message).toBe('Please enter your two-step sign-in code');
  expect(await refusedSocket(low.token)).toEqual({ reason: 'unauthenticated' });

  const call = (path: string, method: string, body?: object) =>
    authRequest(app, low.token, path, { method, ...(body && { body }) });
  for (const body of [{ data: { colour: 'tide' } }, { password: 'limpets-at-low-tide-7' }]) {
    expect(await call('/user', 'PUT', body)).toMatchObject({
      status: 401,
      body: {
        code: 'insufficient_aal',
        message: 'AAL2 session is required to update email or password when MFA is enabled.',
      },
    });
  }
  expect(await call('/reauthenticate', 'GET')).toMatchObject({ status: 401 });
  expect((await call('/user', 'GET')).body.factors).toMatchObject([{ status: 'verified' }]);
  expect((await call('/factors/recovery-codes', 'GET')).status).toBe(404);
  expect((await call(`/factors/${factor.factorId}/challenge`, 'POST')).status).toBe(200);
  expect((await call('/logout?scope=local', 'POST')).status).toBe(204);
  expect(await at(app, low.token)).toEqual({ status: 401, code: 'unauthenticated' });
});

test('MFA-03 the code opens everything at once, on every process, and a token from before it nothing', async () => {
  const person = await app.signUp();
  const factor = await person.enableSecondStep();
  app.clock.advance(TOTP_STEP_MS);
  const low = await person.signInElsewhere();
  expect(await at(app, low.token)).toEqual(NEEDED);
  expect(await at(other, low.token)).toEqual(NEEDED);
  const { body } = await enterCode(app, low.token, factor);
  expect(await at(app, body.access_token)).toEqual(LET_IN);
  expect(await at(other, body.access_token)).toEqual(LET_IN);
  expect(await at(app, low.token)).toEqual(NEEDED);
  const socket = await app.connect({ token: body.access_token });
  await socket.join(userTopic(person.id));
});

test('MFA-03 SESS-03 sessions from before end at once when a second step is added elsewhere', async () => {
  const person = await app.signUp();
  const before = await person.signInElsewhere();
  const socket = await app.connect(before);
  await socket.join(userTopic(person.id));
  expect(await at(app, before.token)).toEqual(LET_IN);
  expect(await at(other, before.token)).toEqual(LET_IN);
  await person.enableSecondStep();
  await socket.seen('phoenix', 'session_ended');
  expect((await at(app, before.token)).status).toBe(401);
  app.clock.advance(BELIEVED_MS);
  expect((await at(other, before.token)).status).toBe(401);
});

test('MFA-03 the rows decide: a factor that another process added holds within two seconds', async () => {
  const person = await app.signUp();
  const { factorId } = await person.enableSecondStep();
  const { db } = app.context;
  const setStatus = (status: string) =>
    db.query('update auth.factors set status = $1 where id = $2', [status, factorId]);
  await setStatus('unverified');
  const low = await person.signInElsewhere();
  expect(await at(other, low.token)).toEqual(LET_IN);
  await setStatus('verified');
  app.clock.advance(BELIEVED_MS);
  expect(await at(other, low.token)).toEqual(NEEDED);
  await db.query("update auth.sessions set aal = 'aal1' where user_id = $1", [person.id]);
  app.clock.advance(BELIEVED_MS);
  expect(await at(other, person.token)).toEqual(NEEDED);
});

test('MFA-03 an open socket closes when its session has to pass another factor', async () => {
  const person = await app.signUp();
  await person.enableSecondStep();
  app.clock.advance(TOTP_STEP_MS);
  const enrolled = await authRequest(app, person.token, '/factors', {
    body: { factor_type: 'totp', friendly_name: 'second' },
  });
  const second = { factorId: enrolled.body.id, secret: enrolled.body.totp.secret };
  const { body } = await enterCode(app, person.token, second);
  const socket = await app.connect({ token: body.access_token });
  await socket.join(userTopic(person.id));
  await authRequest(app, body.access_token, `/factors/${second.factorId}`, { method: 'DELETE' });
  await socket.seen('phoenix', 'session_ended');
  expect(await at(app, body.access_token)).toEqual(NEEDED);
});
