import { eventLinkRoutes } from '@hereabouts/contract/event-links';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { test } from './fixtures.ts';
import { hold } from './held-request.ts';
import { newEvent, newPerson, type Person } from './person.ts';
import { button } from './screen-parts.ts';
import { expectAccessible } from './visitor.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };
const TITLE = 'Tea </script><script>document.title="x"</script> & <b>cake</b>';
const FIRST_READS = /\/api\/(event-links\/|settings)/;

/** Keeps the app from arriving until released. */
const holdApp = (page: Page) => hold(page, '**/static/js/vendor-*');
const prerendered = (page: Page) => page.locator('#root[data-prerendered]');

async function share(host: Person, changes: object = {}) {
  const eventId = await newEvent(host, { title: TITLE, location_name: 'Plémont', ...changes });
  const { token } = await host.ok(eventLinkRoutes.createEventLink, { params: { eventId } });
  return { eventId, path: `/join/${token}` };
}

test('PWA-07 LINK-02 an invitation is there before any script, in the reader’s zone, and what is pressed is pressed again', async ({
  product,
  visit,
}) => {
  const host = await newPerson(product, 'Marie <i>Le Brocq</i>');
  const { path } = await share(host, {
    start_time: '2031-06-20T18:00:00Z',
    end_time: '2031-06-20T21:00:00Z',
  });
  const { page } = await visit(null, { ...PHONE, timezoneId: 'America/New_York' });
  const reads: string[] = [];
  page.on('request', (request) => FIRST_READS.test(request.url()) && reads.push(request.url()));
  const release = await holdApp(page);
  await page.goto(path, { waitUntil: 'commit' });
  await prerendered(page).waitFor();
  await page.getByRole('heading', { level: 1, name: 'You are invited' }).waitFor();
  await page.getByRole('heading', { level: 2, name: TITLE }).waitFor();
  const told = ['Fri 20 Jun 2031 at 14:00 → 17:00', 'Plémont', 'Hosted by Marie <i>Le Brocq</i>', '1 going'];
  for (const words of told) await page.getByText(words, { exact: true }).waitFor();
  await page.waitForFunction(() => [...document.images].every(({ naturalWidth }) => naturalWidth > 0));
  await expectAccessible(page);
  expect(await page.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toContain(
    `/login?next=${encodeURIComponent(path)}`,
  );
  const title = page.getByRole('heading', { level: 2, name: TITLE });
  const before = await title.boundingBox();
  await button(page, 'Go on as a guest').click();

  await release();
  await page.getByLabel('Your name').waitFor();
  expect(await prerendered(page).count()).toBe(0);
  expect(await title.boundingBox()).toEqual(before);
  // The page has brought the answers with it.
  expect(reads).toEqual([]);
});

test('PWA-07 GUEST-03 where only accounts are let in, no way in for guests is prerendered', async ({
  product,
  visit,
}) => {
  const host = await newPerson(product, 'Marie');
  const { path, eventId } = await share(host);
  await host.ok(eventLinkRoutes.setGuestsAllowed, { params: { eventId }, body: { allowed: false } });
  const { page } = await visit(null, PHONE);
  const release = await holdApp(page);
  await page.goto(path, { waitUntil: 'commit' });
  await page.getByRole('heading', { level: 2, name: TITLE }).waitFor();
  expect(await page.getByRole('button').count()).toBe(0);
  await release();
  await page.getByText('To answer, sign in or create an account.').waitFor();
  expect(await button(page, 'Go on as a guest').count()).toBe(0);
});

test('PWA-07 LINK-03 of a link that does not work nothing is prerendered', async ({ visit }) => {
  const visitor = await visit(null, PHONE);
  visitor.allowErrors(/404/, /could not load/);
  const { page } = visitor;
  const release = await holdApp(page);
  await page.goto(`/join/${'A'.repeat(22)}`, { waitUntil: 'commit' });
  await page.waitForSelector('#root', { state: 'attached' });
  expect(await page.locator('#root').textContent()).toBe('');
  await release();
  await page.getByText('This link has expired or was switched off.').waitFor();
});

test('PWA-07 LINK-02 a signed-in person is asked for an answer, and not shown the way in for guests', async ({
  product,
  visit,
}) => {
  const { path } = await share(await newPerson(product, 'Marie'));
  const { page } = await visit(await newPerson(product, 'Tom'), PHONE);
  const release = await holdApp(page);
  await page.goto(path, { waitUntil: 'commit' });
  await prerendered(page).waitFor({ state: 'attached' });
  expect(await button(page, 'Go on as a guest').isVisible()).toBe(false);
  await release();
  await button(page, 'Going').waitFor();
  expect(await button(page, 'Go on as a guest').count()).toBe(0);
});
