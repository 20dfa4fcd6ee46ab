import { chatRoutes } from '@hereabouts/contract/chat';
import { eventRoutes } from '@hereabouts/contract/events';
import { startPushService, type TestDevice } from '@hereabouts/testing/push-service';
import type { Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { keptKeys, untilKept } from './app-kept.ts';
import { test as journey } from './fixtures.ts';
import { newPerson, type Person } from './person.ts';
import { PUSHING, startProduct } from './product.ts';
import { deliver, subscribeAs } from './push-device.ts';
import { button } from './screen-parts.ts';
import { launchBrowser, PASSWORD } from './visitor.ts';

/** From an invitation link to an answer given offline: what a person without an account goes through. */

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, serviceWorkers: 'allow' } as const;
const TITLE = 'Midsummer fire';
const CHANGE = 'We meet an hour later, at the slip';
const NEWS = `Marie announced: ${CHANGE}`;

const test = journey
  .extend('service', { scope: 'file' }, async ({}, { onCleanup }) => {
    const service = await startPushService();
    onCleanup(() => service.stop());
    return service;
  })
  .extend('product', { scope: 'file' }, async ({ service }, { onCleanup }) => {
    const settings = { TEST_PUSH_ORIGIN: service.origin };
    const product = await startProduct(settings, PUSHING, inject('emptyDataDir'));
    onCleanup(() => product.stop());
    return product;
  })
  /** The shell shows no notifications. */
  .extend('browser', { scope: 'worker' }, async ({}, { onCleanup }) => {
    const browser = await launchBrowser('--no-first-run');
    onCleanup(() => browser.close());
    return browser;
  });

const pressed = (page: Page, name: string) => page.getByRole('button', { name, exact: true, pressed: true });
const at = (page: Page, path: string) => page.waitForURL(({ pathname }) => pathname === path);

type HostedEvent = { eventId: number; link: string };

/** A host without friends creates an event and makes its link. */
async function hostEvent(page: Page): Promise<HostedEvent> {
  await page.goto('/new-event');
  await page.getByText('No friends to invite.').waitFor();
  await page.getByLabel('Event Title*').fill(TITLE);
  await page.getByLabel('Start Time*').fill('2031-06-20T19:00');
  await page.getByRole('button', { name: /^(Search for a location|Change)$/ }).click();
  await page.getByRole('combobox', { name: 'Place' }).fill('square');
  await page.getByRole('option', { name: 'Royal Square' }).click();
  await button(page, 'Create Event').click();
  await page.waitForURL(/\/event\/\d+$/);
  await button(page, 'Invite by link').click();
  await button(page, 'Make a link').click();
  const link = (await page.getByText(/^http.*\/join\/[\w-]{22}$/).textContent()) ?? '';
  await page.keyboard.press('Escape');
  return { eventId: Number(page.url().split('/').at(-1)), link };
}

/** Sees who, what, when and where, and answers as a guest with two taps and a name. */
async function answerLink(page: Page, { link, eventId }: HostedEvent): Promise<void> {
  await page.goto(link);
  await page.getByRole('heading', { level: 2, name: TITLE }).waitFor();
  for (const shown of ['Hosted by Marie', 'Royal Square', /\d\d:\d\d/]) {
    await page.getByRole('listitem').filter({ hasText: shown }).waitFor();
  }
  await button(page, 'Go on as a guest').click();
  await page.getByLabel('Your name').fill('Zoe');
  await button(page, 'Going').click();
  await at(page, `/event/${eventId}`);
  await pressed(page, 'Going').waitFor();
}

async function say(page: Page, eventId: number, words: string): Promise<void> {
  await page.goto(`/chat/${eventId}`);
  await page.getByRole('textbox', { name: 'Message' }).fill(words);
  await button(page, 'Send').click();
  await page.getByRole('log').getByText(words).waitFor();
}

async function turnOnPush(page: Page): Promise<void> {
  await page.goto('/notifications');
  const subscribed = page.waitForResponse((response) => {
    return response.request().method() === 'PUT' && response.url().endsWith('/api/me/push/subscription');
  });
  await button(page, 'Get notifications on this device').click();
  expect((await subscribed).status()).toBe(204);
}

/** The host announces a change while the page is closed; what arrives, decrypted, is shown by the device. */
async function receiveChange(host: Page, phone: Page, device: TestDevice): Promise<void> {
  await host.goto(phone.url());
  const origin = new URL(phone.url()).origin;
  const context = phone.context();
  await phone.close();
  await button(host, 'More for hosts').click();
  await host.getByRole('menuitem', { name: 'Make an announcement' }).click();
  await host.getByRole('dialog').getByLabel('Announcement').fill(CHANGE);
  await button(host, 'Announce').click();
  const news = () => device.received.find(({ message }) => message.body === NEWS)?.message;
  await expect.poll(news).toMatchObject({ title: TITLE });
  const blank = await context.newPage();
  const shown = async () => {
    await deliver(blank, news()!, origin);
    // Earlier ones are those of whoever had the browser profile before.
    const worker = context.serviceWorkers().at(-1);
    return worker?.evaluate(async () => {
      const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration };
      return (await registration.getNotifications()).map(({ body }) => body);
    });
  };
  await expect.poll(shown).toEqual([NEWS]);
  await blank.close();
}

async function createAccount(page: Page): Promise<string> {
  await page.goto('/profile');
  await page.getByRole('link', { name: 'Create an account' }).click();
  await page.getByLabel('Email').fill('zoe.at.last@example.org');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await button(page, 'Create account').click();
  await at(page, '/profile');
  await page.getByText('zoe.at.last@example.org').waitFor();
  return 'Zoe';
}

async function signIn(page: Page, account: Person): Promise<string> {
  await page.goto('/profile');
  await page.getByRole('link', { name: 'Sign in to an account' }).click();
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await button(page, 'LOG IN').click();
  await button(page, 'Bring them along').click();
  await page.getByText('Your answers and messages have come with you.').waitFor();
  return account.name;
}

/** Answers without a network, after a reload without one. */
async function answerOffline(page: Page, eventId: number): Promise<void> {
  await page.goto(`/event/${eventId}`);
  await pressed(page, 'Going').waitFor();
  await untilKept(page);
  await expect.poll(() => keptKeys(page)).toContain(`["event",${eventId}]`);
  await page.context().setOffline(true);
  await page.reload();
  // The page as last seen stands before it for a moment.
  await page.locator('#root').getByRole('heading', { level: 1, name: TITLE }).waitFor();
  await button(page, 'Maybe').click();
  await page.getByText('Will be sent when you are online', { exact: true }).waitFor();
  await page.context().setOffline(false);
}

test.for(['a new account', 'an account they had'] as const)(
  'a person without an account follows a link, answers, chats, gets a push, goes on with %s and answers offline',
  async (kind, { product, marie, service, visit }) => {
    const host = (await visit(marie)).page;
    const event = await hostEvent(host);
    const params = { eventId: event.eventId };
    const visitor = await visit(null, PHONE);
    visitor.allowErrors(/ERR_INTERNET_DISCONNECTED/, /WebSocket/);
    const context = visitor.page.context();
    await context.grantPermissions(['notifications'], { origin: product.url });
    const device = service.device();
    await subscribeAs(visitor.page, device);
    await answerLink(visitor.page, event);
    await say(visitor.page, event.eventId, 'Shall I bring wood?');
    await host.goto(`/chat/${event.eventId}`);
    await host.getByRole('log').getByText('Shall I bring wood?').waitFor();
    await turnOnPush(visitor.page);
    await visitor.page.goto(`/event/${event.eventId}`);
    await receiveChange(host, visitor.page, device);

    const page = await context.newPage();
    const name =
      kind === 'a new account'
        ? await createAccount(page)
        : await signIn(page, await newPerson(product, 'Zoe Renouf'));
    await page.goto(`/chat/${event.eventId}`);
    await page.getByRole('log').getByText('Shall I bring wood?').waitFor();
    await answerOffline(page, event.eventId);

    const seen = async () =>
      (await marie.ok(eventRoutes.getEvent, { params })).invites.map(({ user, status }) => {
        return { name: user.name, isAnonymous: user.is_anonymous === true, status };
      });
    await expect.poll(seen, { timeout: 30_000 }).toEqual([{ name, isAnonymous: false, status: 'tentative' }]);
    const { messages } = await marie.ok(chatRoutes.listMessages, { params });
    expect(messages.map(({ message, sender }) => [sender?.name, message])).toContainEqual([
      name,
      'Shall I bring wood?',
    ]);
    await host.goto(`/event/${event.eventId}`);
    await host.getByRole('listitem').filter({ hasText: name }).getByText('Maybe').waitFor();
  },
);
