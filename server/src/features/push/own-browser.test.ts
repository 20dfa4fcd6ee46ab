import { createECDH, randomBytes } from 'node:crypto';
import { pushRoutes } from '@hereabouts/contract/push';
import { startTestApp, TEST_PASSWORD, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import { createCaller } from '@hereabouts/testing/caller';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

const BROWSER = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };
const PATH = pushRoutes.subscribeToPush.path;

let app: TestApp;
let anna: TestPerson;
let body: string;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  anna = await app.signUp();
  const key = createECDH('prime256v1');
  const keys = { p256dh: key.generateKeys('base64url'), auth: randomBytes(16).toString('base64url') };
  body = JSON.stringify({ endpoint: 'https://fcm.googleapis.com/fcm/send/abc', keys });
});
afterAll(() => app.stop());

type Session = { access_token: string; refresh_token: string };

/** As a browser does: its cookies by the path that they are for. */
async function signIn() {
  const asked = { email: anna.email, password: TEST_PASSWORD };
  const answer = await post('/auth/v1/token?grant_type=password', asked, {});
  return { session: (await answer.json()) as Session, cookies: cookiesOf(answer) };
}

const post = (path: string, asked: object, headers: Record<string, string>) =>
  fetch(`${app.url}${path}`, {
    method: 'POST',
    headers: { ...BROWSER, ...headers },
    body: JSON.stringify(asked),
  });

function cookiesOf({ headers }: Response): Record<string, string> {
  const own = headers.getSetCookie().filter((cookie) => cookie.includes('-session-'));
  return Object.fromEntries(
    own.map((cookie) => [/Path=([^;]+)/.exec(cookie)?.[1], cookie.split(';', 1)[0]]),
  ) as Record<string, string>;
}

const subscribe = async ({ access_token }: Session, cookie?: string) => {
  const headers = { ...BROWSER, authorization: `Bearer ${access_token}`, ...(cookie && { cookie }) };
  const answer = await fetch(`${app.url}${PATH}`, { method: 'PUT', headers, body });
  return answer.status === 204 ? 204 : [answer.status, ((await answer.json()) as any).error.code];
};
const endpointOf = ({ access_token }: Session) =>
  createCaller(app.url, () => access_token)
    .ok(pushRoutes.getPush)
    .then(({ endpoint }) => endpoint);

test('PUSH-01 PUSH-03 an access token that was copied from a browser subscribes nobody without the cookie of its session', async () => {
  const { session, cookies } = await signIn();
  const other = await signIn();
  expect(await subscribe(session)).toEqual([403, 'forbidden']);
  expect(await subscribe(session, other.cookies['/api/me'])).toEqual([403, 'forbidden']);
  expect(await subscribe(session, `${cookies['/api/me']?.split('=', 1)[0]}=${'A'.repeat(43)}`)).toEqual([
    403,
    'forbidden',
  ]);
  expect(await endpointOf(session)).toBeNull();
  expect(await subscribe(session, cookies['/api/me'])).toBe(204);
  expect(await endpointOf(session)).not.toBeNull();
});

test('PUSH-03 a browser that was signed in before gets the cookie when its session is renewed', async () => {
  const { session, cookies } = await signIn();
  const answer = await post(
    '/auth/v1/token?grant_type=refresh_token',
    { refresh_token: session.refresh_token },
    { cookie: cookies['/auth/v1'] ?? '' },
  );
  const renewed = (await answer.json()) as Session;
  expect(await subscribe(renewed, cookiesOf(answer)['/api/me'])).toBe(204);
});

test('PUSH-03 turning notifications off needs no cookie', async () => {
  const { session, cookies } = await signIn();
  expect(await subscribe(session, cookies['/api/me'])).toBe(204);
  const caller = createCaller(app.url, () => session.access_token);
  await caller.ok(pushRoutes.unsubscribeFromPush);
  expect(await endpointOf(session)).toBeNull();
});
