import { startTestApp, TEST_PASSWORD, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isNestedTooDeep } from './json-depth.ts';

let app: TestApp;
let anna: TestPerson;
beforeAll(async () => {
  app = await startTestApp();
  anna = await app.signUp();
});
afterAll(() => app.stop());

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const send = (method: string, path: string, body: string) =>
  fetch(app.url + path, {
    method,
    headers: {
      authorization: `Bearer ${anna.token}`,
      'content-type': 'application/json; charset=utf-8',
      'x-supabase-api-version': '2024-01-01',
    },
    body,
  });

test('depth is counted outside of texts only', () => {
  expect([isNestedTooDeep(nested(32)), isNestedTooDeep(nested(33))]).toEqual([false, true]);
  expect(isNestedTooDeep(`{"a":${'{"b":'.repeat(31)}1${'}'.repeat(32)}`)).toBe(false);
  expect(isNestedTooDeep(JSON.stringify([`${'['.repeat(100)}"\\`, '{'.repeat(100)]))).toBe(false);
  expect(isNestedTooDeep(`[${'[],'.repeat(1_000)}[]]`)).toBe(false);
  expect(isNestedTooDeep(`"\\\\"${'['.repeat(33)}`)).toBe(true);
});

test.each([
  ['POST', '/auth/v1/signup', { email: 'deep@example.org', password: TEST_PASSWORD }],
  ['POST', '/auth/v1/otp', { email: 'deep@example.org' }],
  ['PUT', '/auth/v1/user', {}],
])('user data nested 4,000 deep at %s %s is a 400 (S15)', async (method, path, body) => {
  const { length } = JSON.stringify(body);
  const text = JSON.stringify(body).slice(0, -1) + (length > 2 ? ',' : '');
  const response = await send(method, path, `${text}"data":{"a":${nested(4_000)}}}`);
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ code: 'bad_json' });
});

test('a body of /api nested too deep is a 400 of the closed set (S15)', async () => {
  for (const depth of [33, 100_000]) {
    const response = await send('POST', '/api/events', `{"title":${nested(depth)}}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      error: { code: 'invalid', message: 'The body is nested too deeply' },
    });
  }
  const broken = await send('POST', '/api/events', '{"title":');
  expect([broken.status, ((await broken.json()) as { error: { code: string } }).error.code]).toEqual([
    400,
    'invalid',
  ]);
});
