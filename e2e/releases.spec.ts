import { chatRoutes } from '@hereabouts/contract/chat';
import { inviteRoutes } from '@hereabouts/contract/invites';
import { sharingRoutes } from '@hereabouts/contract/sharing';
import type { Page, Response } from 'playwright-core';
import { expect, inject } from 'vitest';
import { untilKept } from './app-kept.ts';
import { CHAT, write } from './chat-world.ts';
import { test as journey } from './fixtures.ts';
import { hold } from './held-request.ts';
import { mayLocate, TOM_AT } from './live-friends.ts';
import { befriend, inHours, newEvent, newPerson } from './person.ts';
import { startReleases } from './releases.ts';
import { expectAccessible } from './visitor.ts';

const KEEPING = { serviceWorkers: 'allow' } as const;
/** The server is stopped and started during these tests. */
const AWAY = [
  / 404 /,
  /MIME type/,
  /ERR_CONNECTION_(REFUSED|RESET)/,
  /ERR_INTERNET_DISCONNECTED/,
  /ERR_FAILED/,
  /\[hereabouts\]/,
  /WebSocket/,
];

const test = journey
  .extend('released', { scope: 'file' }, async ({}, { onCleanup }) => {
    const product = await startReleases(inject('emptyDataDir'));
    onCleanup(() => product.stop());
    return product;
  })
  .extend('product', { scope: 'file' }, ({ released }) => released);

const reload = (page: Page) => page.getByRole('button', { name: 'Reload' });
/** By the page itself, which may do more before it goes. */
const pressReload = async (page: Page) => {
  const loaded = page.waitForEvent('load');
  await reload(page).click();
  await loaded;
};
const banner = (page: Page) => page.getByRole('status').filter({ hasText: 'A new version is ready' });
const PHONE = { viewport: { width: 390, height: 844 } } as const;
const quickLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Quick links' }).getByRole('link', { name }).click();

test('PWA-01 the browser finds the app installable', async ({ visit, marie }) => {
  const { page } = await visit(marie, KEEPING);
  await page.goto('/');
  await untilKept(page);
  const devtools = await page.context().newCDPSession(page);
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  // The profiles of tests are private windows, where nothing is installed.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
  const { url, data = '', errors } = await devtools.send('Page.getAppManifest');
  expect([new URL(url).pathname, errors]).toEqual(['/site.webmanifest', []]);
  const { id, scope, name, shortcuts, screenshots } = JSON.parse(data);
  expect([id, scope, name]).toEqual(['/', '/', 'Hereabouts']);
  expect(shortcuts.map((one: { name: string }) => one.name)).toEqual(['New event', 'Contacts']);
  expect(screenshots.map((one: { form_factor: string }) => one.form_factor)).toEqual(['narrow', 'wide']);
});

test('PWA-03 a second visit loads no part of the app from the network, and it starts without one', async ({
  visit,
  marie,
}) => {
  const eventId = await newEvent(marie);
  const { page, allowErrors } = await visit(marie, { ...KEEPING, ...PHONE });
  const context = page.context();
  await page.goto('/');
  await untilKept(page);
  const fromNetwork: string[] = [];
  const note = (response: Response) => {
    const { pathname } = new URL(response.url());
    const isPart = ['script', 'stylesheet', 'font', 'document'].includes(response.request().resourceType());
    if ((isPart || pathname.startsWith('/static/')) && !response.fromServiceWorker()) {
      fromNetwork.push(pathname);
    }
  };
  context.on('response', note);
  await page.goto('/');
  await page.getByText('Beach bonfire').first().waitFor();
  await page.goto(`/event/${eventId}`);
  await page.getByRole('heading', { level: 1, name: 'Beach bonfire' }).waitFor();
  await page.goto(`/chat/${eventId}`);
  await page.getByRole('textbox', { name: 'Message' }).waitFor();
  await page.goto('/contacts');
  await page.getByRole('heading', { level: 1, name: 'Friends & Contacts' }).waitFor();
  expect(fromNetwork.filter((path) => path !== '/sw.js')).toEqual([]);
  allowErrors(...AWAY);
  await context.setOffline(true);
  for (const path of ['/new-event', '/invite-friends/1', '/']) {
    await page.goto(path);
    await page.getByText(/^(You are offline|Offline)\./).waitFor();
    await page.getByRole('heading', { level: 1 }).waitFor();
  }
  await page.getByRole('navigation', { name: 'Quick links' }).waitFor();
  await context.setOffline(false);
});

test('PWA-04 a new release is offered; its reload keeps a form, live sharing and unsent messages', async ({
  visit,
  marie,
  released,
}) => {
  const tom = await newPerson(released, 'Tom');
  await befriend(marie, tom);
  const eventId = await newEvent(tom, {
    title: 'Weekender',
    start_time: inHours(-1),
    end_time: inHours(3),
    invitee_ids: [marie.id],
  });
  const params = { eventId };
  await marie.ok(inviteRoutes.respondToInvite, { params, body: { status: 'accepted' } });
  const { page, allowErrors } = await visit(marie, { ...KEEPING, ...mayLocate(TOM_AT) });
  allowErrors(...AWAY);
  await page.goto(`/chat/${eventId}`);
  await untilKept(page);
  await page.route(CHAT, (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()));
  await write(page, 'from the cave');
  await page.getByText(/^Waiting for connection/).waitFor();
  await page.goto('/new-event');
  await page.getByLabel('Event Title*').fill('Half an ev');
  await released.release('r2');
  await banner(page).waitFor({ timeout: 40_000 });
  await marie.ok(sharingRoutes.startSharing, { params });
  const bar = page.getByText(/^Sharing with/);
  await bar.waitFor();
  await expectAccessible(page);
  await page.unroute(CHAT);
  await pressReload(page);
  await bar.waitFor();
  await expect.poll(() => page.getByLabel('Event Title*').inputValue()).toBe('Half an ev');
  expect(await banner(page).count()).toBe(0);
  const scripts = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
  );
  const parts = scripts.filter((path) => path.startsWith('/static/'));
  expect(parts.filter((path) => !/r2\.\w+$/.test(path))).toEqual([]);
  const stored = async () =>
    (await tom.ok(chatRoutes.listMessages, { params, query: {} })).messages.map((one) => one.message);
  await expect.poll(stored).toEqual(['from the cave']);
});

test('PWA-04 a form that is partly filled is typed again after the reload, without a service worker too', async ({
  visit,
  released,
}) => {
  const { page, allowErrors } = await visit(null);
  allowErrors(...AWAY);
  await page.clock.install();
  const release = await hold(page, /watch-releases-/);
  await page.goto('/register');
  await page.getByLabel('Full name').fill('Odette');
  await release();
  await page.getByLabel('Email').fill('odette@example.org');
  await released.release('r3');
  await page.clock.fastForward('01:00:01');
  await pressReload(page);
  await expect.poll(() => page.getByLabel('Email').inputValue()).toBe('odette@example.org');
  await expect.poll(() => page.getByLabel('Full name').inputValue()).toBe('Odette');
  expect(await banner(page).count()).toBe(0);
});

test.for([
  ['three releases, with a service worker', KEEPING, ['r4', 'r5', 'r6']],
  ['a release, without one', {}, ['r7']],
] as const)(
  'PWA-04 a page left open for %s works or asks to reload',
  async ([, options, names], { visit, marie, released }) => {
    const { page, allowErrors } = await visit(marie, { ...options, ...PHONE });
    allowErrors(...AWAY);
    await page.goto('/');
    if ('serviceWorkers' in options) await untilKept(page);
    for (const name of names) await released.release(name);
    await quickLink(page, 'Contacts');
    const contacts = page.getByRole('heading', { level: 1, name: 'Friends & Contacts' });
    await banner(page).waitFor({ timeout: 40_000 });
    await pressReload(page);
    await contacts.waitFor();
    expect(await banner(page).count()).toBe(0);
  },
);
