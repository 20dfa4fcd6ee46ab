import { startTestApp, TEST_PASSWORD, type TestApp } from '@hereabouts/testing/app';
import { signInAtBrowser, type BrowserSession } from '@hereabouts/testing/at-browser';
import { afterAll, beforeAll, expect, test } from 'vitest';

let app: TestApp;
let own: string;
let session: BrowserSession;
let cookies: Record<string, string>;
beforeAll(async () => {
  app = await startTestApp();
  const { email, id } = await app.signUp();
  own = id;
  const credentials = { email, password: TEST_PASSWORD };
  ({ session, cookies } = await signInAtBrowser(app.url, 'token?grant_type=password', credentials));
});
afterAll(() => app.stop());

const personOf = (headers: Record<string, string | undefined>) => app.context.auth.personOf(headers);

test('LIVE-10 who has signed in is known in queues at once, by the access token and by the cookie with which it is renewed', () => {
  const cookie = cookies['/auth/v1'];
  const authorization = `Bearer ${session.access_token}`;
  expect([personOf({ cookie }), personOf({ authorization })]).toEqual([own, own]);
  expect(personOf({ cookie, authorization: 'Bearer a.new.one' })).toBe(own);
});

test('LIVE-10 nobody is known in queues by an invented cookie, however many are sent', () => {
  const invented = (nth: number) => `hereabouts-session-0000000${nth}=${String(nth).repeat(43)}`;
  const many = Array.from({ length: 9 }, (_, nth) => invented(nth)).join('; ');
  expect(personOf({ cookie: many })).toBeNull();
  expect(personOf({ cookie: `${many}; ${cookies['/auth/v1']}` })).toBeNull();
  expect(personOf({})).toBeNull();
});
