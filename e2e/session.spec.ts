import { SESSION_STORAGE_KEY } from '@hereabouts/contract/auth';
import { userRoutes } from '@hereabouts/contract/users';
import { ERROR_TEXTS } from '@hereabouts/contract/errors';
import { PUSH_TEXTS, pushRoutes } from '@hereabouts/contract/push';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { test as journey } from './fixtures.ts';
import { PASSWORD, READ_TIMED_OUT } from './visitor.ts';

/** The shortest the server allows: 30 s after it was given out the client wants another. */
const TOKEN_TTL_S = 120;
const RENEWAL_DUE_MS = 40_000;
const PUSH_PATH = pushRoutes.subscribeToPush.path;

const test = journey
  .extend('settings', { scope: 'file' }, { AUTH_ACCESS_TOKEN_TTL_S: String(TOKEN_TTL_S) })
  /** Marie has signed in on her profile, whose clock leaps. */
  .extend('visitor', async ({ visit, marie }) => {
    const visitor = await visit();
    visitor.allowErrors(READ_TIMED_OUT);
    const { page } = visitor;
    await page.clock.install();
    await page.goto('/login?next=/profile');
    await page.getByLabel('Email').fill(marie.email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'LOG IN' }).click();
    await page.getByRole('heading', { name: 'Profile' }).waitFor();
    return visitor;
  });

const leap = (tab: Page) => tab.clock.fastForward(RENEWAL_DUE_MS);

const tokens = (from: Page) =>
  from.evaluate((key) => {
    const { access_token, refresh_token } = JSON.parse(localStorage.getItem(key) ?? '{}');
    return { access_token, refresh_token };
  }, SESSION_STORAGE_KEY);

test('AUTH-04 AUTH-07 the session is refreshed before it expires; the cookie stays', async ({ page }) => {
  const before = await tokens(page);
  await leap(page);
  await expect.poll(async () => (await tokens(page)).access_token).not.toBe(before.access_token);
  expect((await tokens(page)).refresh_token).not.toBe(before.refresh_token);
  const cookies = (await page.context().cookies()).filter(({ name }) =>
    name.startsWith('hereabouts-session'),
  );
  expect(cookies.toSorted((a, b) => b.path.localeCompare(a.path))).toMatchObject(
    ['/realtime', '/auth/v1', '/api'].map((path) => ({ httpOnly: true, sameSite: 'Strict', path })),
  );
});

test('SESS-03 PUSH-03 a page sends the cookie of its session with what it asks, and its token alone opens nothing', async ({
  page,
  visitor,
}) => {
  const { access_token } = await tokens(page);
  const subscribe = (credentials: 'same-origin' | 'omit') =>
    page.evaluate(
      async ([path, token, with_]) => {
        const keys = { p256dh: 'BA', auth: 'AA' };
        const answer = await fetch(path, {
          method: 'PUT',
          credentials: with_,
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify({ endpoint: 'https://example.org/push', keys }),
        });
        return ((await answer.json()) as { error: { message: string } }).error.message;
      },
      [PUSH_PATH, access_token, credentials] as const,
    );
  visitor.allowErrors(/401|400/);
  expect(await subscribe('omit')).toBe(ERROR_TEXTS.unauthenticated);
  expect(await subscribe('same-origin')).toBe(PUSH_TEXTS.unknownEndpoint);
});

test('AUTH-04 two tabs refresh the session at the same moment, and neither signs the other out', async ({
  page,
}) => {
  const other = await page.context().newPage();
  await other.clock.install();
  await other.goto('/contacts');
  await other.getByRole('heading', { name: 'Friends & Contacts' }).waitFor();
  const before = await tokens(page);
  // Where what renews the session is being loaded at that moment, it looks at the next one.
  const tokenAfterLeap = async () => {
    await Promise.all([page, other].map(leap));
    return (await tokens(page)).access_token;
  };
  await expect.poll(tokenAfterLeap, { interval: 3_000, timeout: 40_000 }).not.toBe(before.access_token);
  for (const tab of [page, other]) {
    await tab.reload();
    await tab.getByRole('heading', { level: 1 }).waitFor();
    expect(new URL(tab.url()).pathname).not.toBe('/login');
  }
});

test('AUTH-03 a change made on another device is shown without a reload', async ({ marie, page }) => {
  await marie.ok(userRoutes.updateMe, { body: { name: 'Marie Renouf' } });
  await page.getByText('Marie Renouf').waitFor();
});

test('AUTH-06 a session ended elsewhere leads to /login at once; signing in returns to the page', async ({
  visitor,
  page,
  product,
}) => {
  // A refresh that comes before the news is refused with 400.
  visitor.allowErrors(/40[013]/, /could not load/);
  const { access_token } = await tokens(page);
  const answer = await fetch(`${product.url}/auth/v1/logout?scope=local`, {
    method: 'POST',
    headers: { authorization: `Bearer ${access_token}` },
  });
  expect(answer.status).toBe(204);
  await page.waitForURL((url) => url.pathname === '/login');
  expect(new URL(page.url()).searchParams.get('next')).toBe('/profile');
});

test('PWA-06 offline, the app says how old it is, and a setting is not changed; it says why', async ({
  visitor,
  marie,
  page,
}) => {
  visitor.allowErrors(/ERR_INTERNET/, /NetworkError/, /could not load/);
  const visibility = async () => (await marie.ok(userRoutes.getMe)).contact_visibility;
  await page.getByLabel('Who sees my email and phone').waitFor();
  await page.context().setOffline(true);
  await page.getByText(/^Offline\. This is how it was at \d\d:\d\d\./).waitFor();
  await page.getByLabel('Who sees my email and phone').selectOption('Friends');
  await page.getByRole('alert').getByText('You are offline. Try again when you are online.').waitFor();
  expect(await visibility()).toBe('everyone');
  await page.context().setOffline(false);
  await page
    .getByText(/ffline/)
    .first()
    .waitFor({ state: 'hidden' });
  expect(await visibility()).toBe('everyone');
  await page.getByLabel('Who sees my email and phone').selectOption('Friends');
  await expect.poll(visibility).toBe('friends');
});
