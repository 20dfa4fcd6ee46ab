import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { AWAY as OFFLINE, KEEPING, keptKeys, untilKept } from './app-kept.ts';
import { test as journey } from './fixtures.ts';
import { inHours, newEvent } from './person.ts';

const AWAY = [...OFFLINE, / 404 /];
const DRAFT = 'Nobody is to read this yet';

const test = journey.extend('eventId', ({ marie }) => newEvent(marie, { title: 'Low-tide swim' }));

type Shown = { text: string; isInert: boolean; app: string };
declare global {
  var shownView: Shown | undefined;
}

/** What is shown over the app before the app is there. */
function watchView(): void {
  new MutationObserver(() => {
    const view = document.querySelector<HTMLElement>('#last-view');
    if (view === null || globalThis.shownView) return;
    const app = document.getElementById('root')?.textContent ?? '';
    globalThis.shownView = { text: view.textContent ?? '', isInert: view.inert, app };
  }).observe(document, { childList: true, subtree: true });
}

const kept = (page: Page) => page.evaluate(() => localStorage.getItem('hereabouts.last-view'));
const shown = (page: Page) => page.evaluate(() => globalThis.shownView ?? null);
/** The page keeps what it reads from then on, and nothing of it is still loading, which would not be kept. */
async function untilKeeping(page: Page, key: string): Promise<void> {
  await expect.poll(() => page.locator('#content [aria-busy=true]').count()).toBe(0);
  await expect.poll(async () => (await keptKeys(page)).some((one) => one.startsWith(key))).toBe(true);
}
/** Out of the app, and within its origin. */
const leave = (page: Page) => page.goto('/favicon.svg');
/** Leaves the page with its view kept. What is still loading somewhere on it is not kept: then it is seen once more. */
async function leaveKept(page: Page, path: string): Promise<void> {
  const view = async () => {
    await leave(page);
    const text = await kept(page);
    if (text !== null) return text;
    await page.goto(path);
    await page.getByText('Low-tide swim').first().waitFor();
    return '';
  };
  await expect.poll(view, { timeout: 30_000 }).toContain('Low-tide swim');
}

test('PWA-03 PWA-05 the next visit shows the page as it was last seen before the app has started, and uses that up', async ({
  visit,
  marie,
  eventId,
}) => {
  const { page, allowErrors } = await visit(marie, KEEPING);
  allowErrors(...AWAY);
  await page.goto('/');
  await untilKept(page);
  await page.addInitScript(watchView);
  const pages = [
    ['/', '["home"'],
    [`/event/${eventId}`, '["event"'],
  ] as const;
  for (const [path, key] of pages) {
    await page.goto(path);
    await page.getByText('Low-tide swim').first().waitFor();
    await untilKeeping(page, key);
    await expect.poll(() => kept(page)).toBe(null);
    await leaveKept(page, path);
    await page.goto(path);
    await expect.poll(() => page.locator('#last-view').count()).toBe(0);
    expect(await shown(page)).toMatchObject({
      text: expect.stringContaining('Low-tide swim'),
      isInert: true,
      app: '',
    });
    await page.getByText('Low-tide swim').first().waitFor();
  }
  // Another page than the one that is kept shows nothing of it, and forgets it.
  await leave(page);
  await page.goto('/profile');
  await page.getByLabel('Who sees my email and phone').waitFor();
  expect(await shown(page)).toBe(null);
  await expect.poll(() => kept(page)).toBe(null);
});

test('PWA-05 LIVE-05 the last view of home does not say how far the reader was from an event', async ({
  visit,
  marie,
}) => {
  await newEvent(marie, { title: 'Low-tide swim', start_time: inHours(-1), end_time: inHours(3) });
  const { page } = await visit(marie, { ...KEEPING, permissions: ['geolocation'] });
  await page.goto('/');
  await untilKept(page);
  await page
    .getByText(/Close by|\d (?:m|km) away/)
    .first()
    .waitFor();
  await untilKeeping(page, '["home"');
  await leaveKept(page, '/');
  expect(await kept(page)).not.toMatch(/Close by|\d (?:m|km) away/);
});

test('PWA-05 the last view holds nothing typed, is shown to nobody else, and is deleted by a sign-out', async ({
  visit,
  marie,
  eventId,
}) => {
  const { page, allowErrors } = await visit(marie, KEEPING);
  allowErrors(...AWAY);
  await page.goto('/');
  await untilKept(page);
  await page.goto(`/chat/${eventId}`);
  await page.getByRole('textbox', { name: 'Message' }).fill(DRAFT);
  await untilKeeping(page, '["chat"');
  await expect.poll(() => kept(page)).toBe(null);
  await leaveKept(page, `/chat/${eventId}`);
  expect(await kept(page)).not.toContain(DRAFT);

  await page.addInitScript(watchView);
  await page.evaluate(() => {
    const view = JSON.parse(localStorage.getItem('hereabouts.last-view') ?? '{}');
    localStorage.setItem('hereabouts.last-view', JSON.stringify({ ...view, owner: 'somebody else' }));
  });
  await page.goto(`/chat/${eventId}`);
  await page.getByRole('textbox', { name: 'Message' }).waitFor();
  expect(await shown(page)).toBe(null);

  await page.goto('/profile');
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
  await page.getByRole('heading', { name: 'Welcome Back' }).waitFor();
  await leave(page);
  expect(await kept(page)).toBe(null);
});
