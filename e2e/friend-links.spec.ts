import { eventLinkRoutes } from '@hereabouts/contract/event-links';
import { friendLinkRoutes } from '@hereabouts/contract/friend-links';
import { decodeQR } from 'qr/decode.js';
import sharp from 'sharp';
import type { Page, Route } from 'playwright-core';
import { expect } from 'vitest';
import { test as journey } from './fixtures.ts';
import { expectFocus, expectFocused, tabTo } from './focus.ts';
import { keepFromJoining } from './keep-from-joining.ts';
import { newEvent, newPerson, type Person } from './person.ts';
import { button } from './screen-parts.ts';
import { expectAccessible, PASSWORD } from './visitor.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };

const test = journey
  .extend('marie', ({ product }) => newPerson(product, 'Marie Le Brocq'))
  .extend('visitor', ({ visit, marie }) =>
    visit(marie, { ...PHONE, permissions: ['clipboard-read', 'clipboard-write'] }),
  );

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Add in person' });
const code = (page: Page) => page.getByRole('img', { name: 'QR code of your link' });
const address = (page: Page) => dialog(page).getByText(/^http.*\/add\//);
const newLink = (owner: Person) => owner.ok(friendLinkRoutes.createFriendLink);

/** What the camera of a phone finds in the code. */
async function scan(page: Page): Promise<string> {
  const { data, info } = await sharp(await code(page).screenshot({ animations: 'disabled' }))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return decodeQR({ width: info.width, height: info.height, data: new Uint8Array(data) });
}

test('NOTE-02 "Add in person" shows a code, the same link as text, and until when it works', async ({
  page,
}) => {
  await page.goto('/contacts');
  await button(page, 'Add in person').click();
  await code(page).waitFor();
  await page.getByText(/^Works until \w{3} \d+ \w{3} at \d\d:\d\d$/).waitFor();
  const shown = await address(page).textContent();
  expect(shown).toMatch(/\/add\/[\w-]{22}$/);
  expect(await scan(page)).toBe(shown);
  await expectAccessible(page);

  await button(page, 'Copy').click();
  await page.getByRole('status').getByText('Link copied.').waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(shown);
});

test('NOTE-02 NAV-02 NAV-07 a newcomer who scans the code signs up, lands on the link and presses one button', async ({
  visit,
  visitor: host,
  marie,
}) => {
  await host.page.goto('/contacts');
  await button(host.page, 'Add in person').click();
  await code(host.page).waitFor();
  const { page } = await visit(null, PHONE);
  await page.goto(await scan(host.page));
  await page.getByRole('heading', { level: 2, name: 'Marie Le Brocq' }).waitFor();
  expect(await button(page, 'Add as a friend').count()).toBe(0);
  await page.getByRole('link', { name: 'Create an account' }).click();
  await page.getByLabel('Full name').fill('Tom Renouf');
  await page.getByLabel('Email').fill('tom@example.org');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();

  await page.waitForURL((url) => url.pathname.startsWith('/add/'));
  await page.getByRole('heading', { level: 1, name: 'Add a friend' }).waitFor();
  await page.getByRole('heading', { level: 2, name: 'Marie Le Brocq' }).waitFor();
  await expectAccessible(page);
  await button(page, 'Add as a friend').click();
  const now = page.getByText('You are friends now.');
  await now.waitFor();
  await expectFocused(now);
  await expectAccessible(page);

  // The one who shows the code sees the new friend without a reload.
  await host.page.getByRole('status').getByText('Tom Renouf is now your friend').waitFor();
  await expectAccessible(host.page);
  await host.page.keyboard.press('Escape');
  await dialog(host.page).waitFor({ state: 'detached' });
  await host.page.getByRole('listitem').filter({ hasText: 'Tom Renouf' }).waitFor();

  // Opened again it says that they are friends already.
  await page.reload();
  await page.getByText('You are friends already.').waitFor();
  await page.getByRole('link', { name: 'View Profile' }).click();
  await page.waitForURL((url) => url.pathname === `/profile/${marie.id}`);
  await page.getByText(/^Friends since /).waitFor();
});

test('NOTE-02 with the keyboard alone: open, make a new link, revoke it, close', async ({
  product,
  visit,
  page,
}) => {
  await page.goto('/contacts');
  const opener = button(page, 'Add in person');
  await opener.focus();
  await page.keyboard.press('Enter');
  await code(page).waitFor();
  const first = await address(page).textContent();

  // The code shows what was read before; the buttons come with the answer.
  await button(page, 'New link').waitFor();
  await tabTo(page, 'New link');
  await page.keyboard.press('Enter');
  await page.getByText('This is your new link. The old one no longer works.').waitFor();
  const second = await address(page).textContent();
  expect(second).not.toBe(first);
  expect(await scan(page)).toBe(second);

  await tabTo(page, 'Switch off');
  await page.keyboard.press('Enter');
  await page.getByText('Your link is switched off.').waitFor();
  await dialog(page).getByText('You have no working link at the moment.').waitFor();
  expect(await code(page).count()).toBe(0);
  await expectFocus(page, 'New link');
  await expectAccessible(page);

  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
  await expectFocus(page, 'Add in person');

  const guest = await visit(await newPerson(product, 'Tom Renouf'), PHONE);
  guest.allowErrors(/404/, /could not load/);
  const { page: other } = guest;
  for (const gone of [first, second, `${product.url}/add/nothing`]) {
    await other.goto(gone ?? '');
    await other.getByText('This link has expired or was switched off.', { exact: true }).waitFor();
  }
  await expectAccessible(other);
  await other.getByRole('link', { name: 'Back to Contacts', exact: true }).click();
  await other.waitForURL((url) => url.pathname === '/contacts');
});

test('NOTE-02 a link that is switched off after a new one could not be made is said to be switched off', async ({
  visitor,
}) => {
  const { page } = visitor;
  visitor.allowErrors(/500/, /not saved|server failed/);
  await page.goto('/contacts');
  await button(page, 'Add in person').click();
  await code(page).waitFor();
  const answering = async (route: Route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500, json: {} }) : route.fallback();
  await page.route('**/api/me/friend-link', answering);
  await button(page, 'New link').click();
  await dialog(page).getByText('A new link could not be made. Please try again.').waitFor();
  await button(page, 'Switch off').click();
  await dialog(page).getByText('You have no working link at the moment.').waitFor();
  await dialog(page).getByText('Your link is switched off.').waitFor();
});

test('NOTE-02 the link is the same on another device, and ends there when it is revoked here', async ({
  visit,
  marie,
  page,
}) => {
  await page.goto('/contacts');
  const laptop = await visit(marie, { viewport: { width: 1280, height: 900 } });
  await button(page, 'Add in person').click();
  await code(page).waitFor();
  await laptop.page.goto('/contacts');
  await button(laptop.page, 'Add in person').click();
  await code(laptop.page).waitFor();
  expect(await address(laptop.page).textContent()).toBe(await address(page).textContent());
  await button(page, 'Switch off').click();
  await dialog(laptop.page).getByText('You have no working link at the moment.').waitFor();
});

test('NOTE-02 the link is shared where the device can share, and selected where it cannot be copied', async ({
  visit,
  marie,
}) => {
  const device = await visit(marie, PHONE);
  await device.page.addInitScript(() => {
    Object.assign(navigator, { share: async (data: object) => void (document.title = JSON.stringify(data)) });
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
  });
  const { page } = device;
  await page.goto('/contacts');
  await button(page, 'Add in person').click();
  await code(page).waitFor();
  const url = await address(page).textContent();
  await button(page, 'Share').click();
  await expect.poll(() => page.title()).toBe(JSON.stringify({ title: 'Add me on Hereabouts', url }));
  await button(page, 'Copy').click();
  await page.getByText('The link is selected: copy it from there.').waitFor();
  expect(await page.evaluate(() => getSelection()?.toString())).toBe(url);
});

test('NOTE-02 NAV-07 signed out the link says who wants to connect; signing in comes back to the button', async ({
  product,
  visit,
}) => {
  const [ravi, sam] = [await newPerson(product, 'Ravi Patel'), await newPerson(product, 'Sam Vibert')];
  const { token } = await newLink(ravi);
  const { page } = await visit(null, PHONE);
  await page.goto(`/add/${token}`);
  await page.getByText('They would like to be your friend on Hereabouts.').waitFor();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByLabel('Email').fill(sam.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await button(page, 'LOG IN').click();
  await button(page, 'Add as a friend').click();
  await page.getByText('You are friends now.').waitFor();
});

test('NOTE-02 GUEST-01 a guest without an account is told that adding a friend takes one', async ({
  product,
  visit,
}) => {
  const ravi = await newPerson(product, 'Ravi Patel');
  const { token } = await newLink(ravi);
  const params = { eventId: await newEvent(ravi) };
  const invitation = await ravi.ok(eventLinkRoutes.createEventLink, { params });
  const { page } = await visit(null, PHONE);
  await page.goto(`/join/${invitation.token}`);
  await button(page, 'Go on as a guest').click();
  await page.getByLabel('Your name').fill('Zoe');
  await button(page, 'Going').click();
  await page.waitForURL(({ pathname }) => pathname === `/event/${params.eventId}`);
  await page.goto(`/add/${token}`);
  await page.getByRole('heading', { level: 2, name: 'Ravi Patel' }).waitFor();
  await page.getByText('You need an account for this.').waitFor();
  expect(await button(page, 'Add as a friend').count()).toBe(0);
});

test('NOTE-02 a link that is revoked while somebody has it open adds no friend', async ({
  product,
  visit,
}) => {
  const ravi = await newPerson(product, 'Ravi Patel');
  const { token } = await newLink(ravi);
  const visitor = await visit(await newPerson(product, 'Sam Vibert'));
  visitor.allowErrors(/404/, /a change was not saved|could not load/);
  const { page } = visitor;
  // A page that joins reads everything again, and would find the link gone before the button is pressed.
  await keepFromJoining(page);
  await page.goto(`/add/${token}`);
  await button(page, 'Add as a friend').waitFor();
  await ravi.ok(friendLinkRoutes.revokeFriendLink);
  await button(page, 'Add as a friend').click();
  await page.getByText('This link has expired or was switched off.').waitFor();
});

test("NOTE-02 opening one's own link says that it is one's own", async ({ marie, page }) => {
  const { token } = await newLink(marie);
  await page.goto(`/add/${token}`);
  await page.getByText('This is your own link. Let somebody else open it.').waitFor();
  expect(await page.getByRole('button', { name: /^Add / }).count()).toBe(0);
  await expectAccessible(page);
});

test('NOTE-02 LAYOUT-01 at 320 px nothing is cut off and the QR code can be scanned', async ({
  product,
  visit,
  marie,
}) => {
  const long = await newPerson(
    product,
    'Maximiliane-Konstantinopolitana von und zu Hohenlohe-Waldenburg-Schillingsfürst',
  );
  const narrow = await visit(long, { viewport: { width: 320, height: 568 }, colorScheme: 'dark' });
  const { page } = narrow;
  await page.goto('/contacts');
  await button(page, 'Add in person').click();
  await code(page).waitFor();
  expect(await scan(page)).toBe(await address(page).textContent());
  await expectNoSideways(page);
  await expectAccessible(page);

  const { token } = await newLink(marie);
  await page.goto(`/add/${token}`);
  await button(page, 'Add as a friend').waitFor();
  await expectNoSideways(page);
  const guest = await visit(await newPerson(product, 'Tom Renouf'), {
    ...PHONE,
    viewport: { width: 320, height: 568 },
  });
  await guest.page.goto(`/add/${(await newLink(long)).token}`);
  await guest.page.getByRole('button', { name: 'Add as a friend' }).waitFor();
  await expectNoSideways(guest.page);
});

const expectNoSideways = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
