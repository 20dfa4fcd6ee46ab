import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { SECOND_MS } from '@hereabouts/contract/durations';
import { eventRoutes } from '@hereabouts/contract/events';
import { IMAGE_MAX_BYTES } from '@hereabouts/contract/limits';
import sharp from 'sharp';
import { test as journey } from './fixtures.ts';
import { hold } from './held-request.ts';
import { befriend, newPerson } from './person.ts';
import { expectAccessible } from './visitor.ts';

const test = journey
  .extend('picture', { scope: 'file' }, async () => {
    const background = '#0a6c73';
    const sea = sharp({ create: { width: 900, height: 600, channels: 3, background } });
    return { name: 'sea.png', mimeType: 'image/png', buffer: await sea.png().toBuffer() };
  })
  .extend('ui', ({ page }) => {
    const submit = () => page.getByRole('button', { name: /^(Create|Update) Event$/ });
    const map = () => page.getByRole('group', { name: /^Event position/ });
    const banner = (text: string) =>
      page.getByRole('main').getByRole('alert').getByText(text, { exact: true });
    async function choosePlace(typed: string, name: string): Promise<void> {
      await page.getByRole('button', { name: /^(Search for a location|Change)$/ }).click();
      await page.getByRole('combobox', { name: 'Place' }).fill(typed);
      await page.getByRole('option', { name }).click();
    }
    /** Opens the form and fills in what is required. */
    async function fillForm(): Promise<void> {
      await page.goto('/new-event');
      await page.getByLabel('Event Title*').fill('Bonfire');
      await page.getByLabel('Start Time*').fill('2031-06-20T19:00');
      await page.getByLabel('End Time*').fill('2031-06-20T23:00');
      await choosePlace('square', 'Royal Square');
    }
    return { submit, map, banner, choosePlace, fillForm };
  });

test('EVF-01 EVF-02 EVF-04 EVF-06 EVF-08 EVF-09 EVF-10 EVF-19 EVF-24 the form of a new event', async ({
  page,
  ui: { map },
}) => {
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
    .getByRole('checkbox', {
      name: 'Private Event (Only invited people can see this event)',
      exact: true,
      checked: true,
    })
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

test.for([
  { permissions: ['geolocation'], latitude: 49.2189, longitude: -2.2265 },
  { permissions: [], latitude: 49.1833, longitude: -2.1 },
] as const)(
  'EVF-05 with permissions $permissions the map looks at $latitude, $longitude',
  async (given, { visit, marie }) => {
    const { permissions, latitude, longitude } = given;
    const here = { latitude: 49.2189, longitude: -2.2265 };
    const other = await visit(marie, { permissions: [...permissions], geolocation: here });
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
  },
);

test('EVF-03 LOC-02 LOC-03 LOC-04 LOC-05 LOC-06 LOC-07 the local list of places is searched by keyboard', async ({
  page,
}) => {
  await page.clock.install();
  await page.goto('/new-event');
  await page.getByRole('button', { name: 'Search for a location' }).click();
  const dialog = page.getByRole('dialog', { name: 'Search Location' });
  await dialog
    .getByText('Google Maps not available. Showing local Jersey locations.', { exact: true })
    .waitFor();
  const field = dialog.getByRole('combobox');
  // It says so for 200 ms only. No further ahead than a read may take: one may be in flight.
  await page.clock.pauseAt(Date.now() + 10 * SECOND_MS);
  await field.fill('xyzzy');
  await dialog.getByText('Searching...', { exact: true }).waitFor();
  await page.clock.resume();
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

test('LOC-08 EVF-04 EVD-12 moving the point keeps the name', async ({ page, ui: { choosePlace } }) => {
  await page.goto('/new-event');
  await choosePlace('square', 'Royal Square');
  const pin = page.getByRole('slider', { name: /^Pin/ });
  expect(await pin.evaluate((element) => [element.clientWidth, element.clientHeight])).toEqual([25, 41]);
  await pin.press('ArrowUp');
  await page
    .getByText('Latitude: 49.183700, longitude: -2.106200', { exact: true })
    .waitFor({ state: 'detached' });
  await page.getByText('Royal Square', { exact: true }).waitFor();
});

test('EVF-07 a picture that is too large or of another type is refused with the reason; an accepted one can be removed', async ({
  visitor,
  page,
  picture,
}) => {
  visitor.allowErrors(/415|400/, /not uploaded/);
  await page.goto('/new-event');
  const input = page.getByLabel('Event Image');
  const buffer = Buffer.alloc(IMAGE_MAX_BYTES + 1);
  await input.setInputFiles({ name: 'large.jpg', mimeType: 'image/jpeg', buffer });
  await page.getByText('Image size must be less than 5MB', { exact: true }).waitFor();
  await input.setInputFiles({ name: 'IMG_1.HEIC', mimeType: 'image/heic', buffer: Buffer.from('heic') });
  await page.getByText('Only JPEG, PNG, and GIF images are allowed', { exact: true }).waitFor();
  await input.setInputFiles({ name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
  await page.getByText('Only JPEG, PNG, and GIF images are allowed', { exact: true }).waitFor();
  await input.setInputFiles(picture);
  await expect
    .poll(() => page.getByRole('img', { name: 'Preview' }).getAttribute('src'))
    .not.toMatch(/^\/images\/covers\//);
  await page.getByRole('button', { name: 'Remove picture' }).click();
  await page.getByRole('img', { name: 'Preview' }).waitFor({ state: 'detached' });
});

test.for([
  { hasTouch: false, hint: 'Click the map to set the exact spot.' },
  { hasTouch: true, hint: 'Tap the map to set the exact spot.' },
])('EVF-04 where the screen is touched ($hasTouch) the map says "$hint"', async (given, { visit, marie }) => {
  const { page, expectNoErrors, close } = await visit(marie, {
    hasTouch: given.hasTouch,
    isMobile: given.hasTouch,
  });
  await page.goto('/new-event');
  await page.getByText(given.hint, { exact: true }).waitFor();
  expectNoErrors();
  await close();
});

test('EVF-06 a picture upload can be cancelled', async ({ page, picture }) => {
  await page.goto('/new-event');
  // The page has given the request up by then.
  const release = await hold(page, '**/api/uploads', (route) => route.abort().catch(() => {}));
  await page.getByLabel('Event Image').setInputFiles(picture);
  await page.getByRole('progressbar', { name: 'Uploading the picture' }).waitFor();
  const preview = page.getByRole('img', { name: 'Preview' });
  await expect.poll(() => preview.getAttribute('src')).toMatch(/^blob:/);
  await page.getByRole('button', { name: 'Cancel upload' }).click();
  // The cover that was there before is there again.
  await expect.poll(() => preview.getAttribute('src')).toMatch(/^\/images\/covers\//);
  await release();
});

test('EVF-12 a failed save shows a banner, and a reload keeps the input', async ({
  visitor,
  page,
  ui: { submit, banner, fillForm },
}) => {
  visitor.allowErrors(/500/, /not saved|server failed/);
  await fillForm();
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

test('EVF-12 EVF-14 EVF-16 a retry after a lost response, also after a reload, creates only one event, without the friend deselected since', async ({
  visit,
  marie,
  product,
}) => {
  const [tom, lou] = await Promise.all([newPerson(product, 'Tom'), newPerson(product, 'Lou')]);
  await Promise.all([befriend(marie, tom), befriend(marie, lou)]);
  const other = await visit(marie);
  await other.page.goto('/new-event');
  await other.page.getByLabel('Event Title').fill('Lantern walk');
  await other.page.getByLabel('Start Time').fill('2027-03-01T18:00');
  await other.page.getByLabel('End Time').fill('2027-03-01T20:00');
  await other.page.getByRole('button', { name: 'Search for a location' }).click();
  await other.page.getByRole('combobox', { name: 'Place' }).fill('gor');
  await other.page.getByRole('option').first().click();
  await other.page.getByRole('checkbox', { name: 'Tom' }).check();
  await other.page.getByRole('checkbox', { name: 'Lou' }).check();
  await other.page.route('**/api/events', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await other.page.getByRole('button', { name: 'Create Event' }).click();
  await other.page.getByText('Failed to save event. Please try again.', { exact: true }).waitFor();
  await other.page.unroute('**/api/events');
  await other.page.reload();
  await other.page.getByRole('checkbox', { name: 'Tom' }).uncheck();
  await other.page.getByRole('button', { name: 'Create Event' }).click();
  await other.page.waitForURL(/\/event\/\d+$/);
  const eventId = Number(other.page.url().split('/').at(-1));
  const { invites } = await marie.ok(eventRoutes.getEvent, { params: { eventId } });
  expect(invites.map(({ user }) => user.name)).toEqual(['Lou']);
  await other.page.goto('/');
  await other.page.getByRole('article', { name: 'Lantern walk' }).waitFor();
  expect(await other.page.getByRole('article', { name: 'Lantern walk' }).count()).toBe(1);
  other.expectNoErrors(/ERR_FAILED/, /Failed to fetch/, /network/i);
  await other.close();
});

test('EVF-14 a duplicated tab with the same draft creates its own event', async ({ marie, visit }) => {
  const { page: first, expectNoErrors } = await visit(marie);
  await first.goto('/new-event');
  await first.getByLabel('Event Title').fill('First of two');
  await first.getByLabel('Start Time').fill('2027-03-01T18:00');
  await first.getByLabel('End Time').fill('2027-03-01T20:00');
  await first.getByRole('button', { name: 'Search for a location' }).click();
  await first.getByRole('combobox', { name: 'Place' }).fill('gor');
  await first.getByRole('option').first().click();
  const storedIn = (tab: Page) => tab.evaluate(() => Object.entries(sessionStorage));
  // What is typed is kept a moment later.
  await expect.poll(async () => JSON.stringify(await storedIn(first))).toMatch(/gor/i);
  const typed = await storedIn(first);

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

test('EVF-10 EVF-14 EVF-17 EVF-18 saving shows that it is busy, then opens the event', async ({
  page,
  ui: { submit, fillForm },
}) => {
  await fillForm();
  const release = await hold(page, '**/api/events');
  await submit().click();
  expect(await page.getByRole('button', { name: 'Creating...' }).isDisabled()).toBe(true);
  await release();
  await page.waitForURL(/\/event\/\d+$/);
  await page.getByRole('heading', { level: 1, name: 'Bonfire' }).waitFor();
  await page.getByRole('button', { name: 'Going', exact: true, pressed: true }).waitFor();
  await page.goto('/new-event');
  expect(await page.getByLabel('Event Title*').inputValue()).toBe('');
});

test('EVF-18 EVF-12 whoever has gone elsewhere while an event is being created stays there', async ({
  page,
  ui: { submit, fillForm },
}) => {
  await fillForm();
  const release = await hold(page, '**/api/events');
  await submit().click();
  await page.getByRole('button', { name: 'Creating...' }).waitFor();
  await page.getByRole('link', { name: 'Cancel', exact: true }).click();
  await page.waitForURL((url) => url.pathname === '/home' || url.pathname === '/');
  await release();
  await page.getByRole('article', { name: 'Bonfire' }).waitFor();
  expect(new URL(page.url()).pathname).not.toMatch(/event/);
});
