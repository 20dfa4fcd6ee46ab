import { eventRoutes } from '@hereabouts/contract/events';
import { friendshipRoutes } from '@hereabouts/contract/friendships';
import { PAGE_DEFAULT } from '@hereabouts/contract/limits';
import { notificationRoutes, type NotificationPage } from '@hereabouts/contract/notifications';
import { notificationSettingsRoutes } from '@hereabouts/contract/notification-settings';
import { pushRoutes } from '@hereabouts/contract/push';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { changing, failing } from './answering.ts';
import { test as journey } from './fixtures.ts';
import { expectFocus } from './focus.ts';
import { keepFromJoining } from './keep-from-joining.ts';
import { ask, befriend, newEvent, newPerson, type Person } from './person.ts';
import { requestsWith, twentyFrames } from './requests.ts';
import { expectAccessible } from './visitor.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };

/** Tom, a friend of Marie's, has read all that came so far. He is at his phone and at his laptop. */
const test = journey
  .extend('settings', { scope: 'file' }, { WRITES_PER_MINUTE: '10000' })
  .extend('marie', ({ product }) => newPerson(product, 'Marie Le Brocq'))
  .extend('tom', async ({ product, marie }) => {
    const tom = await newPerson(product, 'Tom Renouf');
    await befriend(tom, marie);
    await readEverything(tom);
    return tom;
  })
  .extend('phone', ({ visit, tom }) => visit(tom, PHONE))
  .extend('laptop', ({ visit, tom }) => visit(tom, { viewport: { width: 1280, height: 900 } }));

const bell = (page: Page, unread = 0) =>
  page
    .getByRole('link', {
      name: unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`,
      exact: true,
    })
    .filter({ visible: true });
const rows = (page: Page) => page.getByRole('main').getByRole('listitem');
const row = (page: Page, words: string | RegExp) => rows(page).filter({ hasText: words });
const newRow = (page: Page, words: string) =>
  rows(page).getByRole('link', { name: new RegExp(`^New: .*${words}`) });
async function readEverything(person: Person): Promise<void> {
  await person.ok(notificationRoutes.markNotificationsRead, { body: { up_to_id: Number.MAX_SAFE_INTEGER } });
}

test('NOTE-01 an invitation raises the bell’s count on every page, in every tab, without a reload', async ({
  marie,
  tom,
  phone,
  laptop,
}) => {
  await Promise.all([phone.page.goto('/'), laptop.page.goto('/contacts')]);
  await Promise.all([bell(phone.page).waitFor(), bell(laptop.page).waitFor()]);
  const eventId = await newEvent(marie, { title: 'Sunset swim', invitee_ids: [tom.id] });
  await Promise.all([bell(phone.page, 1).waitFor(), bell(laptop.page, 1).waitFor()]);

  await marie.ok(eventRoutes.updateEvent, {
    params: { eventId },
    body: { ...(await formOf(marie, eventId)), title: 'Sunrise swim' },
  });
  await Promise.all([bell(phone.page, 2).waitFor(), bell(laptop.page, 2).waitFor()]);
  await phone.page.reload();
  await bell(phone.page, 2).waitFor();
  await phone.page.goto('/contacts');
  await bell(phone.page, 2).waitFor();
  await expectAccessible(phone.page);
});

test('NOTE-01 opening the list marks it as read on all devices; new entries stay highlighted for the visit', async ({
  marie,
  tom,
  phone,
  laptop,
}) => {
  await inviteAndChange(marie, tom);
  await Promise.all([phone.page.goto('/'), laptop.page.goto('/contacts')]);
  const { page } = phone;
  await bell(page, 2).click();
  await page.getByRole('heading', { level: 1, name: 'Notifications' }).waitFor();
  await row(page, 'Marie Le Brocq changed Sunrise swim').waitFor();
  await bell(laptop.page).waitFor();
  await newRow(page, 'invited you to').waitFor();
  await newRow(page, 'changed').waitFor();
  expect(await newRow(page, '').count()).toBe(2);
  await expectAccessible(page);

  await expect.poll(() => unreadOf(tom)).toBe(0);
  // Seen on the server by now, and read again from there, after what the browser has kept.
  await page.reload();
  await row(page, 'Marie Le Brocq invited you to Sunrise swim').waitFor();
  await expect.poll(() => newRow(page, '').count()).toBe(0);
});

test('NOTE-01 a notification that arrives while the list is open is on top, highlighted, and read at once', async ({
  product,
  tom,
  phone,
  laptop,
}) => {
  await Promise.all([phone.page.goto('/notifications'), laptop.page.goto('/contacts')]);
  await Promise.all([rows(phone.page).first().waitFor(), bell(laptop.page).waitFor()]);
  const { page } = phone;
  const stranger = await newPerson(product, 'Harriet Vautier');
  await ask(stranger, tom);
  await row(page, 'Harriet Vautier sent you a friend request').waitFor();
  expect(await rows(page).first().textContent()).toContain('Harriet Vautier');
  await newRow(page, 'friend request').waitFor();
  await bell(laptop.page).waitFor();
  await expect.poll(() => unreadOf(tom)).toBe(0);
});

test('NOTE-01 each notification links to its subject, also by keyboard', async ({
  product,
  marie,
  tom,
  laptop,
}) => {
  await inviteAndChange(marie, tom);
  await ask(await newPerson(product, 'Harriet Vautier'), tom);
  await readEverything(tom);
  await laptop.page.goto('/contacts');
  const { page } = laptop;
  await bell(page).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname === '/notifications');
  await row(page, 'sent you a friend request').waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Notifications');
  await page.keyboard.press('Tab');
  await expectFocus(page, 'Notification settings');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname === '/contacts' && url.search === '?tab=pending');
  await page.getByRole('button', { name: 'Accept' }).waitFor();

  await page.goBack();
  await row(page, 'changed Sunrise swim').getByRole('link').click();
  await page.getByRole('heading', { level: 1, name: 'Sunrise swim' }).waitFor();
});

test('NOTE-01 accepting a request notifies its sender and removes its own notification', async ({
  product,
  visit,
  tom,
  laptop,
}) => {
  const { page } = laptop;
  const asker = await newPerson(product, 'Beatriz Nóbrega');
  const visitor = await visit(asker);
  await visitor.page.goto('/notifications');
  await visitor.page.getByText('No notifications yet').waitFor();
  await expectAccessible(visitor.page);

  const friendshipId = await ask(asker, tom);
  await page.goto('/notifications');
  await row(page, 'Beatriz Nóbrega sent you').waitFor();
  await tom.ok(friendshipRoutes.acceptFriendRequest, { params: { friendshipId } });
  await row(visitor.page, 'You and Tom Renouf are now friends').waitFor();
  await row(page, 'Beatriz Nóbrega').waitFor({ state: 'detached' });
});

test('NOTE-01 older notifications are loaded while scrolling down', async ({ product, visit, marie }) => {
  const reader = await newPerson(product, 'Reader');
  await befriend(marie, reader);
  for (let count = 0; count <= PAGE_DEFAULT + 5; count++) {
    await newEvent(marie, { title: `Event ${count}`, invitee_ids: [reader.id] });
  }
  const visitor = await visit(reader, PHONE);
  const { page } = visitor;
  // The list is read before the part that shows it: what stands in for it is short, and asks for nothing more.
  const listed = page.waitForResponse('**/api/me/notifications');
  await page.route('**/notification-days-*.js', async (route) => {
    await (await listed).finished();
    await page.evaluate(twentyFrames);
    await route.continue();
  });
  const older = requestsWith(page, 'cursor=');
  await page.goto('/notifications');
  await row(page, `Event ${PAGE_DEFAULT + 5}`).waitFor();
  expect(older).toEqual([]);
  expect(await row(page, / Event 0(?!\d)/).count()).toBe(0);
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 4_000);
      return await row(page, / Event 0(?!\d)/).count();
    })
    .toBe(1);
  const titles = await rows(page).allTextContents();
  // Opening the list has marked them all; for this visit they are new, also those that came later.
  await expect.poll(() => unreadOf(reader)).toBe(0);
  const invitations = titles.filter((title) => / Event \d/.test(title));
  expect(invitations.every((title) => title.includes('New: '))).toBe(true);
  expect(titles.length).toBe(new Set(titles).size);
});

test('NOTE-01 ERR-02 a page of older notifications that fails is requested once, and again only when asked for', async ({
  marie,
  tom,
  phone: visitor,
}) => {
  const { page } = visitor;
  visitor.allowErrors(/500/, /could not load|server failed/);
  await newEvent(marie, { title: 'Bonfire', invitee_ids: [tom.id] });
  // Nothing else reads the list again: after a good answer it may read on.
  await readEverything(tom);
  await keepFromJoining(page);
  await changing<NotificationPage>('**/api/me/notifications', (list) => ({ ...list, next_cursor: 'older' }))(
    page,
  );
  await failing('**/api/me/notifications?cursor=*')(page);
  const older = requestsWith(page, 'cursor=');
  await page.goto('/notifications');
  await row(page, 'Bonfire').waitFor();
  await expect.poll(() => older).toHaveLength(1);
  await page.evaluate(twentyFrames);
  expect(older).toHaveLength(1);
  await page.getByRole('alert').getByText('Could not load', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Show older notifications', exact: true }).click();
  await expect.poll(() => older).toHaveLength(2);
});

const unreadOf = async (person: Person) =>
  (await person.ok(notificationRoutes.listNotifications, { query: { limit: 1 } })).unread_count;

/** An event as the form would send it back unchanged. */
async function formOf(marie: Person, eventId: number) {
  const event = await marie.ok(eventRoutes.getEvent, { params: { eventId } });
  const { title, description, image, location_name, location_address, is_private, start_time, end_time } =
    event;
  const { location_latitude, location_longitude, invites } = event;
  return {
    title,
    description,
    image,
    location_name,
    location_address,
    location_latitude,
    location_longitude,
    start_time,
    end_time,
    is_private,
    invitee_ids: invites.map(({ user }) => user.id),
    keep_answers: true,
  };
}

/** Two things for a friend to read: an invitation, and that the event was changed. */
async function inviteAndChange(marie: Person, friend: Person): Promise<void> {
  const eventId = await newEvent(marie, { title: 'Sunset swim', invitee_ids: [friend.id] });
  const body = { ...(await formOf(marie, eventId)), title: 'Sunrise swim' };
  await marie.ok(eventRoutes.updateEvent, { params: { eventId }, body });
}

test('PUSH-02 the settings are shown and saved as another device leaves them, also while they are open', async ({
  tom,
  laptop,
}) => {
  const { page } = laptop;
  await page.goto('/notifications');
  const dialog = page.getByRole('dialog', { name: 'Notification settings' });
  const answers = dialog.getByRole('checkbox', { name: 'Answers to your events' });
  const open = () => page.getByRole('button', { name: 'Notification settings' }).click();
  await open();
  await answers.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  const { settings } = await tom.ok(pushRoutes.getPush);
  const elsewhere = { ...settings, off: ['answers' as const] };
  const saveElsewhere = (changes: object) =>
    tom.ok(notificationSettingsRoutes.saveNotificationSettings, { body: { ...elsewhere, ...changes } });
  await saveElsewhere({});
  await open();
  await answers.waitFor();
  expect(await answers.isChecked()).toBe(false);
  await saveElsewhere({ by_mail: false });
  await dialog.getByRole('checkbox', { name: 'Hide details' }).check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect((await tom.ok(pushRoutes.getPush)).settings).toEqual({
    ...elsewhere,
    by_mail: false,
    hides_details: true,
  });
});

test('NOTE-01 a mark that failed is made again when the list is read again', async ({
  product,
  marie,
  tom,
  laptop,
}) => {
  const { page } = laptop;
  laptop.allowErrors(/500/, /not saved|server failed/);
  await ask(await newPerson(product, 'Ida Hansen'), tom);
  await newEvent(marie, { title: 'Sunset swim', invitee_ids: [tom.id] });
  const marks = '**/api/me/notifications/read';
  await failing(marks)(page);
  const failed = page.waitForResponse(marks);
  await page.goto('/notifications');
  await failed;
  await page.unroute(marks);
  await row(page, 'Ida Hansen').getByRole('button', { name: 'Decline' }).click();
  await expect.poll(() => unreadOf(tom)).toBe(0);
});

test('NOTE-01 notifications that were seen without a network are read once it is back', async ({
  marie,
  tom,
  laptop,
}) => {
  const { page } = laptop;
  laptop.allowErrors(/ERR_/, /\[hereabouts\]/, /WebSocket/);
  await newEvent(marie, { title: 'Sunset swim', invitee_ids: [tom.id] });
  const marks = '**/api/me/notifications/read';
  await page.route(marks, (route) => route.abort());
  const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/read'));
  await page.goto('/notifications');
  await newRow(page, 'Sunset swim').waitFor();
  await failed;
  await page.context().setOffline(true);
  await page.unroute(marks);
  await page.context().setOffline(false);
  await expect.poll(() => unreadOf(tom)).toBe(0);
});
