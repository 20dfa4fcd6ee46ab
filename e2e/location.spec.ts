import { expect } from 'vitest';
import { SECOND_MS } from '@hereabouts/contract/durations';
import { expectFocused } from './focus.ts';
import { test as withMaps } from './maps-stand-in-fixture.ts';
import { expectAccessible } from './visitor.ts';

const LOADING = 'Loading Google Maps...';
const NO_MAPS = 'Google Maps not available. Showing local Jersey locations.';
const MAPS_FAIL = 'Using local Jersey locations...';

const journey = withMaps.extend('settings', { scope: 'file' }, ({ maps }) => ({
  MAPS_KEY: 'a-maps-key',
  MAPS_SCRIPT_URL: maps.scriptUrl,
}));

const test = journey
  .extend('dialog', ({ page }) => page.getByRole('dialog', { name: 'Search Location' }))
  .extend('field', ({ dialog }) => dialog.getByRole('combobox', { name: 'Place' }))
  .extend('ui', ({ dialog, page }) => {
    const options = () => dialog.getByRole('option');
    const says = (text: string) => dialog.getByText(text, { exact: true });
    const search = () => page.getByRole('button', { name: /^(Search for a location|Change)$/ }).click();
    const suggestion = (name: string) => dialog.getByRole('option', { name });
    /** Opens the form and waits until it knows this instance's settings. */
    async function openForm(): Promise<void> {
      await page.clock.install();
      const [settings] = await Promise.all([
        page.waitForResponse('**/api/settings'),
        page.goto('/new-event'),
        page.getByRole('group', { name: /^Event position/ }).waitFor(),
      ]);
      await settings.finished();
    }
    /** From here on time passes only as the test says; `page.clock.resume` lets it go on. */
    const stopTime = () => page.clock.pauseAt(Date.now() + 10 * SECOND_MS);
    return { options, says, search, suggestion, openForm, stopTime };
  });

test.beforeEach(({ maps }) => maps.reset());

test('LOC-01 LOC-06 with a key, places come from the maps places service', async ({
  maps,
  page,
  dialog,
  field,
  ui: { options, says, search, suggestion, openForm },
}) => {
  maps.script = 'hang';
  await openForm();
  expect(maps.loads).toEqual([]);
  await search();
  await says(LOADING).waitFor();
  await field.fill('12 pier');
  await expectAccessible(page);
  maps.release();
  await suggestion('12 Pier Road').waitFor();
  expect(maps.loads).toEqual([{ key: 'a-maps-key', libraries: 'places', loading: 'async' }]);
  expect(await options().count()).toBe(1);
  expect(await says(LOADING).count()).toBe(0);
  expect(await says(NO_MAPS).count()).toBe(0);
  await says('Places by Google Maps').waitFor();
  await expectAccessible(page);
  await field.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('12 Pier Road', { exact: true }).waitFor();
  await page.getByText('St Helier, Jersey JE3', { exact: true }).waitFor();
  await page.getByText('Latitude: 49.181100, longitude: -2.108300').waitFor();
  expect(maps.calls).toEqual([
    { path: '/predictions', input: '12 pier', types: ['establishment', 'geocode'], session: '1' },
    {
      path: '/details',
      placeId: 'street',
      fields: ['name', 'formatted_address', 'geometry'],
      session: '1',
    },
  ]);
});

test('LOC-08 LOC-09 with a key, a point set on the map can be given a name that the places service does not know', async ({
  maps: _maps,
  page,
  dialog,
  field,
  ui: { search, suggestion, openForm },
}) => {
  await openForm();
  await search();
  await dialog.getByRole('button', { name: 'Pick on the map' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.keyboard.press('Enter');
  const point = page.getByText(/^Latitude: /);
  const chosen = await point.textContent();
  await search();
  await field.fill('Our garden');
  await suggestion('Use "Our garden"').waitFor();
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('Our garden', { exact: true }).waitFor();
  expect(await point.textContent()).toBe(chosen);
});

test('LOC-01 LOC-03 at most five suggestions; the script is loaded once; an empty result is reported', async ({
  maps,
  page,
  dialog,
  field,
  ui: { options, says, search, suggestion, openForm },
}) => {
  await openForm();
  await search();
  await field.fill('bay');
  await suggestion('Plémont Bay').waitFor();
  expect(await options().count()).toBe(5);
  await field.fill('xyzzy');
  await says('No locations found for "xyzzy". Check the spelling, or add the town.').waitFor();
  expect(await options().count()).toBe(0);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await search();
  await field.fill('bouley');
  await suggestion('Bouley Bay').click();
  await page.getByText('Trinity, Jersey JE3').waitFor();
  expect(maps.loads).toHaveLength(1);
  expect(maps.calls.map(({ session }) => session)).toEqual(['1', '1', '2', '2']);
});

test('LOC-01 LOC-02 a script that does not load within 5 s is given up; one that loads late is used the next time', async ({
  maps,
  page,
  dialog,
  field,
  ui: { options, says, search, suggestion, openForm, stopTime },
}) => {
  maps.script = 'hang';
  await openForm();
  await stopTime();
  await search();
  await says(LOADING).waitFor();
  await field.fill('lib');
  await page.clock.runFor(4_999);
  await says(LOADING).waitFor();
  expect(await says(NO_MAPS).count()).toBe(0);
  await page.clock.runFor(1);
  await says(NO_MAPS).waitFor();
  expect(await says(LOADING).count()).toBe(0);
  await says('Searching...').waitFor();
  await page.clock.runFor(199);
  expect(await options().count()).toBe(0);
  await page.clock.runFor(1);
  await suggestion('Liberation Square').waitFor();
  await suggestion('Use "lib"').waitFor();
  await page.clock.resume();
  await expectAccessible(page);

  await dialog.getByRole('button', { name: 'Close' }).click();
  await search();
  await says(NO_MAPS).waitFor();
  expect(maps.loads).toHaveLength(1);
  maps.release();
  await expect.poll(() => page.evaluate('google.maps.places !== undefined')).toBe(true);
  await says(NO_MAPS).waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await search();
  await field.fill('bonne');
  await suggestion('Bonne Nuit Bay').waitFor();
  expect(await says(NO_MAPS).count()).toBe(0);
});

test('LOC-02 when the script fails to load the local list is used at once, and the next opening tries again', async ({
  maps,
  visitor,
  dialog,
  field,
  ui: { says, search, suggestion, openForm },
}) => {
  visitor.allowErrors(/503/);
  maps.script = 'absent';
  await openForm();
  await search();
  await says(NO_MAPS).waitFor();
  await field.fill('gor');
  await suggestion('Mont Orgueil Castle').waitFor();
  maps.script = 'whole';
  await dialog.getByRole('button', { name: 'Close' }).click();
  await search();
  await field.fill('havre');
  await suggestion('Havre des Pas Bay').waitFor();
});

test('LOC-02 a script that throws counts as one that does not load', async ({
  maps,
  visitor,
  page,
  ui: { says, search, openForm, stopTime },
}) => {
  visitor.allowErrors(/half a script|Script error/);
  maps.script = 'broken';
  await openForm();
  await stopTime();
  await search();
  await says(LOADING).waitFor();
  await page.clock.runFor(5_000);
  await says(NO_MAPS).waitFor();
  // What a script of another origin throws is told without its words.
});

test('LOC-02 LOC-03 when the service starts to fail the local list replaces it after 500 ms', async ({
  maps,
  visitor,
  page,
  field,
  ui: { options, says, search, suggestion, openForm, stopTime },
}) => {
  visitor.allowErrors(/the places service fails/);
  await openForm();
  await search();
  await field.fill('bay');
  await suggestion('Plémont Bay').waitFor();
  await stopTime();
  maps.predictions = 'OVER_QUERY_LIMIT';
  await field.fill('fort');
  await page.clock.runFor(200);
  await says(MAPS_FAIL).waitFor();
  await says('Searching...').waitFor();
  await page.clock.runFor(499);
  expect(await options().count()).toBe(0);
  await page.clock.runFor(1);
  await suggestion('Fort Regent').waitFor();
  // From here on it is the local list, with the longer delay.
  const calls = maps.calls.length;
  await field.fill('fort r');
  await page.clock.runFor(499);
  await says('Searching...').waitFor();
  await page.clock.runFor(1);
  await suggestion('Fort Regent').waitFor();
  expect(maps.calls).toHaveLength(calls);
  await page.clock.resume();
  await expectAccessible(page);
  await suggestion('Fort Regent').click();
  await page.getByText('Latitude: 49.181200, longitude: -2.105300').waitFor();
});

test('LOC-02 LOC-06 a chosen place whose details fail to load is not used; the search continues in the local list', async ({
  maps,
  visitor,
  page,
  field,
  ui: { says, search, suggestion, openForm },
}) => {
  visitor.allowErrors(/the places service fails/);
  maps.details = 'UNKNOWN_ERROR';
  await openForm();
  await search();
  await field.fill('bay');
  await suggestion('Bouley Bay').click();
  await says(MAPS_FAIL).waitFor();
  await suggestion("St Brelade's Bay").waitFor();
  await suggestion('Bouley Bay').waitFor({ state: 'detached' });
  await expectFocused(field);
  await suggestion("St Brelade's Bay").click();
  await page.getByText('St Brelade, Jersey', { exact: true }).waitFor();
});

test('LOC-02 a service that does not answer for 5 s fails', async ({
  maps,
  visitor,
  page,
  field,
  ui: { says, search, suggestion, openForm, stopTime },
}) => {
  visitor.allowErrors(/the places service fails/);
  maps.details = 'hang';
  await openForm();
  await search();
  await field.fill('bouley');
  await suggestion('Bouley Bay').waitFor();
  await stopTime();
  await suggestion('Bouley Bay').click();
  await says('Searching...').waitFor();
  await page.clock.runFor(4_999);
  expect(await says(MAPS_FAIL).count()).toBe(0);
  await page.clock.runFor(1);
  await says(MAPS_FAIL).waitFor();
});

test('LOC-06 closing the dialog while the details of a chosen place load discards that place', async ({
  maps,
  page,
  dialog,
  field,
  ui: { says, search, suggestion, openForm },
}) => {
  maps.details = 'hang';
  await openForm();
  await search();
  await field.fill('bouley');
  await suggestion('Bouley Bay').click();
  await says('Searching...').waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'detached' });
  const answer = page.waitForResponse(/\/details$/);
  maps.release();
  await (await answer).finished();
  await search();
  maps.details = 'well';
  await field.fill('plémont');
  await suggestion('Plémont Bay').waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Search for a location' }).waitFor();
});
