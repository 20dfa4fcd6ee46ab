import { expect } from 'vitest';
import { SECOND_MS } from '@hereabouts/contract/durations';
import { expectFocused } from './focus.ts';
import { test as withMaps } from './maps-stand-in-fixture.ts';
import { expectAccessible } from './visitor.ts';

/** An instance without a maps key: the local list is all there is. */
const journey = withMaps.extend('settings', { scope: 'file' }, ({ maps }) => ({
  MAPS_SCRIPT_URL: maps.scriptUrl,
}));

/** Marie at the form of a new event, where she searches for a location. */
const test = journey
  .extend('dialog', async ({ page }) => {
    await page.clock.install();
    await page.goto('/new-event');
    await page.getByRole('group', { name: /^Event position/ }).waitFor();
    await page.getByRole('button', { name: 'Search for a location' }).click();
    const dialog = page.getByRole('dialog', { name: 'Search Location' });
    await dialog.waitFor();
    return dialog;
  })
  .extend('field', ({ dialog }) => dialog.getByRole('combobox', { name: 'Place' }))
  .extend('ui', ({ page, dialog, field }) => {
    /** From here on time passes only as the test says. */
    const stopTime = () => page.clock.pauseAt(Date.now() + 10 * SECOND_MS);
    const options = () => dialog.getByRole('option');
    const suggestion = (name: string) => dialog.getByRole('option', { name });
    const active = () =>
      field.evaluate((input) => {
        const id = input.getAttribute('aria-activedescendant');
        return id === null
          ? null
          : (document.getElementById(id)?.firstElementChild?.nextSibling?.textContent ?? id);
      });
    const focusedText = () => page.evaluate(() => document.activeElement?.textContent);
    async function expectFocus(button: string): Promise<void> {
      await expect.poll(focusedText).toBe(button);
    }
    const isFocused = () => field.evaluate((input) => input === document.activeElement);
    return { stopTime, options, suggestion, active, expectFocus, isFocused };
  });

test('LOC-02 LOC-03 LOC-04 the local list answers after 200 ms without a request', async ({
  maps,
  page,
  dialog,
  field,
  ui: { stopTime, options, isFocused },
}) => {
  await dialog
    .getByText('Google Maps not available. Showing local Jersey locations.', { exact: true })
    .waitFor();
  await expect.poll(isFocused).toBe(true);
  await expectAccessible(page);
  await stopTime();
  await field.fill('xyzzy');
  await dialog.getByText('Searching...', { exact: true }).waitFor();
  await page.clock.runFor(199);
  expect(await options().count()).toBe(0);
  await page.clock.runFor(1);
  await dialog
    .getByText('No locations found for "xyzzy". Try "st", "lib", or "gor"', { exact: true })
    .waitFor();
  expect(await dialog.getByText('Searching...').count()).toBe(0);
  expect(await options().allTextContents()).toEqual(['Use "xyzzy"']);
  await page.clock.resume();
  await expectAccessible(page);
  expect(maps.loads).toEqual([]);
});

test('LOC-03 LOC-07 the search matches name or area in any case, with at most five results', async ({
  field,
  ui: { options, suggestion },
}) => {
  await field.fill('ST');
  await suggestion('Use "ST"').waitFor();
  expect(await options().count()).toBe(5 + 1);
  for (const [query, name] of [
    ['lib', 'Liberation Square'],
    ['gor', 'Mont Orgueil Castle'],
    ['tRiNiTy', 'Royal Jersey Showground'],
  ] as const) {
    await field.fill(query);
    await suggestion(`Use "${query}"`).waitFor();
    expect((await options().allTextContents()).some((text) => text.includes(name))).toBe(true);
  }
});

test('LOC-05 in the combobox arrow keys wrap around, Home and End move the caret, and Escape first hides the list', async ({
  dialog,
  field,
  ui: { suggestion, active, expectFocus },
}) => {
  await field.fill('square');
  await suggestion('Use "square"').waitFor();
  expect(await field.getAttribute('aria-expanded')).toBe('true');
  expect(await active()).toContain('Liberation Square');
  await field.press('ArrowDown');
  expect(await active()).toContain('Royal Square');
  await field.press('ArrowDown');
  await field.press('ArrowDown');
  expect(await active()).toContain('Liberation Square');
  await field.press('ArrowUp');
  expect(await active()).toContain('Use "square"');
  await field.press('Home');
  await field.press('R');
  expect(await field.inputValue()).toBe('Rsquare');
  await field.press('End');
  await field.press('s');
  expect(await field.inputValue()).toBe('Rsquares');

  await field.fill('fort');
  await suggestion('Fort Regent').waitFor();
  await field.press('Escape');
  await suggestion('Fort Regent').waitFor({ state: 'hidden' });
  expect(await field.getAttribute('aria-expanded')).toBe('false');
  expect(await active()).toBeNull();
  await field.press('Enter');
  expect(await dialog.isVisible()).toBe(true);
  await field.press('ArrowDown');
  await suggestion('Fort Regent').waitFor();
  await field.press('Escape');
  await field.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await expectFocus('Search for a location');
});

test('LOC-05 the list hides 200 ms after the field loses the focus, and comes back with it', async ({
  page,
  dialog,
  field,
  ui: { stopTime, suggestion },
}) => {
  await field.fill('fort');
  await suggestion('Fort Regent').waitFor();
  await stopTime();
  await dialog.getByRole('button', { name: 'Close' }).focus();
  await page.clock.runFor(199);
  expect(await suggestion('Fort Regent').isVisible()).toBe(true);
  await page.clock.runFor(1);
  await suggestion('Fort Regent').waitFor({ state: 'hidden' });
  await field.focus();
  await suggestion('Fort Regent').waitFor();
  // Back in time, it does not hide at all.
  await dialog.getByRole('button', { name: 'Close' }).focus();
  await page.clock.runFor(100);
  await field.focus();
  await page.clock.runFor(1_000);
  expect(await suggestion('Fort Regent').isVisible()).toBe(true);
});

test('LOC-06 LOC-08 choosing a place sets name, address and point; moving the point keeps the name', async ({
  page,
  dialog,
  field,
  ui: { suggestion, expectFocus },
}) => {
  await field.fill('royal');
  await suggestion('Royal Square').waitFor();
  await field.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await expectFocus('Change');
  await page.getByText('Royal Square', { exact: true }).waitFor();
  await page.getByText('St Helier, Jersey', { exact: true }).waitFor();
  const coordinates = page.getByText('Latitude: 49.183700, longitude: -2.106200');
  await coordinates.waitFor();
  await page.getByRole('slider', { name: /^Pin/ }).press('ArrowRight');
  await coordinates.waitFor({ state: 'detached' });
  await page.getByText('Royal Square', { exact: true }).waitFor();
  await page.getByText('St Helier, Jersey', { exact: true }).waitFor();
});

test('LOC-08 the typed text can be used as the name; a point set by hand stays, that of a listed place does not', async ({
  page,
  dialog,
  field,
  ui: { suggestion },
}) => {
  const nameIt = async (name: string) => {
    await page.getByRole('button', { name: 'Change' }).click();
    await field.fill(`  ${name} `);
    await suggestion(`Use "${name}"`).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText(name, { exact: true }).waitFor();
  };
  await field.fill('royal');
  await suggestion('Royal Square').click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('St Helier, Jersey', { exact: true }).waitFor();
  await nameIt('Behind the old slip');
  expect(await page.getByText('St Helier, Jersey', { exact: true }).count()).toBe(0);
  await page.getByText('Now click the map where it is.').waitFor();
  await page.getByText('No position chosen yet').waitFor();

  await expectFocused(page.getByRole('group', { name: /^Event position/ }));
  await page.keyboard.press('Enter');
  const coordinates = await page.getByText(/^Latitude: /).textContent();
  await nameIt('Left of the slip');
  expect(await page.getByText(/^Latitude: /).textContent()).toBe(coordinates);
});
