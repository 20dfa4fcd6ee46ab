import { SECOND_MS } from '@hereabouts/contract/durations';
import { readdir, readFile } from 'node:fs/promises';
import { routes } from '@hereabouts/contract/routes';
import { startTestApp, TEST_PASSWORD, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import { startMailServer } from '@hereabouts/testing/mail-server';
import { authRequest } from '@hereabouts/testing/second-step';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { AUTH_API_VERSION } from '@hereabouts/contract/auth';

/** What somebody can do who knows the password of an account with two-step sign-in, and nothing more. */

const ATTEMPTS = 10;
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ auth: { ...readConfig({}).auth, attemptsPerAccount: ATTEMPTS, sendPauseS: 0 } });
});
afterAll(() => app.stop());

async function signIn({ email }: TestPerson) {
  const answer = await fetch(`${app.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: TEST_PASSWORD }),
  });
  const { access_token: token } = (await answer.json()) as { access_token: string };
  const set = answer.headers.getSetCookie().find((text) => text.includes('hereabouts-browser='));
  return { status: answer.status, token, cookie: set?.split(';', 1)[0] ?? null };
}

test('MFA-04 signing in again brings no new tries at the code, for the password makes no browser known', async () => {
  const person = await app.signUp();
  await person.enableSecondStep();
  let wrong = 0;
  for (let round = 0; round < 3; round += 1) {
    const { token, cookie } = await signIn(person);
    for (let tried = 0; tried < ATTEMPTS; tried += 1) {
      const answer = await fetch(`${app.url}/auth/v1/factors/recovery-codes/verify`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-supabase-api-version': AUTH_API_VERSION,
          authorization: `Bearer ${token}`,
          cookie: cookie ?? 'hereabouts-browser=made-up',
        },
        body: JSON.stringify({ code: 'aaaabbbbccccdddd' }),
      });
      if (answer.status === 422) wrong += 1;
    }
  }
  expect(wrong).toBe(ATTEMPTS);
  expect((await signIn(person)).cookie).toBeNull();
});

test('MFA-03 a session before its second step ends itself when it signs out, and no other', async () => {
  const person = await app.signUp();
  await person.enableSecondStep();
  const isIn = async () => (await person.call(routes.getMe)).status;
  for (const scope of ['others', 'global', 'local']) {
    const { token } = await signIn(person);
    const answer = await authRequest(app, token, `/logout?scope=${scope}`, { method: 'POST' });
    expect(answer.status).toBe(204);
    expect(await isIn()).toBe(200);
    const own = await authRequest(app, token, '/user', { method: 'GET' });
    expect(own.status).toBe(scope === 'others' ? 200 : 403);
  }
});

test('AUTH-09 signing in again and again sends no more than a few notices to the address', async () => {
  const mailServer = await startMailServer();
  const mailing = await startTestApp({ smtpUrl: mailServer.url });
  const { email } = await mailing.signUp();
  for (let round = 0; round < 8; round += 1) {
    const answer = await fetch(`${mailing.url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: TEST_PASSWORD }),
    });
    expect(answer.status).toBe(200);
  }
  // The first mails to a domain are sent one after the other.
  for (let seconds = 0; seconds < 5; seconds += 1) {
    await mailing.context.auth.idle();
    mailing.clock.advance(SECOND_MS);
  }
  expect(mailServer.received).toHaveLength(3);
  await mailing.stop();
  await mailServer.stop();
});

test('AUTH-09 the friend link of a squatter ends when the owner proves the address (S14)', async () => {
  const squatter = await app.signUp();
  const { token } = await squatter.ok(routes.createFriendLink);
  const accomplice = await app.signUp();
  await app.context.auth.idle();
  const post = (path: string, body: object) =>
    fetch(`${app.url}/auth/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  await post('/otp', { email: squatter.email });
  await app.context.auth.idle();
  const code = await codeFor(squatter.email);
  expect((await post('/verify', { email: squatter.email, token: code, type: 'email' })).status).toBe(200);
  const params = { token };
  expect((await accomplice.call(routes.openFriendLink, { params })).status).toBe(404);
  expect((await accomplice.call(routes.befriendByLink, { params })).status).toBe(404);
});

async function codeFor(email: string): Promise<string> {
  const folder = `${app.context.config.dataDir}/outbox`;
  for (const name of await readdir(folder)) {
    const text = await readFile(`${folder}/${name}`, 'utf8');
    const found =
      /\r?\n(\d{6})\r?\n/.exec(text)?.[1] ??
      /\b(\d{6})\b/.exec(
        text
          .split(/\r?\n\r?\n/)
          .slice(1)
          .join('\n'),
      )?.[1];
    if (text.includes(email) && found) return found;
  }
  throw new Error(`No code was sent to ${email}`);
}
