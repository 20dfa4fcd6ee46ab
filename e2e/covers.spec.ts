import { eventRoutes } from '@hereabouts/contract/events';
import { uploadRoutes } from '@hereabouts/contract/uploads';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { test } from './fixtures.ts';
import { expectFocused } from './focus.ts';
import { newEvent } from './person.ts';
import { expectAccessible } from './visitor.ts';

test('EVF-26 one of twelve drawn covers becomes the picture of an event; one that does not load says so', async ({
  marie,
  visitor,
  page,
}) => {
  visitor.allowErrors(/ERR_FAILED/, /a cover could not be loaded/);
  const eventId = await newEvent(marie);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`/edit-event/${eventId}`);
  const covers = page.getByRole('group', { name: 'Or choose a cover' });
  const choices = covers.getByRole('button');
  await choices.first().scrollIntoViewIfNeeded();
  expect(await choices.count()).toBe(12);
  for (const picture of await covers.getByRole('img').all()) {
    await picture.scrollIntoViewIfNeeded();
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(224);
  }
  await expectAccessible(page);

  await page.route('**/images/covers/*.png', (route) => route.abort());
  await covers.getByRole('button', { name: 'Surf' }).click();
  await page.getByRole('alert').getByText('Could not load this cover. Please try again.').waitFor();
  expect(await page.getByRole('img', { name: 'Preview' }).count()).toBe(0);
  await page.unrouteAll();

  const surf = covers.getByRole('button', { name: 'Surf' });
  expect(await surf.getAttribute('aria-pressed')).toBe('false');
  await surf.press('Enter');
  await covers.getByRole('button', { name: 'Surf', pressed: true }).waitFor();
  expect(await covers.getByRole('button', { pressed: true }).count()).toBe(1);
  await page.getByRole('button', { name: 'No picture' }).waitFor();
  await page.getByRole('img', { name: 'Preview' }).waitFor();
  await page.getByRole('button', { name: 'Update Event' }).click();
  await page.waitForURL(`**/event/${eventId}`);
  const { image } = await marie.ok(eventRoutes.getEvent, { params: { eventId } });
  expect(image).toMatch(/\.png$/);
});

const chosenCover = (page: Page) =>
  page.getByRole('group', { name: 'Or choose a cover' }).getByRole('button', { pressed: true });

async function fillAndCreate(page: Page): Promise<number> {
  await page.getByLabel('Event Title*').fill('Bonfire');
  await page.getByRole('button', { name: 'Search for a location' }).click();
  await page.getByRole('combobox', { name: 'Place' }).fill('square');
  await page.getByRole('option', { name: 'Royal Square' }).click();
  await page.getByRole('button', { name: 'Create Event' }).click();
  await page.waitForURL(/\/event\/\d+$/);
  return Number(page.url().split('/').at(-1));
}

test('EVF-26 a new event begins with a cover, the same after a reload, and is saved with it; it is sent no sooner', async ({
  marie,
  page,
}) => {
  await page.goto('/new-event');
  const name = await chosenCover(page).getByRole('img').getAttribute('alt');
  await page.getByRole('img', { name: 'Preview' }).waitFor();
  await page.reload();
  expect(await chosenCover(page).getByRole('img').getAttribute('alt')).toBe(name);
  const uploads = async () => (await marie.ok(uploadRoutes.listUploads, { query: {} })).uploads.length;
  const before = await uploads();
  // Nothing was typed, so nothing is asked.
  await page.getByRole('link', { name: 'Cancel' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  expect(await uploads()).toBe(before);

  await page.goto('/new-event');
  const eventId = await fillAndCreate(page);
  const { image } = await marie.ok(eventRoutes.getEvent, { params: { eventId } });
  expect(image).toMatch(/\.png$/);
  expect(await uploads()).toBe(before + 1);
});

test('EVF-17 EVF-26 a new event whose cover was taken off is saved without a picture', async ({
  marie,
  page,
}) => {
  await page.goto('/new-event');
  await page.getByRole('button', { name: 'No picture' }).click();
  await page.getByRole('img', { name: 'Preview' }).waitFor({ state: 'detached' });
  await expectFocused(page.getByLabel('Event Image'));
  const eventId = await fillAndCreate(page);
  expect((await marie.ok(eventRoutes.getEvent, { params: { eventId } })).image).toBeNull();
});

test('EVF-26 a draft keeps its cover, or that it has none, across a reload', async ({ page }) => {
  page.on('dialog', (dialog) => void dialog.accept());
  await page.goto('/new-event');
  await page.getByRole('button', { name: 'Market' }).click();
  await page.getByRole('button', { name: 'Market', pressed: true }).waitFor();
  await page.reload();
  await page.getByText('What you typed before is still here.').waitFor();
  expect(await chosenCover(page).getByRole('img').getAttribute('alt')).toBe('Market');
  await page.getByRole('button', { name: 'No picture' }).click();
  await page.getByText('Choose a picture').waitFor();
  await page.reload();
  await page.getByText('What you typed before is still here.').waitFor();
  expect(await chosenCover(page).count()).toBe(0);
  await page.getByRole('button', { name: 'Start afresh' }).click();
  await chosenCover(page).waitFor();
});

test('EVF-12 EVF-22 a cover that the server does not take is said at the picture, and the event can be saved without it', async ({
  visitor,
  page,
}) => {
  visitor.allowErrors(/429/, /not saved|not uploaded/);
  await page.route('**/api/uploads', (route) =>
    route.fulfill({ status: 429, json: { error: { code: 'rate_limited', message: 'Too many pictures' } } }),
  );
  await page.goto('/new-event');
  await page.getByLabel('Event Title*').fill('Bonfire');
  await page.getByRole('button', { name: 'Search for a location' }).click();
  await page.getByRole('combobox', { name: 'Place' }).fill('square');
  await page.getByRole('option', { name: 'Royal Square' }).click();
  await page.getByRole('button', { name: 'Create Event' }).click();
  await page.locator('[data-field=image]').getByText('Too many pictures').waitFor();
  await expectFocused(page.getByLabel('Event Image'));
  await page.getByRole('button', { name: 'No picture' }).click();
  await page.getByRole('button', { name: 'Create Event' }).click();
  await page.waitForURL(/\/event\/\d+$/);
});
