import { routePaths } from '@hereabouts/testing/route-paths';
import { startTestApp, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** What stands beside `/api`: the status a visitor without a session gets, and a signed-in person. */
const OTHER_ROUTES: Record<string, { path?: string; body?: object; anonymous: number; user: number }> = {
  'GET /healthz': { anonymous: 200, user: 200 },
  'GET /readyz': { anonymous: 200, user: 200 },
  'GET /openapi.json': { anonymous: 200, user: 200 },
  // From this machine itself; through a proxy it is not there.
  'GET /metrics': { anonymous: 200, user: 200 },
  'GET /uploads/:key': { path: '/uploads/nothing.jpg', anonymous: 404, user: 404 },
  'GET /tiles/:z/:x/:y': { path: '/tiles/99/0/0', anonymous: 400, user: 400 },
  'POST /auth/v1/signup': { body: {}, anonymous: 400, user: 400 },
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
  'PUT /auth/v1/user': { body: {}, anonymous: 401, user: 200 },
  'GET /auth/v1/reauthenticate': { anonymous: 401, user: 200 },
  'POST /auth/v1/logout': { path: '/auth/v1/logout?scope=others', body: {}, anonymous: 401, user: 204 },
};

let app: TestApp;
let person: TestPerson;
beforeAll(async () => {
  app = await startTestApp();
  person = await app.signUp();
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
});

test('PERM-01 metrics are not there for whoever comes through a proxy', async () => {
  const answer = await fetch(`${app.url}/metrics`, { headers: { 'x-forwarded-for': '203.0.113.7' } });
  expect(answer.status).toBe(404);
});

test('metrics tell how long answers take, by route, and how many sockets are open', async () => {
  await app.listen(person);
  const text = await (await fetch(`${app.url}/metrics`)).text();
  expect(text).toMatch(/^realtime_connections 1$/m);
  expect(text).toMatch(/^http_request_duration_seconds_count\{method="POST",route="\/auth\/v1\/signup"/m);
});

test('every route that is served is in the contract or in the table above', () => {
  // The web app's pages and the answer for what is missing are public; their routes depend on whether it is built.
  const isOther = (route: string) => !/ \/api\/| \/?\*?$/.test(route);
  const served = routePaths(app.app.http).filter(isOther);
  expect(served.toSorted()).toEqual(Object.keys(OTHER_ROUTES).toSorted());
});
