import { chatRoutes } from '@hereabouts/contract/chat';
import { eventLinkRoutes } from '@hereabouts/contract/event-links';
import { eventRoutes } from '@hereabouts/contract/events';
import { inviteRoutes } from '@hereabouts/contract/invites';
import { SESSION_STORAGE_KEY } from '@hereabouts/contract/auth';
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { AWAY as OFFLINE, KEEPING, keptKeys, untilKept } from './app-kept.ts';
import { box } from './chat-world.ts';
import { test as journey } from './fixtures.ts';
import { befriend, newEvent, newPerson } from './person.ts';
import { SERVER, startProduct } from './product.ts';
import { createProfiles } from './profiles.ts';
import { expectAccessible } from './visitor.ts';

const AWAY = [...OFFLINE, /ERR_CONNECTION_REFUSED/, /502/, / 404 /];

const test = journey
  .extend('tom', ({ product }) => newPerson(product, 'Tom Renouf'))
  /** Tom's event, to which Marie, his friend, is invited. */
  .extend('eventId', async ({ marie, tom }) => {
    await befriend(marie, tom);
    return newEvent(tom, { invitee_ids: [marie.id], is_private: true });
  });

const age = (page: Page) => page.getByText(/This is how it was at \d\d:\d\d/);
const answer = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const waits = (page: Page) => page.getByText('Will be sent when you are online', { exact: true });

test('PWA-05 offline, what was read is there, with its age; a sign-out then deletes it', async ({
  visit,
  marie,
  tom,
  eventId,
}) => {
  const { page, allowErrors } = await visit(marie, KEEPING);
  allowErrors(...AWAY);
  const body = { id: randomUUID(), message: 'Bring a torch' };
  await tom.ok(chatRoutes.sendMessage, { params: { eventId }, body });
  await page.goto('/');
  await untilKept(page);
  const pages: readonly [string, string, string][] = [
    ['/contacts', 'Tom Renouf', '["contacts"'],
    ['/notifications', 'Beach bonfire', '["notifications"'],
    ['/profile', 'Who sees my email and phone', '["me"'],
    [`/event/${eventId}`, 'Bring something to sit on', '["event"'],
    [`/chat/${eventId}`, 'Bring a torch', '["chat"'],
    ['/', 'Beach bonfire', '["home"'],
  ];
  const open = async () => {
    for (const [path, text, key] of pages) {
      await page.goto(path);
      await page.getByText(text).first().waitFor();
      await expect.poll(async () => (await keptKeys(page)).some((one) => one.startsWith(key))).toBe(true);
    }
  };
  await open();
  await page.context().setOffline(true);
  await open();
  await age(page).waitFor();
  await expectAccessible(page);
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/offline-home.png` });
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
  await page.getByRole('heading', { name: 'Welcome Back' }).waitFor();
  await expect.poll(() => keptKeys(page)).toEqual([]);
  await page.context().setOffline(false);
});

/** What the server has written into its pages is replaced, from the next page on. */
const beOfEpoch = (page: Page, epoch: string) =>
  page.route(/\/(event|chat|contacts)(\/\d+)?$/, async (route) => {
    const response = await route.fetch();
    const place = /(<meta name="hereabouts-epoch" content=")[^"]+/;
    await route.fulfill({ response, body: (await response.text()).replace(place, `$1${epoch}`) });
  });

test('OPS-11 an answer and a message that waited while a backup was restored are not sent, and the person is told', async ({
  visitor: { page, allowErrors },
  marie,
  eventId,
}) => {
  allowErrors(...AWAY, / 409 /);
  await beOfEpoch(page, 'before');
  await page.goto(`/event/${eventId}`);
  await answer(page, 'Going').waitFor();
  await page.context().setOffline(true);
  await answer(page, 'Going').click();
  await waits(page).waitFor();
  await page.context().setOffline(false);
  await page
    .getByText(
      'Your answer to “Beach bonfire” was not sent: Hereabouts has since been restored from a backup.',
    )
    .waitFor();
  await page.goto(`/chat/${eventId}`);
  await box(page).waitFor();
  await page.context().setOffline(true);
  await box(page).fill('For the old chat');
  await page.keyboard.press('Enter');
  await page.getByText('1 change is waiting to be sent.').waitFor();
  await page.context().setOffline(false);
  await page.getByText('A message was not sent: Hereabouts has since been restored from a backup.').waitFor();
  const params = { eventId };
  expect((await marie.ok(eventRoutes.getEvent, { params })).my_status).toBe('pending');
  expect((await marie.ok(chatRoutes.listMessages, { params })).messages).toEqual([]);
  const left = await page.evaluate(() =>
    Object.keys(localStorage).filter((key) => /\.(outbox|answer)\./.test(key)),
  );
  expect(left).toEqual([]);
});

test('OPS-11 what a browser kept goes when a backup has been restored', async ({ page, eventId }) => {
  await page.goto(`/event/${eventId}`);
  await expect.poll(() => keptKeys(page)).toContain(`["event",${eventId}]`);
  await beOfEpoch(page, 'another');
  await page.goto('/contacts');
  await page.waitForURL('**/login**');
  await expect.poll(() => keptKeys(page)).toEqual([]);
});

test('OPS-11 GUEST-03 a guest without an account stays signed in when a backup has been restored', async ({
  visit,
  tom,
  eventId,
}) => {
  const { token } = await tom.ok(eventLinkRoutes.createEventLink, { params: { eventId } });
  const { page, allowErrors } = await visit(null);
  allowErrors(...AWAY);
  await page.goto(`/join/${token}`);
  await answer(page, 'Go on as a guest').click();
  await page.getByLabel('Your name').fill('Zoe');
  await answer(page, 'Going').click();
  await page.waitForURL(`**/event/${eventId}`);
  const waiting = 'hereabouts.outbox.zoe.1';
  await page.evaluate((key) => localStorage.setItem(key, '{}'), waiting);
  await beOfEpoch(page, 'another');
  await page.goto(`/event/${eventId}`);
  await page.getByRole('button', { name: 'Going', exact: true, pressed: true }).waitFor();
  await expect.poll(() => page.evaluate((key) => localStorage.getItem(key), waiting)).toBeNull();
});

test('PWA-05 a second account on the same device finds nothing, and what may not be seen any more goes', async ({
  visit,
  marie,
  tom,
  eventId,
}) => {
  const { page, allowErrors } = await visit(marie, KEEPING);
  allowErrors(...AWAY);
  const kept = `["event",${eventId}]`;
  const keptChat = `["chat",${eventId}]`;
  await page.goto(`/event/${eventId}`);
  await expect.poll(() => keptKeys(page)).toContain(kept);
  await page.goto(`/chat/${eventId}`);
  await expect.poll(() => keptKeys(page)).toContain(keptChat);
  await page.goto('/contacts');
  await page.getByRole('heading', { level: 1, name: 'Friends & Contacts' }).waitFor();
  await untilKept(page);
  await page.context().setOffline(true);
  const params = { eventId };
  const event = await tom.ok(eventRoutes.getEvent, { params });
  await tom.ok(eventRoutes.updateEvent, { params, body: { ...event, invitee_ids: [], keep_answers: true } });
  expect(await keptKeys(page)).toContain(kept);
  await page.context().setOffline(false);
  await page.goto('/contacts');
  await expect.poll(() => keptKeys(page), { timeout: 20_000 }).not.toContain(kept);
  await expect.poll(() => keptKeys(page)).not.toContain(keptChat);
  await expect.poll(() => keptKeys(page)).toContain('["contacts","friends",""]');
  await page.evaluate(([key, session]) => localStorage.setItem(key, session), [
    SESSION_STORAGE_KEY,
    tom.session,
  ] as const);
  await page.context().setOffline(true);
  await page.goto('/profile');
  await page.getByRole('navigation', { name: 'Quick links' }).waitFor();
  await expect.poll(() => keptKeys(page)).toEqual([]);
  await page.context().setOffline(false);
});

test('PWA-06 an answer given offline waits, the last choice, across a restart of the app; others say why not', async ({
  visit,
  marie,
  eventId,
}) => {
  const { page, allowErrors } = await visit(marie, KEEPING);
  allowErrors(...AWAY);
  await page.goto('/profile');
  await page.getByLabel('Who sees my email and phone').waitFor();
  await expect.poll(() => keptKeys(page)).toContain('["me"]');
  await page.goto(`/event/${eventId}`);
  await untilKept(page);
  await answer(page, 'Maybe').waitFor();
  await expect.poll(() => keptKeys(page)).toContain(`["event",${eventId}]`);
  await page.context().setOffline(true);
  await answer(page, 'Maybe').click();
  await waits(page).waitFor();
  await answer(page, 'Going').click();
  await page.getByText('1 change is waiting to be sent.').waitFor();
  await expectAccessible(page);
  await page.goto(`/event/${eventId}`);
  await waits(page).waitFor();
  expect(await answer(page, 'Going').getAttribute('aria-pressed')).toBe('true');
  await page.goto('/profile');
  await page.getByLabel('Who sees my email and phone').selectOption('Friends');
  await page
    .getByRole('alert')
    .getByText('You are offline. Try again when you are online.', { exact: true })
    .waitFor();
  await page.context().setOffline(false);
  const status = async () => (await marie.ok(eventRoutes.getEvent, { params: { eventId } })).my_status;
  await expect.poll(status, { timeout: 20_000 }).toBe('accepted');
  await page.goto(`/event/${eventId}`);
  await answer(page, 'Going').waitFor();
  await waits(page).waitFor({ state: 'detached' });
});

test('PWA-06 an answer that waits is dropped, with a line, where another device has answered or the event is cancelled', async ({
  visit,
  marie,
  tom,
  eventId,
}) => {
  const params = { eventId };
  const other = await newEvent(tom, { title: 'Sea swim', invitee_ids: [marie.id] });
  const { page, allowErrors } = await visit(marie, KEEPING);
  allowErrors(...AWAY);
  for (const id of [eventId, other]) {
    await page.goto(`/event/${id}`);
    await answer(page, 'Maybe').waitFor();
    await expect.poll(() => keptKeys(page)).toContain(`["event",${id}]`);
  }
  await untilKept(page);
  await page.context().setOffline(true);
  for (const id of [eventId, other]) {
    await page.goto(`/event/${id}`);
    await answer(page, 'Going').click();
    await waits(page).waitFor();
  }
  await marie.ok(inviteRoutes.respondToInvite, { params, body: { status: 'declined' } });
  await tom.ok(eventRoutes.cancelEvent, { params: { eventId: other } });
  await page.context().setOffline(false);
  await page
    .getByText('Your answer to “Beach bonfire” was not sent: you have since answered on another device.')
    .waitFor();
  await page.getByText('Your answer to “Sea swim” was not sent: the event has been cancelled.').waitFor();
  expect((await marie.ok(eventRoutes.getEvent, { params })).my_status).toBe('declined');
});

test('PWA-05 RT-03 with the server down the app starts, shows what was read and queues an answer', async ({
  browser,
}) => {
  const product = await startProduct({}, SERVER, inject('emptyDataDir'));
  const profiles = createProfiles(browser, product);
  try {
    const [marie, tom] = [await newPerson(product, 'Marie'), await newPerson(product, 'Tom')];
    await befriend(marie, tom);
    const eventId = await newEvent(tom, { invitee_ids: [marie.id] });
    const { page } = await profiles.open(KEEPING);
    await page.goto('/login');
    await page.evaluate(([key, session]) => localStorage.setItem(key, session), [
      SESSION_STORAGE_KEY,
      marie.session,
    ] as const);
    await page.goto(`/event/${eventId}`);
    await answer(page, 'Going').waitFor();
    await untilKept(page);
    await expect.poll(() => keptKeys(page)).toContain(`["event",${eventId}]`);
    await product.stop();
    await page.goto(`/event/${eventId}`);
    // The page as last seen stands before it for a moment.
    const app = page.locator('#root');
    await app.getByRole('heading', { level: 1, name: 'Beach bonfire' }).waitFor();
    await page.getByText('Cannot reach Hereabouts. Trying again...').waitFor();
    await age(page).waitFor();
    await answer(page, 'Going').click();
    await waits(page).waitFor();
  } finally {
    await profiles.close();
    await product.stop().catch(() => {});
  }
});

test('PWA-08 with a full storage, and without a database or worker, only what they add is missing', async ({
  visit,
  marie,
  eventId,
}) => {
  const full = await visit(marie, KEEPING);
  full.allowErrors(...AWAY, /Quota/);
  const devtools = await full.page.context().newCDPSession(full.page);
  await full.page.goto('/login');
  const origin = new URL(full.page.url()).origin;
  await devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1_000 });
  const denied = await visit(marie, { ...KEEPING, serviceWorkers: 'block' });
  await denied.page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    Object.defineProperty(globalThis, 'indexedDB', { get: refuse });
    Object.defineProperty(globalThis, 'caches', { get: refuse });
    Object.defineProperty(navigator, 'serviceWorker', { get: () => undefined });
  });
  for (const { page } of [full, denied]) {
    await page.goto('/');
    await page.getByText('Beach bonfire').first().waitFor();
    await page.goto(`/event/${eventId}`);
    await answer(page, 'Going').click();
    await page.getByRole('button', { name: 'Going', exact: true, pressed: true }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(await page.getByRole('alert').count()).toBe(0);
  }
});
