import { createECDH, randomBytes } from 'node:crypto';
import { pushRoutes } from '@hereabouts/contract/push';
import { startTestApp, TEST_PASSWORD, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import { askAtBrowser, signInAtBrowser, type BrowserSession } from '@hereabouts/testing/at-browser';
import { createCaller } from '@hereabouts/testing/caller';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

const key = createECDH('prime256v1');
const keys = { p256dh: key.generateKeys('base64url'), auth: randomBytes(16).toString('base64url') };
const body = { endpoint: 'https://fcm.googleapis.com/fcm/send/abc', keys };

let app: TestApp;
let anna: TestPerson;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  anna = await app.signUp();
});
afterAll(() => app.stop());

const signIn = () =>
  signInAtBrowser(app.url, 'token?grant_type=password', { email: anna.email, password: TEST_PASSWORD });
const subscribe = async (session: BrowserSession, cookie?: string) =>
  (await askAtBrowser(app.url, pushRoutes.subscribeToPush, session, { cookie, body })).status;
const callerOf = ({ access_token }: BrowserSession) => createCaller(app.url, () => access_token);
const endpointOf = async (session: BrowserSession) =>
  (await callerOf(session).ok(pushRoutes.getPush)).endpoint;

test('PUSH-01 PUSH-03 an access token that was copied from a browser subscribes nobody without the cookie of its session', async () => {
  const { session, cookies } = await signIn();
  const other = await signIn();
  const guessed = `${cookies['/api/me']?.split('=', 1)[0]}=${'A'.repeat(43)}`;
  for (const cookie of [undefined, other.cookies['/api/me'], guessed]) {
    expect(await subscribe(session, cookie)).toBe(403);
  }
  expect(await endpointOf(session)).toBeNull();
  expect(await subscribe(session, cookies['/api/me'])).toBe(204);
  expect(await endpointOf(session)).not.toBeNull();
});

test('PUSH-03 a browser that was signed in before gets the cookie when its session is renewed', async () => {
  const { session, cookies } = await signIn();
  const renewed = await signInAtBrowser(
    app.url,
    'token?grant_type=refresh_token',
    { refresh_token: session.refresh_token },
    { cookie: cookies['/auth/v1'] ?? '' },
  );
  expect(await subscribe(renewed.session, renewed.cookies['/api/me'])).toBe(204);
});

test('PUSH-03 turning notifications off needs no cookie', async () => {
  const { session, cookies } = await signIn();
  expect(await subscribe(session, cookies['/api/me'])).toBe(204);
  await callerOf(session).ok(pushRoutes.unsubscribeFromPush);
  expect(await endpointOf(session)).toBeNull();
});
