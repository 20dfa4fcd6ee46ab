import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { test as journey } from './fixtures.ts';
import { hold } from './held-request.ts';
import { newEvent } from './person.ts';
import { PASSWORD } from './visitor.ts';

const test = journey
  .extend('eventId', ({ marie }) => newEvent(marie))
  .extend('ui', ({ eventId, marie }) => {
    const protectedPaths = () => [
      '/',
      '/profile',
      `/profile/${marie.id}`,
      '/contacts',
      '/new-event',
      `/event/${eventId}`,
      `/edit-event/${eventId}`,
      `/invite-friends/${eventId}`,
      '/chat',
      `/chat/${eventId}`,
      `/event/${eventId}/live`,
      `/event/${eventId}/ar`,
      `/event/${eventId}/find/pin`,
      '/notifications',
    ];
    return { protectedPaths };
  });
const pathOf = (page: Page) => new URL(page.url()).pathname;

test('NAV-01 the public pages open for anyone', async ({ visit }) => {
  const visitor = await visit();
  visitor.allowErrors(/404/, /could not load/);
  const { page } = visitor;
  for (const [url, heading] of [
    ['/login', 'Welcome Back'],
    ['/register', 'Join in'],
    ['/forgot-password', 'Forgot your password?'],
    ['/reset-password', /password|link/i],
    ['/join/no-such-link', 'Invitation'],
    ['/add/no-such-link', 'Add a friend'],
    ['/unsubscribe/no-such-link', /./],
  ] as const) {
    await page.goto(url);
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    expect(pathOf(page)).toBe(url);
  }
});

test('NAV-02 NAV-03 AUTH-06 every protected page sends a visitor to the login page', async ({
  visit,
  ui: { protectedPaths },
}) => {
  const { page } = await visit();
  for (const url of protectedPaths()) {
    await page.goto(url);
    await page.waitForURL((now) => now.pathname === '/login');
  }
});

test('NAV-07 after signing in the visitor lands on the page requested first', async ({
  visit,
  marie,
  eventId,
}) => {
  const { page } = await visit();
  await page.goto(`/event/${eventId}`);
  await page.waitForURL((now) => now.pathname === '/login');
  await page.getByLabel('Email').fill(marie.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'LOG IN' }).click();
  await page.waitForURL(`**/event/${eventId}`);
  await page.getByRole('heading', { level: 1, name: 'Beach bonfire' }).waitFor();
});

test('NAV-02 signed in, every protected page opens', async ({
  visitor,
  marie,
  page,
  ui: { protectedPaths },
}) => {
  visitor.allowErrors(/404/, /could not load/);
  for (const url of protectedPaths()) {
    await page.goto(url);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expect.poll(() => pathOf(page)).toBe(url === `/profile/${marie.id}` ? '/profile' : url);
  }
});

test('NAV-04 NAV-05 /home and every unknown page lead to /', async ({ page }) => {
  for (const url of ['/home', '/nowhere', '/event', '/event/1/2/3', '/profile/a/b']) {
    await page.goto(url);
    await page.waitForURL((now) => now.pathname === '/');
  }
});

test('NAV-04 CONT-01 PROF-01 the way back to home keeps the rest of the page, and the connection with it', async ({
  page,
}) => {
  for (const url of ['/contacts', '/profile']) {
    await page.goto(url);
    const back = page.getByRole('link', { name: 'Back to home' });
    await back.waitFor();
    const links = await page.getByRole('navigation', { name: 'Main' }).elementHandle();
    await back.click();
    await page.getByRole('heading', { name: 'Your Events' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
    expect(await links?.evaluate((shell) => shell.isConnected), url).toBe(true);
  }
});

test('NAV-05 paths of the server are not answered with the web app', async ({ product }) => {
  for (const [url, status] of [
    ['/api/nowhere', 404],
    ['/auth/v1/nowhere', 404],
    ['/uploads/nowhere.png', 404],
    ['/tiles/99/0/0', 400],
    ['/openapi.json', 200],
  ] as const) {
    const answer = await fetch(product.url + url);
    expect(answer.headers.get('content-type'), url).toMatch(/json/);
    if (url.startsWith('/tiles')) expect(answer.status).toBeGreaterThanOrEqual(status);
    else expect(answer.status, url).toBe(status);
  }
});

test('NAV-06 a signed-in visitor is redirected home from the sign-in pages', async ({ page }) => {
  for (const url of ['/login', '/register', '/forgot-password']) {
    await page.goto(url);
    await page.waitForURL((now) => now.pathname === '/');
  }
});

test('NAV-07 no redirect leads to another origin', async ({ product, page }) => {
  for (const next of ['https://example.org/', '//example.org', '/\\example.org', 'javascript:alert(1)']) {
    await page.goto(`/login?${new URLSearchParams({ next })}`);
    await page.waitForURL((now) => now.origin === product.url && now.pathname === '/');
  }
});

test('NAV-03 a spinner shows while the check runs', async ({ visit, marie }) => {
  const session = JSON.parse(marie.session) as { expires_at: number };
  const stale = { ...marie, session: JSON.stringify({ ...session, expires_at: 1 }) };
  const checking = await visit(stale);
  const release = await hold(checking.page, '**/auth/v1/token*');
  await checking.page.goto('/contacts');
  await checking.page.getByRole('status').getByText('Loading...').waitFor();
  expect(await checking.page.getByRole('heading').count()).toBe(0);
  await release();
  await checking.page.getByRole('heading', { name: 'Friends & Contacts' }).waitFor();
});

test('NAV-08 ERR-01 chunks are loaded from static/js/; one that fails to load can be retried', async ({
  visitor,
  page,
}) => {
  visitor.allowErrors(/contacts-|did not load/);
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
  });
  await page.goto('/');
  await page.getByRole('heading', { name: 'Your Events' }).waitFor();
  await page.route('**/static/js/contacts-*', (route) => route.abort());
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Contacts' }).click();
  await page.getByText('Could not load this page').waitFor();
  await page.unroute('**/static/js/contacts-*');
  await page.getByRole('button', { name: 'Retry' }).click();
  const heading = page.getByRole('heading', { name: 'Friends & Contacts' });
  const again = page.getByRole('button', { name: 'Retry' });
  await heading.or(again).first().waitFor();
  if (await again.isVisible()) await again.click();
  await heading.waitFor();
  expect(scripts.length).toBeGreaterThan(3);
  expect(scripts.filter((script) => !script.startsWith('/static/js/'))).toEqual([]);
});

test('NAV-08 on a change of page the heading takes the focus and the title follows', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Create event' }).click();
  await page.getByRole('heading', { name: 'Create New Event' }).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Create New Event');
  expect(await page.title()).toBe('Create New Event · Hereabouts');
});

test('a page keeps its scroll position after a reload or going back', async ({ marie, page }) => {
  await newEvent(marie);
  await page.setViewportSize({ width: 800, height: 500 });
  await page.goto('/');
  const down = () => page.evaluate(() => scrollY);
  await page.getByText(/augmented-reality view/).waitFor();
  await page.getByRole('heading', { name: 'First steps' }).waitFor();
  const link = page.getByRole('article').getByRole('link', { name: 'View Details' });
  // The page remembers where it stands with the scroll event, which comes a frame after the scrolling.
  await link.evaluate((element) => {
    const scrolled = new Promise((resolve) => addEventListener('scroll', resolve, { once: true }));
    element.scrollIntoView({ block: 'center' });
    return scrolled.then(() => undefined);
  });
  const left = await down();
  const topOf = () => link.evaluate((element) => element.getBoundingClientRect().top);
  const top = await topOf();
  expect(left).toBeGreaterThan(0);
  await page.reload();
  await expect.poll(down).toBe(left);
  // Until all of the page is there, a click would scroll to the link first.
  await expect.poll(topOf).toBe(top);
  await link.click();
  await page.getByRole('heading', { level: 1, name: 'Beach bonfire' }).waitFor();
  await expect.poll(down).toBe(0);
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Beach bonfire' }).waitFor();
  await page.goBack();
  await expect.poll(down).toBe(left);
  await page.goto('/contacts');
  await page.getByRole('heading', { name: 'Friends & Contacts' }).waitFor();
  expect(await down()).toBe(0);
});

test('the scrolling of a new page is not taken for where the last one was left', async ({ marie, page }) => {
  await newEvent(marie);
  await page.setViewportSize({ width: 800, height: 500 });
  // A frame may come between the scrolling and whatever follows it.
  await page.addInitScript(() => {
    const scroll = scrollTo.bind(window) as (x: number, y: number) => void;
    window.scrollTo = ((x: number, y: number) => {
      scroll(x, y);
      dispatchEvent(new Event('scroll'));
    }) as typeof scrollTo;
  });
  await page.goto('/');
  const down = () => page.evaluate(() => scrollY);
  const link = page.getByRole('article').getByRole('link', { name: 'View Details' });
  await page.getByText(/augmented-reality view/).waitFor();
  await page.getByRole('heading', { name: 'First steps' }).waitFor();
  await link.evaluate((element) => {
    const scrolled = new Promise((resolve) => addEventListener('scroll', resolve, { once: true }));
    element.scrollIntoView({ block: 'center' });
    return scrolled.then(() => undefined);
  });
  const left = await down();
  expect(left).toBeGreaterThan(0);
  await link.evaluate((element: HTMLElement) => element.click());
  await page.getByRole('heading', { level: 1, name: 'Beach bonfire' }).waitFor();
  await page.goBack();
  await expect.poll(down).toBe(left);
});
