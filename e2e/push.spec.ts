import { randomBytes } from 'node:crypto';
import { eventLinkRoutes } from '@hereabouts/contract/event-links';
import { notificationRoutes } from '@hereabouts/contract/notifications';
import { pushRoutes, type PushMessage } from '@hereabouts/contract/push';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectFocus } from './focus.ts';
import { linkIn, openSentMessages } from './sent-messages.ts';
import { befriend, newEvent, newPerson, type Person } from './person.ts';
import type { Product } from './product.ts';
import {
  deliver,
  isWaiting,
  newDevice,
  pushTest as test,
  readLate,
  drop,
  registered,
  shown,
  subscribeAs,
  subscribed,
  tap,
  untilTold,
} from './push-device.ts';
import { expectAccessible, PASSWORD } from './visitor.ts';

test('PUSH-01 PUSH-02 PUSH-05 one tap turns notifications on; one opens its page in the open window, one read elsewhere goes', async ({
  product,
  marie,
  visit,
}) => {
  const { page } = await visit(marie, { serviceWorkers: 'allow' });
  const tom = await newPerson(product, 'Tom Renouf');
  await befriend(tom, marie);
  await page.context().grantPermissions(['notifications'], { origin: product.url });
  await subscribeAs(page, newDevice());
  await page.goto('/notifications');
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  await page.getByText('even when Hereabouts is closed').waitFor();
  await page.getByRole('button', { name: 'Get notifications on this device' }).click();
  await page.getByRole('button', { name: 'Get notifications on this device' }).waitFor({ state: 'detached' });
  // The session of the page, not that of the calls of the test.
  const sent = page.waitForRequest((request) => request.url().endsWith('/api/me/notification-settings'));
  await page.getByRole('button', { name: 'Notification settings' }).click();
  const dialog = page.getByRole('dialog', { name: 'Notification settings' });
  await dialog.getByRole('checkbox', { name: 'Answers to your events' }).uncheck();
  await dialog.getByRole('checkbox', { name: 'Quiet hours' }).check();
  await dialog.getByLabel('Until').fill('06:30');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  expect((await sent).postDataJSON()).toEqual({
    off: ['answers'],
    quiet: { from: 1320, until: 390 },
    hides_details: false,
    by_mail: true,
    before: { off: [], quiet: null, hides_details: false, by_mail: true },
  });
  await dialog.waitFor({ state: 'detached' });

  // Seeing the list is reading it.
  await page.goto('/');
  const eventId = await newEvent(tom, { title: 'Sunset swim', invitee_ids: [marie.id] });
  const { keep } = await marie.ok(pushRoutes.listShownNews);
  const tag = keep[0] ?? '';
  const at = new Date().toISOString();
  // A worker that is about to stop may miss what the devices' protocol delivers; a push service starts it anew. Not
  // while the first may still be on its way: the second would take the notification away for a moment.
  const arrives = async (message: PushMessage) => {
    const deliverOnce = async () => {
      await deliver(page, message);
      await expect
        .poll(async () => (await shown(page)).map(({ tag }) => tag), { timeout: 5_000 })
        .toContain(message.tag);
    };
    await deliverOnce().catch(deliverOnce);
  };
  const news = { title: 'Sunset swim', body: 'Tom Renouf invited you', tag, path: `/event/${eventId}`, at };
  await arrives({ ...news, tag: 'read-before', keep, read_chats: [] });
  // What is no news any more goes with the next one.
  await arrives({ ...news, keep, read_chats: [], as_of: new Date().toISOString() });
  await expect.poll(() => shown(page)).toEqual([{ title: news.title, body: news.body, tag }]);
  await tap(page, tag);
  await page.waitForURL(`**/event/${eventId}`);
  await page.getByRole('heading', { level: 1, name: 'Sunset swim' }).waitFor();
  await expect.poll(() => shown(page)).toEqual([]);

  await arrives({ ...news, keep, read_chats: [] });
  // Sent before, and late: it knows nothing of that one.
  const early = new Date(Date.parse(at) - 1_000).toISOString();
  await arrives({ ...news, tag: 'late', at: early, keep: [], read_chats: [], as_of: early });
  expect((await shown(page)).map((one) => one.tag)).toContain(tag);
  await marie.ok(notificationRoutes.markNotificationsRead, { body: { up_to_id: Number.MAX_SAFE_INTEGER } });
  await expect.poll(() => shown(page)).toEqual([]);

  await page.goto(`/chat/${eventId}`);
  await page.getByRole('button', { name: 'Notifications for this chat' }).click();
  await page.getByRole('menuitem', { name: 'Mute for good' }).click();
  await page.getByRole('button', { name: 'Notifications for this chat, muted' }).waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Notifications for this chat, muted' }).waitFor();
});

test('PUSH-03 PWA-05 a sign-out removes shown notifications and the browser’s subscription', async ({
  marie,
  product,
  visit,
}) => {
  const { page } = await visit(marie, { serviceWorkers: 'allow' });
  await page.context().grantPermissions(['notifications'], { origin: product.url });
  await page.goto('/profile');
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.showNotification('Sunset swim', { body: 'Tom Renouf invited you' });
    Object.assign(globalThis, { ended: 0 });
    const unsubscribe = async () => {
      (globalThis as unknown as { ended: number }).ended += 1;
      return true;
    };
    PushManager.prototype.getSubscription = async () => ({ unsubscribe }) as unknown as PushSubscription;
    await caches.open('hereabouts.tapped');
  });
  expect(await shown(page)).toHaveLength(1);
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
  await page.waitForURL('**/login');
  await expect.poll(() => shown(page)).toEqual([]);
  // Nor does the next person here come to what was tapped.
  await expect.poll(() => isWaiting(page)).toBe(false);
  await expect.poll(() => page.evaluate(() => (globalThis as unknown as { ended: number }).ended)).toBe(1);
});

const offer = (page: Page) => page.getByRole('button', { name: 'Get notifications on this device' });

/** Turns notifications on, at a device that the page then has. */
async function turnedOn(page: Page): Promise<ReturnType<typeof newDevice>> {
  const device = newDevice();
  await page.context().grantPermissions(['notifications']);
  await subscribeAs(page, device);
  await page.goto('/notifications');
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  await offer(page).click();
  await page.getByRole('status').filter({ hasText: 'Notifications are now on for this device' }).waitFor();
  await expectFocus(page, 'Notifications');
  await expect.poll(() => registered(page)).toBe(device.endpoint);
  await untilTold(page, device.endpoint);
  return device;
}

test('PUSH-01 PUSH-03 a device that the server has dropped is registered again by the page of notifications', async ({
  marie,
  visit,
}) => {
  const { page } = await visit(marie, { serviceWorkers: 'allow' });
  const device = await turnedOn(page);
  await drop(page);
  expect(await registered(page)).toBeNull();
  await page.reload();
  await expect.poll(() => registered(page)).toBe(device.endpoint);
});

test('PUSH-01 a device that is turned off stays off', async ({ marie, visit }) => {
  const { page } = await visit(marie, { serviceWorkers: 'allow' });
  await turnedOn(page);
  await page.getByRole('button', { name: 'Notification settings' }).click();
  await page.getByRole('button', { name: 'Turn off on this device' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.reload();
  await offer(page).waitFor();
  expect([await registered(page), await subscribed(page)]).toEqual([null, undefined]);
});

/** By the link of an event, which the page then shows. */
async function comeAsGuest(page: Page, product: Product): Promise<void> {
  const host = await newPerson(product, 'Tom');
  const eventId = await newEvent(host, { title: 'Swim at dawn' });
  const { token } = await host.ok(eventLinkRoutes.createEventLink, { params: { eventId } });
  await page.goto(`/join/${token}`);
  await page.getByRole('button', { name: 'Go on as a guest' }).click();
  await page.getByLabel('Your name').fill('Zoe');
  await page.getByRole('button', { name: 'Maybe' }).click();
  await page.waitForURL(`**/event/${eventId}`);
}

async function resetLink(product: Product, { email }: Person): Promise<string> {
  const sentMessages = openSentMessages(product);
  await fetch(`${product.url}/auth/v1/recover`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  });
  return linkIn(await sentMessages.next(email));
}

test('RESET-01 PUSH-01 PUSH-03 after a reset link with two tabs open notifications stay on, at a new endpoint', async ({
  marie,
  product,
  visit,
}) => {
  const { page } = await visit(marie, { serviceWorkers: 'allow' });
  const device = await turnedOn(page);
  const other = await page.context().newPage();
  await subscribeAs(other, device);
  await other.goto('/contacts');
  await other.getByRole('tab', { name: 'Discover' }).waitFor();

  await page.goto(await resetLink(product, marie));
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('New password', { exact: true }).fill('another-heather-and-gorse-7');
  await page.getByLabel('Repeat new password').fill('another-heather-and-gorse-7');
  await page.getByRole('button', { name: 'Save new password' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await expect.poll(() => registered(page)).toMatch(`${device.endpoint}-`);
  await untilTold(page, `${device.endpoint}-`);
  await other.reload();
  await other.getByRole('tab', { name: 'Discover' }).waitFor();
  await page.goto('/notifications');
  await page.getByRole('heading', { name: 'Notifications', exact: true }).waitFor();
  expect(await registered(page)).toMatch(`${device.endpoint}-`);
  expect(await subscribed(page)).toBe(await registered(page));
});

test.for([
  ['on again for the same person who signs in', 'Marie'],
  ['off for somebody else who signs in', 'Tom'],
] as const)(
  'PUSH-03 after a session was ended on another device its notifications are %s',
  async ([_, name], { marie, product, visit }) => {
    const { page, allowErrors } = await visit(marie, { serviceWorkers: 'allow' });
    allowErrors(/40[13]/);
    const device = await turnedOn(page);
    const { access_token } = JSON.parse(marie.session) as { access_token: string };
    const headers = { authorization: `Bearer ${access_token}` };
    await fetch(`${product.url}/auth/v1/logout?scope=global`, { method: 'POST', headers });
    await page.waitForURL('**/login*');
    await expect.poll(() => subscribed(page)).toBeUndefined();

    const next = name === 'Marie' ? marie : await newPerson(product, name);
    await page.getByLabel('Email').fill(next.email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'LOG IN' }).click();
    await page.waitForURL((url) => !url.pathname.startsWith('/login'));
    if (name === 'Marie') await untilTold(page, `${device.endpoint}-2`);
    await page.goto('/notifications');
    if (name === 'Tom') await offer(page).waitFor();
    else await expect.poll(() => subscribed(page)).toBe(`${device.endpoint}-2`);
    expect(await registered(page)).toBe(name === 'Tom' ? null : `${device.endpoint}-2`);
  },
);

test.for(['an account', 'a guest who has become an account'])(
  'PUSH-03 notifications are off where somebody else’s reset link replaces the session of %s',
  async (who, { marie, product, visit }) => {
    const isAnonymous = who !== 'an account';
    const { page, allowErrors } = await visit(isAnonymous ? null : marie, { serviceWorkers: 'allow' });
    allowErrors(/40[13]/);
    if (isAnonymous) await comeAsGuest(page, product);
    await turnedOn(page);
    if (isAnonymous) {
      await page.goto('/register');
      await page.getByLabel('Email').fill(`zoe-${randomBytes(4).toString('hex')}@example.org`);
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.getByRole('button', { name: 'Create account' }).click();
      await page.waitForURL((url) => url.pathname !== '/register');
    }
    await page.goto(await resetLink(product, await newPerson(product, 'Tom')));
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByLabel('New password', { exact: true }).waitFor();
    await expect.poll(() => subscribed(page)).toBeUndefined();
    await page.goto('/notifications');
    await offer(page).waitFor();
    expect(await registered(page)).toBeNull();
  },
);

test.for(['Bring them along', 'Leave them'])(
  'PUSH-03 GUEST-04 a guest’s notifications stay on with the account that they sign in to and choose "%s", in both tabs',
  async (choice, { marie: account, product, visit }) => {
    const { page } = await visit(null, { serviceWorkers: 'allow' });
    await comeAsGuest(page, product);
    const device = await turnedOn(page);
    const other = await page.context().newPage();
    await subscribeAs(other, device);
    await readLate(other, 'hereabouts.push');
    await other.goto('/');

    await page.goto('/login');
    await page.getByLabel('Email').fill(account.email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'LOG IN' }).click();
    await page.getByRole('dialog').getByRole('button', { name: choice }).click();
    // A page that is left before asks again.
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(() => registered(page)).toBe(`${device.endpoint}-2`);
    await untilTold(page, `${device.endpoint}-2`);
    await other.getByText('Welcome, Marie').waitFor();
    await page.goto('/notifications');
    await page.getByRole('heading', { name: 'Notifications', exact: true }).waitFor();
    expect(await registered(page)).toBe(`${device.endpoint}-2`);
    expect(await subscribed(page)).toBe(`${device.endpoint}-2`);
  },
);

test('PUSH-06 the page of a mail’s link needs a press, and says when the link does not work', async ({
  newcomer,
}) => {
  const { page } = newcomer;
  await page.goto(`/unsubscribe/${'A'.repeat(43)}`);
  await page.getByRole('button', { name: 'Stop these emails' }).click();
  await page.getByText('This link does not work.').waitFor();
  await expectAccessible(page);
});

test('PUSH-06 the page of a mail’s link says that the mails have ended, and its heading has the focus', async ({
  newcomer,
}) => {
  const { page } = newcomer;
  await page.route('**/api/unsubscribe/*', (route) => route.fulfill({ status: 204 }));
  await page.goto(`/unsubscribe/${'A'.repeat(43)}`);
  await page.getByRole('button', { name: 'Stop these emails' }).click();
  await page.getByRole('status').filter({ hasText: 'You will not get any more of these emails' }).waitFor();
  await expectFocus(page, 'Emails about your events');
  await expectAccessible(page);
});
