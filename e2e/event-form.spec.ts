import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { IMAGE_MAX_BYTES } from '@hereabouts/contract/limits';
import sharp from 'sharp';
import { test, type Visit } from './fixtures.ts';
import { hold } from './held-request.ts';
import { befriend, newPerson, type Person } from './person.ts';
import type { Product } from './product.ts';
import { expectAccessible, type Visitor } from './visitor.ts';

let product: Product;
let visit: Visit;
let marie: Person;
let visitor: Visitor;
let page: Page;
let picture: { name: string; mimeType: string; buffer: Buffer };

test.beforeAll(async ({ signedIn }) => {
  ({ product, visit, marie, visitor, page } = signedIn);
  const background = '#0a6c73';
  const buffer = await sharp({ create: { width: 900, height: 600, channels: 3, background } })
    .png()
    .toBuffer();
  picture = { name: 'sea.png', mimeType: 'image/png', buffer };
});

const submit = () => page.getByRole('button', { name: /^(Create|Update) Event$/ });
const map = () => page.getByRole('group', { name: /^Event position/ });
const banner = (text: string) => page.getByRole('main').getByRole('alert').getByText(text, { exact: true });

async function choosePlace(typed: string, name: string): Promise<void> {
  await page.getByRole('button', { name: /^(Search for a location|Change)$/ }).click();
  await page.getByRole('combobox').fill(typed);
  await page.getByRole('option', { name }).click();
}

test('EVF-01 EVF-02 EVF-04 EVF-06 EVF-08 EVF-09 EVF-10 EVF-19 the form of a new event', async () => {
  const tile = page.waitForRequest(/\/tiles\/\d+\//);
  await page.goto('/new-event');
  await page.getByRole('heading', { level: 1, name: 'Create New Event', exact: true }).waitFor();
  for (const label of ['Start Time*', 'End Time*']) {
    expect(await page.getByLabel(label, { exact: true }).getAttribute('type')).toBe('datetime-local');
  }
  for (const [label, limit] of [
    ['Event Title*', 120],
    ['Description', 5_000],
  ] as const) {
    expect(await page.getByLabel(label, { exact: true }).getAttribute('maxlength')).toBe(`${limit}`);
  }
  await page
    .getByRole('checkbox', { name: 'Private Event (Only invited people can see this event)', exact: true })
    .waitFor();
  expect(await page.getByLabel('Description').getAttribute('rows')).toBe('4');
  await page.getByText('Max size: 5MB. Formats: JPEG, PNG, GIF', { exact: true }).waitFor();
  await page.getByText('No friends to invite.', { exact: true }).waitFor();
  await map().waitFor();
  expect(await page.getByRole('region', { name: 'Event position' }).evaluate((m) => m.clientHeight)).toBe(
    300,
  );
  expect(new URL((await tile).url()).pathname).toMatch(/^\/tiles\/13\//);
  expect(await page.getByRole('link', { name: 'Cancel' }).getAttribute('href')).toBe('/');
  await expectAccessible(page);
});

test.each([
  { permissions: ['geolocation'], latitude: 49.2189, longitude: -2.2265 },
  { permissions: [], latitude: 49.1833, longitude: -2.1 },
])('EVF-05 with permissions $permissions the map looks at $latitude, $longitude', async (given) => {
  const { permissions, latitude, longitude } = given;
  const here = { latitude: 49.2189, longitude: -2.2265 };
  const other = await visit(marie, { permissions, geolocation: here });
  await other.page.goto('/new-event');
  const canvas = other.page.getByRole('group', { name: /^Event position/ });
  await canvas.waitFor();
  // It is offered as long as the place of this device is not known.
  const offer = other.page.getByRole('button', { name: 'Show where I am' });
  await offer.waitFor({ state: permissions.length > 0 ? 'detached' : 'visible' });
  await expect
    .poll(async () => {
      await canvas.press('Enter');
      const text = await other.page.getByText(/^Latitude: /).textContent();
      const [north = 0, east = 0] = text?.match(/-?\d+\.\d+/g)?.map(Number) ?? [];
      return [Math.abs(north - latitude) < 0.001, Math.abs(east - longitude) < 0.001];
    })
    .toEqual([true, true]);
  other.expectNoErrors();
  await other.close();
});

test('EVF-11 problems are named one at a time, in order', async () => {
  await page.getByLabel('Event Title*').fill('   ');
  await submit().click();
  await banner('Title is required').waitFor();
  expect(await page.evaluate(() => document.activeElement?.getAttribute('maxlength'))).toBe('120');
  await page.getByLabel('Event Title*').fill('Bonfire');
  await submit().click();
  await banner('Start and end times are required').waitFor();
  await page.getByLabel('Start Time*').fill('2031-06-20T19:00');
  await page.getByLabel('End Time*').fill('2031-06-20T19:00');
  await submit().click();
  await banner('End time must be after start time').waitFor();
  await page.getByLabel('End Time*').fill('2031-06-20T23:00');
  await submit().click();
  await banner('Location name is required').waitFor();
  await choosePlace('the old slip', 'Use "the old slip"');
  await submit().click();
  await banner('Please select a location on the map').waitFor();
  await expectAccessible(page);
});

test('EVF-03 LOC-02 LOC-03 LOC-04 LOC-05 LOC-06 LOC-07 the local list of places is searched by keyboard', async () => {
  await page.getByRole('button', { name: 'Change' }).click();
  const dialog = page.getByRole('dialog', { name: 'Search Location' });
  await dialog
    .getByText('Google Maps not available. Showing local Jersey locations.', { exact: true })
    .waitFor();
  const field = dialog.getByRole('combobox');
  await field.fill('xyzzy');
  await dialog.getByText('Searching...', { exact: true }).waitFor();
  await dialog
    .getByText('No locations found for "xyzzy". Try "st", "lib", or "gor"', { exact: true })
    .waitFor();
  for (const query of ['st', 'lib', 'gor']) {
    await field.fill(query);
    await dialog.getByRole('option', { name: `Use "${query}"` }).waitFor();
    const found = await dialog.getByRole('option').count();
    expect(found).toBeGreaterThan(1);
    expect(found).toBeLessThanOrEqual(5 + 1);
  }
  await field.fill('square');
  await dialog.getByRole('option', { name: 'Royal Square' }).waitFor();
  await expectAccessible(page);
  await field.press('ArrowDown');
  await field.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('Royal Square', { exact: true }).waitFor();
  await page.getByText('St Helier, Jersey', { exact: true }).waitFor();
  await page.getByText('Latitude: 49.183700, longitude: -2.106200', { exact: true }).waitFor();
});

test('LOC-08 EVF-04 EVD-12 moving the point keeps the name', async () => {
  const pin = page.getByRole('slider', { name: /^Pin/ });
  expect(await pin.evaluate((element) => [element.clientWidth, element.clientHeight])).toEqual([25, 41]);
  await pin.press('ArrowUp');
  await page
    .getByText('Latitude: 49.183700, longitude: -2.106200', { exact: true })
    .waitFor({ state: 'detached' });
  await page.getByText('Royal Square', { exact: true }).waitFor();
});

test('EVF-07 a picture too large or of another type is refused in words; a good one can be removed', async () => {
  const input = page.getByLabel('Event Image');
  const buffer = Buffer.alloc(IMAGE_MAX_BYTES + 1);
  await input.setInputFiles({ name: 'large.jpg', mimeType: 'image/jpeg', buffer });
  await page.getByText('Image size must be less than 5MB', { exact: true }).waitFor();
  await input.setInputFiles({ name: 'IMG_1.HEIC', mimeType: 'image/heic', buffer: Buffer.from('heic') });
  await page.getByText('Only JPEG, PNG, and GIF images are allowed', { exact: true }).waitFor();
  await input.setInputFiles({ name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
  await page.getByText('Only JPEG, PNG, and GIF images are allowed', { exact: true }).waitFor();
  await input.setInputFiles(picture);
  await page.getByRole('img', { name: 'Preview' }).waitFor();
  await page.getByRole('button', { name: 'Remove image' }).click();
  await page.getByRole('img', { name: 'Preview' }).waitFor({ state: 'detached' });
});

test('EVF-06 sending a picture can be cancelled', async () => {
  // The page has given the request up by then.
  const release = await hold(page, '**/api/uploads', (route) => route.abort().catch(() => {}));
  await page.getByLabel('Event Image').setInputFiles(picture);
  await page.getByRole('progressbar', { name: 'Uploading the image' }).waitFor();
  await page.getByRole('button', { name: 'Cancel upload' }).click();
  await page.getByRole('img', { name: 'Preview' }).waitFor({ state: 'detached' });
  await release();
});

test('EVF-12 a failure to save is a banner, and nothing that was typed is lost by a reload', async () => {
  await page.route('**/api/events', (route) => route.fulfill({ status: 500, json: {} }));
  await submit().click();
  await banner('Failed to save event. Please try again.').waitFor();
  await page.unroute('**/api/events');
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await page.getByText('What you typed before is still here.', { exact: true }).waitFor();
  expect(await page.getByLabel('Event Title*').inputValue()).toBe('Bonfire');
  expect(await page.getByLabel('Start Time*').inputValue()).toBe('2031-06-20T19:00');
  await page.getByText('Royal Square', { exact: true }).waitFor();
});

test('EVF-12 EVF-14 an answer that was lost and a second press, after a reload too, make one event', async () => {
  const other = await visit(marie);
  await other.page.goto('/new-event');
  await other.page.getByLabel('Event Title').fill('Lantern walk');
  await other.page.getByLabel('Start Time').fill('2027-03-01T18:00');
  await other.page.getByLabel('End Time').fill('2027-03-01T20:00');
  await other.page.getByRole('button', { name: 'Search for a location' }).click();
  await other.page.getByRole('combobox').fill('gor');
  await other.page.getByRole('option').first().click();
  await other.page.route('**/api/events', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await other.page.getByRole('button', { name: 'Create Event' }).click();
  await other.page.getByText('Failed to save event. Please try again.', { exact: true }).waitFor();
  await other.page.unroute('**/api/events');
  await other.page.reload();
  await other.page.getByRole('button', { name: 'Create Event' }).click();
  await other.page.waitForURL(/\/event\/\d+$/);
  await other.page.goto('/');
  await other.page.getByRole('article', { name: 'Lantern walk' }).waitFor();
  expect(await other.page.getByRole('article', { name: 'Lantern walk' }).count()).toBe(1);
  other.expectNoErrors(/ERR_FAILED/, /Failed to fetch/, /network/i);
  await other.close();
});

test('EVF-14 a tab that is duplicated with what was typed makes an event of its own', async ({
  visitBriefly,
}) => {
  const { page: first, expectNoErrors } = await visitBriefly(marie);
  await first.goto('/new-event');
  await first.getByLabel('Event Title').fill('First of two');
  await first.getByLabel('Start Time').fill('2027-03-01T18:00');
  await first.getByLabel('End Time').fill('2027-03-01T20:00');
  await first.getByRole('button', { name: 'Search for a location' }).click();
  await first.getByRole('combobox').fill('gor');
  await first.getByRole('option').first().click();
  const typed = await first.evaluate(() => Object.entries(sessionStorage));

  // What a browser does when a tab is duplicated.
  const second = await first.context().newPage();
  await second.addInitScript((kept) => Object.assign(sessionStorage, Object.fromEntries(kept)), typed);
  await second.goto('/new-event');
  await second.getByText('What you typed before is still here.', { exact: true }).waitFor();
  const keyIn = (tab: Page) =>
    tab.evaluate(() => /"key":"([^"]+)"/.exec(Object.values(sessionStorage).join())?.[1]);
  const key = await keyIn(first);
  expect(key).toMatch(/^[\w-]{36}$/);
  await expect.poll(() => keyIn(second)).not.toBe(key);
  expect(await keyIn(first)).toBe(key);

  await second.getByLabel('Event Title').fill('Second of two');
  for (const tab of [first, second]) {
    await tab.getByRole('button', { name: 'Create Event' }).click();
    await tab.waitForURL(/\/event\/\d+$/);
  }
  await second.goto('/');
  for (const title of ['First of two', 'Second of two'])
    await second.getByRole('article', { name: title }).waitFor();
  expectNoErrors();
});

test('EVF-10 leaving by a link asks first', async () => {
  await page.getByRole('link', { name: 'Cancel' }).click();
  const dialog = page.getByRole('alertdialog');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Keep editing' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(new URL(page.url()).pathname).toBe('/new-event');
});

test('EVF-10 EVF-14 EVF-17 EVF-18 saving, busy at first, leads to the event', async () => {
  const release = await hold(page, '**/api/events');
  await submit().click();
  expect(await page.getByRole('button', { name: 'Creating...' }).isDisabled()).toBe(true);
  await release();
  await page.waitForURL(/\/event\/\d+$/);
  await page.getByRole('heading', { name: 'Bonfire' }).waitFor();
  await page.getByRole('button', { name: 'Going', exact: true, pressed: true }).waitFor();
  await page.goto('/new-event');
  expect(await page.getByLabel('Event Title*').inputValue()).toBe('');
});

test('EVF-10 giving up a draft leaves nothing of it', async () => {
  await page.getByLabel('Event Title*').fill('Given up');
  await page.getByRole('link', { name: 'Cancel' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await page.goto('/new-event');
  expect(await page.getByLabel('Event Title*').inputValue()).toBe('');
});

test('EVF-11 Enter in the search among friends, the search key of a phone, does not save the event', async () => {
  await befriend(marie, await newPerson(product, 'Tom'));
  await page.goto('/new-event');
  await page.getByPlaceholder('Search friends by name or email').fill('t');
  await page.keyboard.press('Enter');
  await page.getByRole('checkbox', { name: 'Tom' }).waitFor();
  expect(await banner('Title is required').count()).toBe(0);
  await submit().click();
  await banner('Title is required').waitFor();
});

test('EVF-11 a session that ends while typing costs nothing that was typed', async () => {
  await page.goto('/new-event');
  await page.getByLabel('Event Title*').fill('Survivor');
  await page.evaluate(() => {
    localStorage.removeItem('hereabouts.session');
    dispatchEvent(new StorageEvent('storage', { key: 'hereabouts.session' }));
  });
  await page.waitForURL(/\/login\?/);
  await page.getByLabel('Email').fill(marie.email);
  await page.getByLabel('Password', { exact: true }).fill('gorse-and-granite-49');
  await page.getByRole('button', { name: 'LOG IN' }).click();
  await page.waitForURL('**/new-event');
  expect(await page.getByLabel('Event Title*').inputValue()).toBe('Survivor');
  visitor.expectNoErrors(/500|400|403|404|415|422/, /not saved|could not load|server failed|not uploaded/);
});
