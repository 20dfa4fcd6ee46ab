import { defaultEventImage } from '@hereabouts/contract/uploads';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { test } from './fixtures.ts';
import { hold } from './held-request.ts';
import { newEvent } from './person.ts';
import { expectAccessible } from './visitor.ts';

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1280, height: 800 };
const PAGE_WIDTH = 800;
const LONG_TITLE = 'North coast walk from Plémont, and back for those who still can';

const boxOf = (page: Page, selector: string) => page.locator(selector).first().evaluate(rectOf);
const rectOf = (element: Element) => {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return { left, right, top, bottom };
};

/** The names of what the Tab key reaches, from the way back to the start. */
async function tabOrder(page: Page): Promise<string[]> {
  await page.getByRole('link', { name: 'Back to home' }).focus();
  const names: string[] = [];
  while (names.at(-1) !== 'Start Time*' && names.length < 30) {
    await page.keyboard.press('Tab');
    names.push(
      await page.evaluate(() => {
        const element = document.activeElement as HTMLInputElement;
        return (
          element.labels?.[0]?.textContent ??
          element.querySelector('img')?.alt ??
          element.ariaLabel ??
          element.textContent
        );
      }),
    );
  }
  return names;
}

test('EVF-06 EVF-26 on a phone the poster is the top of the form from edge to edge: a picture, the title on it, covers along its edge', async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  await page.goto('/new-event');
  const heading = page.getByRole('heading', { level: 1, name: 'Create New Event' });
  await page.getByRole('group', { name: 'Or choose a cover' }).waitFor();
  const picture = await boxOf(page, '[data-field=image] [data-roof]');
  expect(picture).toMatchObject({ left: 0, right: PHONE.width, top: 0 });
  const title = await page.getByLabel('Event Title*').evaluate(rectOf);
  expect((await heading.evaluate(rectOf)).bottom).toBeLessThan(title.top);
  expect(title.bottom).toBeLessThan(picture.bottom);
  // The covers belong to the poster: it does not end in the middle of their row.
  const poster = await boxOf(page, '[data-field=image]');
  const covers = await page.getByRole('group', { name: 'Or choose a cover' }).evaluate(rectOf);
  const label = await page.getByText('Event Image', { exact: true }).evaluate(rectOf);
  expect(label.top).toBeGreaterThan(title.bottom);
  expect(covers.top).toBeGreaterThan(label.bottom);
  expect(covers.bottom).toBeLessThan(poster.bottom);
  // What is chosen can be seen in its row, which alone was moved.
  const chosen = await page.getByRole('button', { pressed: true }).first().evaluate(rectOf);
  expect([chosen.left >= 0, chosen.right <= PHONE.width]).toEqual([true, true]);
  expect(await page.evaluate(() => scrollY)).toBe(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);

  const order = (await tabOrder(page)).filter((name) => !/^(Tonight|Tomorrow|Saturday)/.test(name));
  expect([...order.slice(0, 5), ...order.slice(15)]).toEqual([
    'Event Image',
    'Event Title*',
    'Upload a picture',
    'No picture',
    'Bonfire',
    'Pints',
    'Start Time*',
  ]);
  await expectAccessible(page);
});

test('EVF-06 EVF-26 on a desktop the poster with its title and covers stands beside times and place, all on the first screen', async ({
  page,
}) => {
  await page.setViewportSize(DESK);
  await page.goto('/new-event');
  const covers = page.getByRole('group', { name: 'Or choose a cover' });
  await covers.waitFor();
  const poster = await boxOf(page, '[data-field=image] [data-roof]');
  const title = await page.getByLabel('Event Title*').evaluate(rectOf);
  const end = await page.getByLabel('End Time*').evaluate(rectOf);
  const search = await page.getByRole('button', { name: 'Search for a location' }).evaluate(rectOf);
  const choice = await covers.evaluate(rectOf);
  const bar = await page.getByRole('button', { name: 'Create Event' }).evaluate(rectOf);
  expect(poster.right).toBeLessThan(Math.min(end.left, search.left));
  expect(search.right - poster.left).toBeLessThanOrEqual(PAGE_WIDTH);
  expect([title.left > poster.left, title.right < poster.right, title.bottom < poster.bottom]).toEqual([
    true,
    true,
    true,
  ]);
  expect(Math.max(search.bottom, choice.bottom)).toBeLessThan(bar.top);
  for (const cover of await covers.getByRole('button').all()) {
    const box = await cover.evaluate(rectOf);
    expect([box.left >= poster.left, box.right <= poster.right + 1]).toEqual([true, true]);
  }
});

test('EVF-06 EVF-17 EVD-10 the poster of a new event without its cover shows no picture; that of an event without one shows its default', async ({
  page,
  marie,
}) => {
  await page.goto('/new-event');
  const poster = page.locator('[data-field=image] [data-roof]');
  await page.getByRole('button', { name: 'No picture' }).click();
  await poster.getByText('Choose a picture').waitFor();
  expect(await poster.locator('img').count()).toBe(0);
  const eventId = await newEvent(marie);
  await page.goto(`/edit-event/${eventId}`);
  await poster.getByText('Choose a picture').waitFor();
  expect(await poster.locator('img').getAttribute('src')).toBe(defaultEventImage(eventId));
  expect(await page.getByRole('img', { name: 'Preview' }).count()).toBe(0);
});

test('the poster shows when and where the event is below its title, and screen readers are spared it', async ({
  page,
}) => {
  await page.goto('/new-event');
  await page.getByLabel('Start Time*').fill('2031-06-20T19:00');
  await page.getByRole('button', { name: 'Search for a location' }).click();
  await page.getByRole('combobox', { name: 'Place' }).fill('square');
  await page.getByRole('option', { name: 'Royal Square' }).click();
  const wordsOf = (shown: string) =>
    page.locator(`[data-field=image] [aria-hidden=true] [data-text="${shown}"]`);
  await wordsOf('Royal Square').waitFor();
  const title = await page.getByLabel('Event Title*').evaluate(rectOf);
  for (const shown of ['Fri 20 Jun 2031 at 19:00 → 21:00', 'Royal Square']) {
    const words = wordsOf(shown);
    expect((await words.evaluate(rectOf)).top).toBeGreaterThan(title.bottom);
  }
});

test('EVF-02 EVF-19 a long title is seen whole, and stays one line of text', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto('/new-event');
  const title = page.getByLabel('Event Title*');
  await title.fill('Walk');
  const low = await title.evaluate((field) => field.clientHeight);
  await title.fill(LONG_TITLE.replace(', ', ',\n'));
  expect(await title.inputValue()).toBe(LONG_TITLE);
  const high = await title.evaluate((field) => [field.clientHeight, field.scrollHeight]);
  expect(high[0]).toBeGreaterThan(1.8 * low);
  expect(high[1]).toBe(high[0]);
  await title.press('Enter');
  await page.getByRole('main').getByRole('alert').getByText('Location name is required').waitFor();
  expect(await title.inputValue()).toBe(LONG_TITLE);
});

test.for([PHONE, DESK])(
  'EVF-12 at $width px the picture stands where it stood while the event was loading',
  async (viewport, { page, marie }) => {
    const eventId = await newEvent(marie);
    await page.setViewportSize(viewport);
    const release = await hold(page, `**/api/events/${eventId}*`);
    await page.goto(`/edit-event/${eventId}`);
    await page.getByText('Loading event details...').waitFor();
    const before = await boxOf(page, '[data-roof]');
    await release();
    await page.locator('[data-field=image]').waitFor();
    const after = await boxOf(page, '[data-roof]');
    expect([after.left, after.top, after.bottom]).toEqual([before.left, before.top, before.bottom]);
  },
);
