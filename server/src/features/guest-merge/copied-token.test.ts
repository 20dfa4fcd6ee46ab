import { calendarFeedRoutes } from '@hereabouts/contract/calendar-feed';
import { guestMergeRoutes } from '@hereabouts/contract/guest-merge';
import { startTestApp, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

const BROWSER = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };

let app: TestApp;
let anna: TestPerson;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  anna = await app.signUp();
});
afterAll(() => app.stop());

/** Somebody at a browser, with the cookies of its session for `/api/me`. */
async function atBrowser(path: string, asked: object) {
  const answer = await fetch(`${app.url}/auth/v1/${path}`, {
    method: 'POST',
    headers: BROWSER,
    body: JSON.stringify(asked),
  });
  const { access_token: token } = (await answer.json()) as { access_token: string };
  const cookies = answer.headers.getSetCookie().filter((cookie) => cookie.includes('Path=/api/me;'));
  return { token, cookie: cookies.map((cookie) => cookie.split(';', 1)[0]).join('; ') };
}
const statusOf = async (
  { method, path }: { method: string; path: string },
  { token, cookie }: { token: string; cookie?: string },
  body?: object,
) => {
  const headers: Record<string, string> = {
    ...(body === undefined ? { 'sec-fetch-site': 'same-origin' } : BROWSER),
    authorization: `Bearer ${token}`,
    ...(cookie && { cookie }),
  };
  const init = body === undefined ? {} : { body: JSON.stringify(body) };
  return (await fetch(`${app.url}${path}`, { method, headers, ...init })).status;
};

test('GUEST-04 a guest’s copied access token merges the guest into nobody’s account', async () => {
  const guest = await atBrowser('signup', { data: { name: 'Gina' } });
  const body = { guest_token: guest.token };
  expect(await statusOf(guestMergeRoutes.mergeGuest, { token: anna.token }, body)).toBe(400);
  expect(await statusOf(guestMergeRoutes.mergeGuest, { token: anna.token, cookie: guest.cookie }, body)).toBe(
    204,
  );
});

test('CAL-01 SESS-03 a copied access token neither reads nor makes the address of a calendar feed', async () => {
  const own = await atBrowser('token?grant_type=password', { email: anna.email, password: anna.password });
  for (const route of [calendarFeedRoutes.getCalendarFeed, calendarFeedRoutes.createCalendarFeed]) {
    expect(await statusOf(route, { token: own.token })).toBe(403);
    expect(await statusOf(route, own)).toBeLessThan(300);
  }
});
