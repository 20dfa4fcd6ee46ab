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

test('EVF-06 EVF-26 on a phone the picture is the top of the form from edge to edge, then covers, title and time', async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  await page.goto('/new-event');
  const heading = page.getByRole('heading', { level: 1, name: 'Create New Event' });
  await page.getByRole('group', { name: 'Or choose a cover' }).waitFor();
  const poster = await boxOf(page, '[data-field=image] [data-roof]');
  expect(poster).toMatchObject({ left: 0, right: PHONE.width, top: 0 });
  expect((await heading.evaluate(rectOf)).bottom).toBeLessThan(poster.bottom);
  const title = await page.getByLabel('Event Title*').evaluate(rectOf);
  const bar = await page.getByRole('button', { name: 'Create Event' }).evaluate(rectOf);
  // The covers belong to the poster: it does not end in the middle of their row.
  const covers = await page.getByRole('group', { name: 'Or choose a cover' }).evaluate(rectOf);
  expect(covers.top).toBeGreaterThanOrEqual(poster.bottom);
  expect((await boxOf(page, '[data-field=image] label')).bottom).toBeLessThanOrEqual(covers.top);
  expect(title.top).toBeGreaterThan(covers.bottom);
  expect(title.bottom).toBeLessThan(bar.top);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);

  const order = (await tabOrder(page)).filter(
    (name) => !/^(Notifications|Tonight|Tomorrow|Saturday)/.test(name),
  );
  expect([order[0], order[1], order[2], order[13], order[14], order[15]]).toEqual([
    'Event Image',
    'Upload a picture',
    'Bonfire',
    'Pints',
    'Event Title*',
    'Start Time*',
  ]);
  await expectAccessible(page);
});

test('EVF-06 EVF-26 on a desktop the picture stands beside the title and the times, all on the first screen', async ({
  page,
}) => {
  await page.setViewportSize(DESK);
  await page.goto('/new-event');
  const covers = page.getByRole('group', { name: 'Or choose a cover' });
  await covers.waitFor();
  const poster = await boxOf(page, '[data-field=image] [data-roof]');
  const title = await page.getByLabel('Event Title*').evaluate(rectOf);
  const end = await page.getByLabel('End Time*').evaluate(rectOf);
  const choice = await covers.evaluate(rectOf);
  const bar = await page.getByRole('button', { name: 'Create Event' }).evaluate(rectOf);
  expect(poster.right).toBeLessThan(title.left);
  expect(title.right - poster.left).toBeLessThanOrEqual(PAGE_WIDTH);
  expect(title.top).toBeLessThan(poster.bottom);
  expect(Math.max(end.bottom, choice.bottom)).toBeLessThan(bar.top);
  for (const cover of await covers.getByRole('button').all()) {
    const box = await cover.evaluate(rectOf);
    expect([box.left >= poster.left, box.right <= poster.right + 1]).toEqual([true, true]);
  }
});

test('EVF-06 EVD-10 the poster of a new event shows no picture until one is chosen; that of an event without one shows its default', async ({
  page,
  marie,
}) => {
  await page.goto('/new-event');
  const poster = page.locator('[data-field=image] [data-roof]');
  await poster.getByText('Choose a picture').waitFor();
  expect(await poster.locator('img').count()).toBe(0);
  const eventId = await newEvent(marie);
  await page.goto(`/edit-event/${eventId}`);
  await poster.getByText('Choose a picture').waitFor();
  expect(await poster.locator('img').getAttribute('src')).toBe(defaultEventImage(eventId));
  expect(await page.getByRole('img', { name: 'Preview' }).count()).toBe(0);
});

test('on a desktop the poster shows what is typed, and screen readers are spared it', async ({ page }) => {
  await page.setViewportSize(DESK);
  await page.goto('/new-event');
  await page.getByLabel('Event Title*').fill('Night swim');
  const shown = page.locator('[data-roof] [aria-hidden=true] [data-text="Night swim"]');
  await shown.waitFor();
  const poster = await boxOf(page, '[data-field=image] [data-roof]');
  const words = await shown.evaluate(rectOf);
  expect([words.left > poster.left, words.right < poster.right, words.bottom < poster.bottom]).toEqual([
    true,
    true,
    true,
  ]);
  await page.setViewportSize(PHONE);
  expect(await shown.isVisible()).toBe(false);
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
