import { bearer, BROWSER_HEADERS, PASSWORD } from '@hereabouts/testing/auth-people';
import { startAuthServer, type AuthServer } from '@hereabouts/testing/auth-server';
import { proveAddresses } from '@hereabouts/testing/second-step';
import { afterAll, beforeAll, expect, test } from 'vitest';

let server: AuthServer;
beforeAll(async () => {
  server = await startAuthServer();
});
afterAll(() => server.stop());

/** As a browser that signs up; `copied` has the access token alone, as from a log. */
async function signUp(body: object) {
  const answer = await server.call('/signup', { body, headers: BROWSER_HEADERS });
  expect(answer.status).toBe(200);
  const own = answer.headers.getSetCookie().find((cookie) => cookie.includes('-session-'));
  const copied = { ...BROWSER_HEADERS, ...bearer(answer.body.access_token) };
  await proveAddresses(server.db, answer.body.user.id);
  return { copied, whole: { ...copied, cookie: own?.split(';', 1)[0] ?? '' } };
}
const enrolled = { factor_type: 'totp', friendly_name: 'Phone' };

test('MFA-01 SESS-03 a copied access token enrols no authenticator, and raises or prolongs nothing', async () => {
  const { copied, whole } = await signUp({ email: 'owner@example.org', password: PASSWORD });
  expect((await server.call('/factors', { body: enrolled, headers: copied })).status).toBe(403);
  const { status, body } = await server.call('/factors', { body: enrolled, headers: whole });
  expect(status).toBe(200);
  for (const path of [`/factors/${body.id}/challenge`, `/factors/${body.id}/verify`]) {
    const answer = await server.call(path, { body: { code: '000000' }, headers: copied });
    expect([path, answer.status, answer.body.code]).toEqual([path, 403, 'session_not_found']);
  }
});

test('GUEST-02 a copied access token gives a guest no address and no password', async () => {
  const { copied, whole } = await signUp({ data: { name: 'Zoe' } });
  const body = { email: 'thief@example.org', password: PASSWORD };
  expect((await server.call('/user', { method: 'PUT', body, headers: copied })).status).toBe(403);
  expect((await server.call('/user', { method: 'PUT', body, headers: whole })).status).toBe(200);
});

test('AUTH-07 signing out needs the token alone, reading the account the cookie too', async () => {
  const { copied, whole } = await signUp({ email: 'reader@example.org', password: PASSWORD });
  expect((await server.call('/user', { headers: copied })).status).toBe(403);
  expect((await server.call('/user', { headers: whole })).status).toBe(200);
  const cookie = `${whole.cookie.split('=', 1)[0]}=${'A'.repeat(43)}; ${whole.cookie}`;
  expect((await server.call('/user', { headers: { ...whole, cookie } })).status).toBe(200);
  expect((await server.call('/logout', { method: 'POST', headers: copied })).status).toBe(204);
  expect((await server.call('/user', { headers: whole })).status).toBe(403);
});
