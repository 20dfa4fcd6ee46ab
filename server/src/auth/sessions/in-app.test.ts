import { AUTH_API_VERSION } from '@hereabouts/contract/auth';
import { userRoutes } from '@hereabouts/contract/users';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '@hereabouts/testing/app';

/** The auth service as a part of the whole product. */

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

test('PERM-01 AUTH-06 the API knows nobody without a session', async () => {
  expect((await app.anonymous.call(userRoutes.getMe)).status).toBe(401);
});

test('REG-02 AUTH-01 a sign-up creates a person of the product, same id', async () => {
  const ann = await app.signUp({ name: 'Ann', email: 'ann@example.org' });
  expect(await ann.ok(userRoutes.getMe)).toMatchObject({ id: ann.id, name: 'Ann', email: 'ann@example.org' });
});

test('PERM-01 AUTH-07 a session that was signed out is refused by the API at once', async () => {
  const ben = await app.signUp();
  const headers = { authorization: `Bearer ${ben.token}` };
  expect((await ben.call(userRoutes.getMe)).status).toBe(200);
  const out = await fetch(`${app.url}/auth/v1/logout?scope=local`, { method: 'POST', headers });
  expect(out.status).toBe(204);
  expect((await ben.call(userRoutes.getMe)).status).toBe(401);
});

test('AUTH-05 failures under /auth/v1 use its wire format, all others that of the API', async () => {
  const ask = async (path: string) => {
    const response = await fetch(app.url + path, {
      headers: { accept: 'application/json', 'x-supabase-api-version': AUTH_API_VERSION },
    });
    return { status: response.status, body: await response.json() };
  };
  expect(await ask('/auth/v1/user')).toMatchObject({ status: 401, body: { code: 'no_authorization' } });
  expect(await ask('/auth/v1/nothing')).toMatchObject({ status: 404, body: { code: 'not_found' } });
  expect(await ask('/api/me')).toMatchObject({ status: 401, body: { error: { code: 'unauthenticated' } } });
});
