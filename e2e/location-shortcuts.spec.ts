import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { test } from './fixtures.ts';
import { expectFocused } from './focus.ts';
import { hold } from './held-request.ts';
import { newEvent } from './person.ts';
import { expectAccessible, JERSEY } from './visitor.ts';

const PHONE = { viewport: { width: 390, height: 844 } };

/** At the form of a new event, where the location is searched for. */
async function openSearch(page: Page) {
  await page.goto('/new-event');
  await page.getByRole('group', { name: /^Event position/ }).waitFor();
  await page.getByRole('button', { name: 'Search for a location' }).click();
  const dialog = page.getByRole('dialog', { name: 'Search Location' });
  await dialog.waitFor();
  return { dialog, field: dialog.getByRole('combobox', { name: 'Place' }) };
}

const isMapFocused = (page: Page) =>
  page
    .getByRole('group', { name: /^Event position/ })
    .evaluate((map) => map.contains(document.activeElement));

test('LOC-09 before anything is typed the last places of one’s own events are offered; typing hides them', async ({
  visit,
  marie,
}) => {
  await newEvent(marie, { location_name: 'The old lido', location_address: 'Havre des Pas' });
  await newEvent(marie, { location_name: 'Behind the barn', location_address: '' });
  const { page } = await visit(marie, PHONE);
  const { dialog, field } = await openSearch(page);
  const recent = dialog.getByRole('list', { name: 'Recent places' });
  await expect
    .poll(() => recent.getByRole('listitem').allInnerTexts())
    .toEqual(['Behind the barn', 'The old lido\nHavre des Pas']);
  await expectAccessible(page);
  await field.fill('hav');
  await dialog.getByRole('option', { name: 'Havre des Pas' }).waitFor();
  expect(await recent.count()).toBe(0);
  await field.fill('');
  await recent.getByRole('button', { name: 'The old lido' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('The old lido', { exact: true }).waitFor();
  await page.getByRole('group', { name: 'Location*' }).getByText('Havre des Pas', { exact: true }).waitFor();
  await page.getByText('Latitude: 49.217400, longitude: -2.228900').waitFor();
});

test('LOC-09 "Where I am" asks only when pressed, sets the point and leaves the name to be entered', async ({
  visit,
  marie,
}) => {
  const { page } = await visit(marie, { ...PHONE, permissions: ['geolocation'], geolocation: JERSEY });
  const { dialog, field } = await openSearch(page);
  await dialog.getByRole('button', { name: 'Where I am' }).press('Enter');
  await dialog.getByText('Your position is set. Now name the place.').waitFor();
  await expectFocused(field);
  await expectAccessible(page);
  await page.keyboard.type('Maya’s garden');
  await dialog.getByRole('option', { name: 'Use "Maya’s garden"' }).waitFor();
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('Maya’s garden', { exact: true }).waitFor();
  await page.getByText('Latitude: 49.183300, longitude: -2.106100').waitFor();
});

test('LOC-09 without the permission the search says so; "Pick on the map" leads there, and so does a name without a point', async ({
  visit,
  marie,
}) => {
  const { page } = await visit(marie, PHONE);
  const { dialog, field } = await openSearch(page);
  await dialog.getByRole('button', { name: 'Where I am' }).click();
  await dialog.getByText(/^Your location is not available\./).waitFor();
  await expectAccessible(page);
  await field.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => isMapFocused(page)).toBe(true);
  await page.getByText('No position chosen yet').waitFor();

  await page.getByRole('button', { name: 'Search for a location' }).click();
  await field.fill('Behind the barn');
  await dialog.getByRole('option', { name: 'Use "Behind the barn"' }).waitFor();
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('Now click the map where it is.').waitFor();
  await expect.poll(() => isMapFocused(page)).toBe(true);
  await page.keyboard.press('Enter');
  await page.getByText(/^Latitude: /).waitFor();
});

test('LOC-09 Enter takes the first match; recent places that do not come, or no network, keep nobody from the others', async ({
  visit,
  marie,
}) => {
  await newEvent(marie, { location_name: 'The old lido' });
  const visitor = await visit(marie, PHONE);
  const { page } = visitor;
  visitor.allowErrors(/ERR_INTERNET_DISCONNECTED|Failed to fetch|ReadTimeoutError/);
  const release = await hold(page, '**/api/recent-places');
  const { dialog, field } = await openSearch(page);
  await dialog.getByRole('button', { name: 'Pick on the map' }).waitFor();
  expect(await dialog.getByText('Recent places').count()).toBe(0);
  await page.context().setOffline(true);
  await release();
  await field.fill('havre');
  await dialog.getByRole('option', { name: 'Havre des Pas' }).waitFor();
  await field.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  // The map names it too.
  await page.getByRole('group', { name: 'Location*' }).getByText('Havre des Pas', { exact: true }).waitFor();
  await page.getByText('Latitude: 49.176200, longitude: -2.098500').waitFor();
  await page.context().setOffline(false);
});
