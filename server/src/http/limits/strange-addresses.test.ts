import { errorEnvelope } from '@hereabouts/contract/schemas/errors';
import { startTestApp, type TestApp } from '@hereabouts/testing/app';
import { afterAll, beforeAll, expect, test } from 'vitest';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const LONG = 'x'.repeat(300);

test.each([
  ['/api/users/%ff', 400, 'invalid'],
  ['/static/js/%ff', 400, 'invalid'],
  ['/uploads/%ff.png', 400, 'invalid'],
  ['/static/js/%00.js', 404, 'not_found'],
  [`/uploads/${LONG}`, 404, 'not_found'],
])('NAV-05 %s is refused in the words of every other refusal', async (path, status, code) => {
  const answer = await fetch(app.url + path, { redirect: 'manual' });
  expect(answer.status).toBe(status);
  expect(errorEnvelope.parse(await answer.json()).error.code).toBe(code);
});

test.each(['/%ff', '/event/%c3%28', '/%'])('NAV-05 %s is an unknown page, and leads home', async (path) => {
  const answer = await fetch(app.url + path, { redirect: 'manual' });
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/']);
});
