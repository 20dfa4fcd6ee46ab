import { eventRoutes } from '@hereabouts/contract/events';
import { friendshipRoutes } from '@hereabouts/contract/friendships';
import { inviteRoutes } from '@hereabouts/contract/invites';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { test as journey } from './fixtures.ts';
import { ask, befriend, newEvent, newPerson, type Person } from './person.ts';
import { expectAccessible } from './visitor.ts';

/** Tom, a friend of Marie's, is at his phone and at his laptop. */
const test = journey
  .extend('settings', { scope: 'file' }, { WRITES_PER_MINUTE: '10000' })
  .extend('marie', ({ product }) => newPerson(product, 'Marie Le Brocq'))
  .extend('tom', async ({ product, marie }) => {
    const tom = await newPerson(product, 'Tom Renouf');
    await befriend(tom, marie);
    return tom;
  })
  .extend('phone', ({ visit, tom }) => visit(tom, { viewport: { width: 320, height: 700 }, hasTouch: true }))
  .extend('laptop', ({ visit, tom }) => visit(tom, { viewport: { width: 1280, height: 900 } }));

const row = (page: Page, words: string) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: words });
/** The words of what has the focus; none where it is lost. */
const focused = (page: Page) =>
  page.evaluate(() => (document.activeElement === document.body ? '' : document.activeElement?.textContent));
const answerOf = async (person: Person, eventId: number) =>
  (await person.ok(eventRoutes.getEvent, { params: { eventId } })).my_status;
const open = async (page: Page) => {
  await page.goto('/notifications');
  await page.getByRole('heading', { level: 2, name: 'Today' }).waitFor();
};

test('NOTE-03 an invitation is answered in the list, and tells the answer on every open device until the page is left', async ({
  marie,
  tom,
  phone,
  laptop,
}) => {
  const eventId = await newEvent(marie, { title: 'Sunset swim', invitee_ids: [tom.id] });
  await Promise.all([open(phone.page), open(laptop.page)]);
  const { page } = laptop;
  const going = row(page, 'Sunset swim').getByRole('button', { name: 'Going', exact: true });
  await going.waitFor();
  await row(phone.page, 'Sunset swim').getByRole('button', { name: 'Maybe' }).waitFor();
  const answers = row(phone.page, 'Sunset swim').getByRole('group').getByRole('button');
  const boxes = await answers.evaluateAll((all) =>
    all.map((answer) => {
      const { top, width, height } = answer.getBoundingClientRect();
      return { top, width: Math.round(width), height };
    }),
  );
  expect(boxes.map(({ height }) => height)).toEqual([44, 44, 44]);
  expect(new Set(boxes.map(({ top, width }) => `${top} ${width}`)).size).toBe(1);
  for (const each of [phone.page, page]) await expectAccessible(each);
  expect(
    await phone.page.evaluate(
      () => document.documentElement.scrollWidth <= document.documentElement.clientWidth,
    ),
  ).toBe(true);

  await going.focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => focused(page)).toBe('You are going');
  expect(await row(page, 'Sunset swim').getByRole('button').count()).toBe(0);
  expect(await answerOf(tom, eventId)).toBe('accepted');
  await expectAccessible(page);
  await row(phone.page, 'You are going').waitFor();
  expect(await row(phone.page, 'Sunset swim').getByRole('button').count()).toBe(0);
  expect(await focused(phone.page)).not.toBe('You are going');

  // First comes the list that the device has kept, perhaps from before the answer.
  const read = page.waitForResponse((response) => response.url().endsWith('/api/me/notifications'));
  await page.reload();
  await Promise.all([read, row(page, 'invited you to Sunset swim').waitFor()]);
  await expect.poll(() => row(page, 'Sunset swim').getByRole('button').count()).toBe(0);
  expect(await page.getByText('You are going').count()).toBe(0);
});

test('NOTE-03 friend requests are answered in the list, which keeps what was answered here', async ({
  product,
  marie,
  tom,
  phone,
  laptop,
}) => {
  const [ida, ola] = [await newPerson(product, 'Ida Hansen'), await newPerson(product, 'Ola Berg')];
  for (const person of [ida, ola]) await ask(person, tom);
  await newEvent(marie, { title: 'Sunset swim', invitee_ids: [tom.id] });
  await Promise.all([open(phone.page), open(laptop.page)]);
  const { page } = laptop;
  const accept = row(page, 'Ida Hansen').getByRole('button', { name: 'Accept' });
  await accept.focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => focused(page)).toBe('You are now friends');
  const { contacts } = await tom.ok(friendshipRoutes.listContacts, { query: { tab: 'friends' } });
  expect(contacts.map(({ name }) => name)).toContain('Ida Hansen');
  // Where it was not answered it is no news any more.
  await row(phone.page, 'Ida Hansen').waitFor({ state: 'detached' });

  await row(page, 'Ola Berg').getByRole('button', { name: 'Decline' }).click();
  await row(page, 'You declined').waitFor();
  await row(page, 'You are now friends').waitFor();
  await expectAccessible(page);
  await page.reload();
  await row(page, 'Sunset swim').waitFor();
  // First comes the list that the device has kept.
  await expect.poll(() => row(page, 'Ida Hansen').count()).toBe(0);
});

test('NOTE-03 what can no longer be answered loses its buttons, and the focus stays in the list', async ({
  product,
  marie,
  tom,
  laptop,
}) => {
  const eventId = await newEvent(marie, { title: 'Sunset swim', invitee_ids: [tom.id] });
  const ida = await newPerson(product, 'Ida Hansen');
  const friendshipId = await ask(ida, tom);
  const { page } = laptop;
  await open(page);
  await row(page, 'Ida Hansen').getByRole('button', { name: 'Accept' }).focus();
  await ida.ok(friendshipRoutes.deleteFriendship, { params: { friendshipId } });
  await row(page, 'Ida Hansen').waitFor({ state: 'detached' });
  await expect.poll(() => focused(page)).toContain('Sunset swim');

  await row(page, 'invited you').getByRole('button', { name: 'Maybe' }).focus();
  await marie.ok(eventRoutes.cancelEvent, { params: { eventId } });
  await row(page, 'cancelled Sunset swim').waitFor();
  await row(page, 'invited you').getByRole('button').first().waitFor({ state: 'detached' });
  await expect.poll(() => focused(page)).toContain('invited you to Sunset swim');
});

test('NOTE-03 PWA-06 an answer given without a network is told, and sent later', async ({
  marie,
  tom,
  phone,
}) => {
  const eventId = await newEvent(marie, { title: 'Sunset swim', invitee_ids: [tom.id] });
  const { page } = phone;
  await open(page);
  const maybe = row(page, 'Sunset swim').getByRole('button', { name: 'Maybe' });
  await maybe.waitFor();
  phone.allowErrors(/ERR_INTERNET_DISCONNECTED/);
  await page.context().setOffline(true);
  await maybe.click();
  await row(page, 'You might go').getByText('Will be sent when you are online').waitFor();
  expect(await answerOf(tom, eventId)).toBe('pending');
  await page.context().setOffline(false);
  await expect.poll(() => answerOf(tom, eventId)).toBe('tentative');
  await page.getByText('Will be sent when you are online').waitFor({ state: 'detached' });
  await row(page, 'You might go').waitFor();
  expect(await row(page, 'Sunset swim').getByRole('button').count()).toBe(0);
});

test('NOTE-03 everything is marked as read at once, and the list keeps the focus', async ({
  marie,
  tom,
  laptop,
}) => {
  const eventId = await newEvent(marie, { title: 'Sunset swim', invitee_ids: [tom.id] });
  await tom.ok(inviteRoutes.respondToInvite, { params: { eventId }, body: { status: 'accepted' } });
  const { page } = laptop;
  await open(page);
  const marked = page.getByRole('link', { name: /^New: / });
  await marked.first().waitFor();
  await page.getByRole('button', { name: 'Mark all as read' }).focus();
  await page.keyboard.press('Enter');
  await marked.first().waitFor({ state: 'detached' });
  expect(await page.getByRole('button', { name: 'Mark all as read' }).count()).toBe(0);
  await page.getByRole('status').filter({ hasText: 'Everything is marked as read' }).waitFor();
  await expect.poll(() => focused(page)).toContain('Sunset swim');
});
