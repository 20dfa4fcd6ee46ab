import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { newEvent, type Person } from './person.ts';
import { isWaiting, pushTest as test, tap } from './push-device.ts';

/** Shows one of an event of their own, on a page of theirs. */
async function notified(page: Page, person: Person): Promise<string> {
  await page.context().grantPermissions(['notifications']);
  await page.goto('/');
  const path = `/event/${await newEvent(person, { title: 'Sunset swim' })}`;
  await page.evaluate(async (shownPath) => {
    const registration = await navigator.serviceWorker.ready;
    const data = { path: shownPath, at: new Date().toISOString() };
    // One that no list names would be cleared before the tap.
    await registration.showNotification('Sunset swim', { tag: 'chat-0', data });
  }, path);
  return path;
}

test('PUSH-05 a tap opens its page also where the browser starts the app with the first one', async ({
  marie,
  visit,
}) => {
  const { page, allowErrors } = await visit(marie, { serviceWorkers: 'allow' });
  const path = await notified(page, marie);
  // On the empty page, which has no storage.
  allowErrors(/Access is denied for this document/);
  await page.goto('about:blank');
  await tap(page, 'chat-0');
  await expect.poll(() => isWaiting(page)).toBe(true);
  await page.goto('/');
  await page.waitForURL(`**${path}`);
  await page.getByRole('heading', { level: 1, name: 'Sunset swim' }).waitFor();
  await expect.poll(() => isWaiting(page)).toBe(false);
  await page.goto('/');
  await page.locator('#content').getByText('Welcome, Marie').waitFor();
});

test('PUSH-05 a tap leads an open window to its page that does not listen', async ({ marie, visit }) => {
  const { page } = await visit(marie, { serviceWorkers: 'allow' });
  const path = await notified(page, marie);
  await page.addInitScript(() => {
    if (sessionStorage.getItem('listens')) return;
    sessionStorage.setItem('listens', 'from the next page on');
    ServiceWorkerContainer.prototype.addEventListener = () => {};
  });
  await page.goto('/');
  await page.locator('#content').getByText('Welcome, Marie').waitFor();
  await tap(page, 'chat-0');
  await page.waitForURL(`**${path}`);
  await expect.poll(() => isWaiting(page)).toBe(false);
});
