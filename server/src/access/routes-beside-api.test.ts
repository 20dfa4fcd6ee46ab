import { routePaths } from '@hereabouts/testing/route-paths';
import { startTestApp, type TestApp, type TestGuest, type TestPerson } from '@hereabouts/testing/app';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const factor = (rest = '') => `/auth/v1/factors/0b0e6a5c-6f0c-4f5e-9d53-0f6c1b1d9f10${rest}`;

type Other = {
  path?: string;
  body?: object;
  anonymous: number;
  user: number;
  /** With two-step sign-in and no code entered yet, where that differs. */
  aal1?: number;
  /** Signed in without an account, where that differs. */
  guest?: number;
};
/** What stands beside `/api`: the status a visitor without a session gets, and a signed-in person. */
const OTHER_ROUTES: Record<string, Other> = {
  'GET /healthz': { anonymous: 200, user: 200 },
  'GET /readyz': { anonymous: 200, user: 200 },
  'GET /openapi.json': { anonymous: 200, user: 200 },
  // For the operator's token only.
  'GET /metrics': { anonymous: 404, user: 404 },
  'GET /uploads/:key': { path: '/uploads/nothing.jpg', anonymous: 404, user: 404 },
  'GET /tiles/:z/:x/:y': { path: '/tiles/99/0/0', anonymous: 400, user: 400 },
  // By their tokens, with or without a session.
  'GET /calendar/:file': { path: '/calendar/nothing.ics', anonymous: 404, user: 404 },
  'POST /unsubscribe/:token': { path: '/unsubscribe/nothing', anonymous: 404, user: 404 },
  'POST /auth/v1/signup': { body: { email: '' }, anonymous: 400, user: 400 },
  'POST /auth/v1/token': { body: {}, anonymous: 400, user: 400 },
  'POST /auth/v1/recover': { body: {}, anonymous: 400, user: 400 },
  'POST /auth/v1/resend': { body: {}, anonymous: 400, user: 400 },
  'POST /auth/v1/otp': { body: {}, anonymous: 400, user: 400 },
  'POST /auth/v1/verify': { body: {}, anonymous: 400, user: 400 },
  // A link from a mail: back to the app, with the error in the address.
  'GET /auth/v1/verify': { anonymous: 303, user: 303 },
  'GET /auth/v1/settings': { anonymous: 200, user: 200 },
  'GET /auth/v1/health': { anonymous: 200, user: 200 },
  'GET /auth/v1/.well-known/jwks.json': { anonymous: 200, user: 200 },
  'GET /auth/v1/user': { anonymous: 401, user: 200 },
  'PUT /auth/v1/user': { body: {}, anonymous: 401, user: 200, aal1: 401 },
  'GET /auth/v1/reauthenticate': { anonymous: 401, user: 200, aal1: 401, guest: 400 },
  'POST /auth/v1/factors': { body: {}, anonymous: 401, user: 400 },
  'POST /auth/v1/factors/:id/challenge': { path: factor('/challenge'), body: {}, anonymous: 401, user: 404 },
  'POST /auth/v1/factors/:id/verify': { path: factor('/verify'), body: {}, anonymous: 401, user: 404 },
  'DELETE /auth/v1/factors/:id': { path: factor(), anonymous: 401, user: 404 },
  'GET /auth/v1/factors/recovery-codes': { anonymous: 401, user: 404 },
  'POST /auth/v1/factors/recovery-codes': { body: {}, anonymous: 401, user: 403 },
  'DELETE /auth/v1/factors/recovery-codes': { anonymous: 401, user: 403 },
  'POST /auth/v1/factors/recovery-codes/regenerate': { body: {}, anonymous: 401, user: 403 },
  'POST /auth/v1/factors/recovery-codes/verify': { body: {}, anonymous: 401, user: 422 },
  'POST /auth/v1/logout': { path: '/auth/v1/logout?scope=others', body: {}, anonymous: 401, user: 204 },
};

let app: TestApp;
let person: TestPerson;
let guest: TestGuest;
/** Access token of somebody with two-step sign-in who has only given the password. */
let halfway: string;
beforeAll(async () => {
  app = await startTestApp({ metricsToken: 'metrics-secret' });
  person = await app.signUp();
  guest = await app.comeAsGuest();
  const careful = await app.signUp();
  await careful.enableSecondStep();
  halfway = (await careful.signInElsewhere()).token;
});
afterAll(() => app.stop());

async function statusOf(name: string, token: string | null): Promise<number> {
  const [method = '', path = ''] = name.split(' ');
  const { path: given, body } = OTHER_ROUTES[name] ?? {};
  const headers = new Headers();
  if (token !== null) headers.set('authorization', `Bearer ${token}`);
  if (body !== undefined) headers.set('content-type', 'application/json');
  const payload = body === undefined ? null : JSON.stringify(body);
  const answer = await fetch(app.url + (given ?? path), {
    method,
    headers,
    body: payload,
    redirect: 'manual',
  });
  return answer.status;
}

describe.each(Object.keys(OTHER_ROUTES))('PERM-01 %s', (name) => {
  test('anonymous', async () => {
    expect(await statusOf(name, null)).toBe(OTHER_ROUTES[name]?.anonymous);
  });
  test('signed in', async () => {
    expect(await statusOf(name, person.token)).toBe(OTHER_ROUTES[name]?.user);
  });
  test('PERM-08 without an account', async () => {
    const { guest: outcome = name.includes('/factors') ? 403 : undefined, user } = OTHER_ROUTES[name]!;
    expect(await statusOf(name, guest.token)).toBe(outcome ?? user);
  });
  test('PERM-08 MFA-03 at aal1 with two-step sign-in', async () => {
    const { aal1, user } = OTHER_ROUTES[name]!;
    expect(await statusOf(name, halfway)).toBe(aal1 ?? user);
  });
});

const metrics = (headers: Record<string, string> = {}) => fetch(`${app.url}/metrics`, { headers });
const asOperator = { authorization: 'Bearer metrics-secret' };

test('PERM-01 metrics are there for the operator alone, also on the same machine (S30)', async () => {
  expect((await metrics()).status).toBe(404);
  expect((await metrics({ authorization: 'Bearer metrics-secreT' })).status).toBe(404);
  expect((await metrics(asOperator)).status).toBe(200);
  const closed = await startTestApp();
  try {
    expect((await fetch(`${closed.url}/metrics`, { headers: { authorization: 'Bearer ' } })).status).toBe(
      404,
    );
  } finally {
    await closed.stop();
  }
});

test('metrics tell how long answers take, by route, and how many sockets are open', async () => {
  await app.listen(person);
  const text = await (await metrics(asOperator)).text();
  expect(text).toMatch(/^realtime_connections 1$/m);
  expect(text).toMatch(/^http_request_duration_seconds_count\{method="POST",route="\/auth\/v1\/signup"/m);
});

test('every route that is served is in the contract or in the table above', () => {
  // The files and pages of the web app, and the answer for what is missing, are public; which there are depends on whether
  // it is built.
  const isOther = (route: string) =>
    !/ \/api\/| \/sw\.js$| \/(login|register|forgot-password|join\/:token)$| \/?\*?$/.test(route);
  const served = routePaths(app.app.http).filter(isOther);
  expect(served.toSorted()).toEqual(Object.keys(OTHER_ROUTES).toSorted());
});
