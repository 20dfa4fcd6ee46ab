import { chatRoutes } from '@hereabouts/contract/chat';
import { eventLinkRoutes } from '@hereabouts/contract/event-links';
import { eventRoutes } from '@hereabouts/contract/events';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { test } from './fixtures.ts';
import { hold } from './held-request.ts';
import { loseAnswer } from './lost-answer.ts';
import { enterAs, enterAsGuest, inHours, newEvent, newPerson } from './person.ts';
import { button } from './screen-parts.ts';
import { expectAccessible, PASSWORD } from './visitor.ts';

/** Guests without an account, at their own browsers. */

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true };

const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
const at = (page: Page, path: string) => page.waitForURL(({ pathname }) => pathname === path);

/** Zoe, who may come. */
async function comeAsGuest(page: Page, token: string, eventId: number): Promise<void> {
  await page.goto(`/join/${token}`);
  await button(page, 'Go on as a guest').click();
  await page.getByLabel('Your name').fill('Zoe');
  await button(page, 'Maybe').click();
  await at(page, `/event/${eventId}`);
}

test('LINK-02 NAV-06 GUEST-05 two taps and one name answer a link; what needs an account leads to one, which keeps the answer', async ({
  product,
  visit,
}) => {
  const host = await newPerson(product, 'Marie Le Brocq');
  const eventId = await newEvent(host, {
    title: 'Midsummer fire',
    is_private: true,
    start_time: inHours(-1),
    end_time: inHours(5),
  });
  const { token } = await host.ok(eventLinkRoutes.createEventLink, { params: { eventId } });
  const { page } = await visit(null, PHONE);
  await page.goto(`/join/${token}`);
  await button(page, 'Go on as a guest').click();
  await page.getByLabel('Your name').fill('Zoe');
  await expectAccessible(page);
  await button(page, 'Going').click();
  await at(page, `/event/${eventId}`);
  await page.getByRole('button', { name: 'Going', exact: true, pressed: true }).waitFor();
  const own = page.getByRole('listitem').filter({ hasText: '(you)' });
  await own.getByText('Guest', { exact: true }).waitFor();

  await page.getByText('Keep this event:').waitFor();
  const account = link(page, 'create an account');
  expect(await account.getAttribute('href')).toBe(`/register?next=%2Fevent%2F${eventId}`);

  // The page of somebody else offers no profile, but a block and a report.
  await page.getByText('Hosted by').click();
  await button(page, 'More').click();
  await page.getByRole('menuitem', { name: 'Report' }).waitFor();
  await page.keyboard.press('Escape');

  await page.goto(`/event/${eventId}/live`);
  await page.getByText('Where you are stays on this device.').waitFor();
  await page.getByRole('heading', { name: 'Meeting point' }).waitFor();
  expect(await page.getByRole('button', { name: /Share|Set a meeting/ }).count()).toBe(0);
  await expectAccessible(page);

  await page.goto('/');
  const keep = page.getByRole('region', { name: 'Keep your events' }).getByRole('link');
  expect(await keep.getAttribute('href')).toBe('/register');
  // What needs an account is not louder than the way to one.
  const fillOf = (one: ReturnType<typeof link>) =>
    one.evaluate((element) => getComputedStyle(element).backgroundColor);
  const create = page.getByRole('main').getByRole('link', { name: 'Create New Event' });
  const primary = await fillOf(keep);
  expect(await fillOf(create)).not.toBe(primary);
  const list = await page.getByRole('region', { name: 'Your Events', exact: true }).boundingBox();
  const [keepBox, createBox] = [await keep.boundingBox(), await create.boundingBox()];
  expect(keepBox!.y).toBeGreaterThan(list!.y + list!.height);
  expect(createBox!.y).toBeGreaterThan(keepBox!.y);
  await expectAccessible(page);

  await page.goto('/contacts');
  await page.getByText('You need an account for this.').waitFor();
  await expectAccessible(page);
  await page.goto('/profile');
  await button(page, 'Sign Out').click();
  await page.getByText('There is no way back in', { exact: false }).waitFor();
  await button(page, 'Cancel').click();
  await link(page, 'Create an account').click();
  await page.getByLabel('Email').fill('zoe.by.link@example.org');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await expectAccessible(page);
  await button(page, 'Create account').click();
  await at(page, '/profile');
  await page.getByText('zoe.by.link@example.org').waitFor();
  await page.goto('/contacts');
  await page.getByRole('tab', { name: /Discover/ }).waitFor();
  await page.goto(`/event/${eventId}`);
  await own.getByText('Going').waitFor();
  // What the browser kept of the page still says so, until the answer is there.
  await own.getByText('Guest', { exact: true }).waitFor({ state: 'detached' });
  expect(await account.count()).toBe(0);
});

test('GUEST-02 a guest whose answer was lost with the new account goes on as the account', async ({
  visit,
}) => {
  const { page, allowErrors } = await visit(null, PHONE);
  allowErrors(/ERR_FAILED/);
  await page.goto('/login');
  await enterAsGuest(page, 'Zoe');
  await page.goto('/register?next=%2Fcontacts');
  await page.getByLabel('Email').fill('zoe.on.the.train@example.org');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await loseAnswer(page, 'PUT', '**/auth/v1/user*');
  await button(page, 'Create account').click();
  await at(page, '/contacts');
  await page.getByRole('tab', { name: /Discover/ }).waitFor();
});

test('GUEST-01 the answer of a guest is not sent as the member whom another tab signs in meanwhile', async ({
  product,
  visit,
}) => {
  const host = await newPerson(product, 'Marie Le Brocq');
  const eventId = await newEvent(host, { is_private: true });
  const { token } = await host.ok(eventLinkRoutes.createEventLink, { params: { eventId } });
  const member = await newPerson(product, 'Pierre');
  const { page, allowErrors } = await visit();
  allowErrors(/ERR_FAILED/);
  await page.goto(`/join/${token}`);
  await button(page, 'Go on as a guest').click();
  await page.getByLabel('Your name').fill('Zoe');
  const fail = await hold(page, '**/auth/v1/signup*', (route) => route.abort());
  await button(page, 'Going').click();
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes(token)) sent.push(request.url());
  });
  const other = await page.context().newPage();
  await enterAs({ page: other }, member);
  await other.goto('/profile');
  await button(page, 'See the event').waitFor();
  await fail();
  // It would have gone when the page became the member's.
  expect(sent).toEqual([]);
  await button(page, 'Maybe').click();
  await at(page, `/event/${eventId}`);
  expect(sent).toHaveLength(1);
});

/** As the guest who was left here has written it, without a network. */
const writeUnsent = (page: Page, eventId: number, message: string) =>
  page.evaluate(
    (written) => {
      const { user } = JSON.parse(localStorage.getItem('hereabouts.guest-left') ?? 'null');
      const entry = { ...written, id: crypto.randomUUID(), at: 1, state: 'waiting' };
      localStorage.setItem(`hereabouts.outbox.${user.id}.${entry.id}`, JSON.stringify(entry));
    },
    { eventId, message },
  );

test('GUEST-04 CHAT-09 a guest who signs in to an account is asked once, and the host sees the account in place of the guest', async ({
  product,
  visit,
}) => {
  const [host, account] = [
    await newPerson(product, 'Marie Le Brocq'),
    await newPerson(product, 'Zoe Renouf'),
  ];
  const eventId = await newEvent(host, {
    title: 'Swim at dawn',
    is_private: true,
    start_time: inHours(1),
    end_time: inHours(3),
  });
  const { token } = await host.ok(eventLinkRoutes.createEventLink, { params: { eventId } });
  const { page } = await visit(null, PHONE);
  await comeAsGuest(page, token, eventId);
  await page.goto('/login');
  await page.getByText('You are here as a guest.', { exact: false }).waitFor();
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await button(page, 'LOG IN').click();
  const dialog = page.getByRole('dialog');
  // Closing decides nothing.
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.reload();
  await dialog.getByText('You were here as the guest Zoe.', { exact: false }).waitFor();
  await writeUnsent(page, eventId, 'Bring towels');
  await dialog.getByRole('button', { name: 'Bring them along' }).click();
  await page.getByText('Your answers and messages have come with you.').waitFor();
  const readChat = async () => {
    const { messages } = await host.ok(chatRoutes.listMessages, { params: { eventId }, query: {} });
    return messages.map(({ message, sender }) => [sender?.name, message]);
  };
  await expect.poll(readChat).toContainEqual(['Zoe Renouf', 'Bring towels']);
  await page.getByRole('heading', { name: 'Swim at dawn' }).first().waitFor();
  await page.goto(`/event/${eventId}`);
  await page.getByRole('button', { name: 'Maybe', exact: true, pressed: true }).waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Maybe', exact: true, pressed: true }).waitFor();
  expect(await dialog.count()).toBe(0);
  const { invites } = await host.ok(eventRoutes.getEvent, { params: { eventId } });
  expect(invites.map(({ user, status }) => [user.name, status])).toContainEqual(['Zoe Renouf', 'tentative']);
  expect(invites.some(({ user }) => user.is_anonymous)).toBe(false);
});

test('GUEST-04 what a guest left is offered to nobody else who signs in after that session has ended', async ({
  product,
  visit,
}) => {
  const host = await newPerson(product, 'Marie Le Brocq');
  const account = await newPerson(product, 'Zoe Renouf');
  const next = await newPerson(product, 'Tom');
  const eventId = await newEvent(host, { start_time: inHours(1), end_time: inHours(3) });
  const { token } = await host.ok(eventLinkRoutes.createEventLink, { params: { eventId } });
  const { page, allowErrors } = await visit(null, PHONE);
  // Pages of the session that ends are still reading.
  allowErrors(/40[13]/, /could not load/);
  const signIn = async (email: string) => {
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await button(page, 'LOG IN').click();
  };
  await comeAsGuest(page, token, eventId);
  await page.goto('/login');
  await signIn(account.email);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  const { access_token } = JSON.parse(account.session) as { access_token: string };
  const headers = { authorization: `Bearer ${access_token}` };
  await fetch(`${product.url}/auth/v1/logout?scope=global`, { method: 'POST', headers });
  await page.waitForURL('**/login*');
  await signIn(next.email);
  await page.waitForURL((url) => !url.pathname.startsWith('/login'));
  await page.goto('/');
  await page.getByText('Welcome, Tom').waitFor();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('hereabouts.guest-left'))).toBeNull();
  expect(await page.getByRole('dialog').count()).toBe(0);
});

test('GUEST-04 PROF-06 whoever has closed the question what comes along is warned before a sign-out answers it for good', async ({
  product,
  visit,
}) => {
  const host = await newPerson(product, 'Marie Le Brocq');
  const account = await newPerson(product, 'Zoe Renouf');
  const eventId = await newEvent(host, { start_time: inHours(1), end_time: inHours(3) });
  const { token } = await host.ok(eventLinkRoutes.createEventLink, { params: { eventId } });
  const { page } = await visit(null, PHONE);
  await comeAsGuest(page, token, eventId);
  await page.goto('/login');
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await button(page, 'LOG IN').click();
  const question = page.getByRole('dialog');
  const warning = page.getByRole('alertdialog');
  const closeQuestion = () => question.getByRole('button', { name: 'Close' }).click();
  const behind = 'the answers and messages of the guest Zoe';
  await closeQuestion();
  await page.goto('/profile');
  await closeQuestion();
  await button(page, 'Sign out everywhere').click();
  await warning.getByText(behind, { exact: false }).waitFor();
  await button(page, 'Cancel').click();
  await warning.waitFor({ state: 'detached' });
  await button(page, 'Sign Out').click();
  await warning.getByText(behind, { exact: false }).waitFor();
  await expectAccessible(page);
  await button(page, 'Cancel').click();
  await warning.waitFor({ state: 'detached' });
  await page.reload();
  await question.getByText('You were here as the guest Zoe.', { exact: false }).waitFor();
  await closeQuestion();
  await button(page, 'Sign Out').click();
  await button(page, 'Sign out all the same').click();
  await at(page, '/login');

  // Whoever has nothing to choose is not asked.
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await button(page, 'LOG IN').click();
  await at(page, '/');
  await page.goto('/profile');
  await button(page, 'Sign Out').click();
  await at(page, '/login');
});
