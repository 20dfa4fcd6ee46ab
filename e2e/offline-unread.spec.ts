import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { AWAY, KEEPING, keptKeys, keptTimes, untilKept } from './app-kept.ts';
import { test as journey } from './fixtures.ts';
import { befriend, newPerson, newRunningEvent } from './person.ts';

const test = journey
  .extend('tom', ({ product }) => newPerson(product, 'Tom Renouf'))
  .extend('eventId', async ({ marie, tom }) => {
    await befriend(marie, tom);
    return newRunningEvent(tom, [marie]);
  });

/** As by a link: without a new document. */
const follow = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, path);
const offline = (page: Page) =>
  page.getByRole('alert').getByText('You are offline. Try again when you are online.', { exact: true });

test('PWA-05 ERR-05 offline, a page that is not kept says so in place of loading for ever, and appears by itself once online', async ({
  visit,
  marie,
  tom,
  eventId,
}) => {
  const { page, allowErrors } = await visit(marie, KEEPING);
  allowErrors(...AWAY);
  await page.goto('/');
  await page.getByText('Weekender').first().waitFor();
  await untilKept(page);
  const pages: readonly [path: string, heading: string, text: string][] = [
    [`/event/${eventId}`, 'Event', 'Bring something to sit on'],
    [`/chat/${eventId}`, 'Chat', 'No messages yet'],
    [`/event/${eventId}/live`, 'Live map', 'Tom Renouf'],
    [`/profile/${tom.id}`, 'Profile', 'Tom Renouf'],
    ['/notifications', 'Notifications', 'Weekender'],
  ];
  const loading = page.getByRole('status').getByText(/^Loading/);
  for (const [path, name, text] of pages) {
    await page.context().setOffline(true);
    await follow(page, path);
    await offline(page).waitFor();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    expect(await loading.count()).toBe(0);
    await page.context().setOffline(false);
    await page.getByText(text).first().waitFor();
    await offline(page).waitFor({ state: 'detached' });
    await follow(page, '/');
    await page.getByText('Weekender').first().waitFor();
  }
});

test('PWA-05 offline, a page that is kept appears without such a word before it, and counts as opened', async ({
  visit,
  marie,
  eventId,
}) => {
  const { page, allowErrors } = await visit(marie, KEEPING);
  allowErrors(...AWAY);
  await page.goto('/contacts');
  await untilKept(page);
  await page.goto(`/event/${eventId}`);
  const key = `["event",${eventId}]`;
  await expect.poll(() => keptKeys(page)).toContain(key);
  await page.goto('/contacts');
  await page.getByText('Tom Renouf').first().waitFor();
  await page.evaluate(() => {
    new MutationObserver(() => {
      if (document.querySelector('[role=alert]') !== null) document.body.dataset.alerted = 'yes';
    }).observe(document.body, { childList: true, subtree: true });
  });
  await page.context().setOffline(true);
  await follow(page, `/event/${eventId}`);
  await page.getByText('Bring something to sit on').waitFor();
  expect(await page.evaluate(() => document.body.dataset.alerted)).toBe(undefined);
  const isOpenedSince = async () => {
    const { readAtMs, openedAtMs } = await keptTimes(page, key);
    return openedAtMs > readAtMs;
  };
  await expect.poll(isOpenedSince).toBe(true);
});
