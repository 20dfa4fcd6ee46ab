import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { test as journey } from './fixtures.ts';
import { newEvent, newPerson } from './person.ts';

const test = journey
  .extend('eventId', ({ marie }) => newEvent(marie))
  .extend('ui', ({ page }) => {
    /** How wide the column is in which everything on the page stands. */
    async function columnOn(path: string): Promise<number> {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      return page
        .getByRole('main')
        .evaluate((main) => main.firstElementChild?.getBoundingClientRect().width ?? 0);
    }
    return { columnOn };
  });

test('LAYOUT-01 EVD-03 a page is 800 px wide at most, an event’s 900 px; more where a map stands beside it', async ({
  product,
  page,
  eventId,
  ui: { columnOn },
}) => {
  const friendId = (await newPerson(product, 'Tom')).id;
  await page.setViewportSize({ width: 1280, height: 860 });
  const pages = [
    '/profile',
    '/contacts',
    `/profile/${friendId}`,
    '/new-event',
    `/edit-event/${eventId}`,
    `/invite-friends/${eventId}`,
    '/chat',
    `/chat/${eventId}`,
    '/notifications',
  ];
  const widths: Record<string, number> = {};
  for (const path of pages) widths[path] = await columnOn(path);
  expect(widths).toEqual(Object.fromEntries(pages.map((path) => [path, 800])));
  expect(await columnOn(`/event/${eventId}`)).toBe(900);
  expect(await columnOn('/')).toBe(1160);
  const [list, map] = [
    await page.getByRole('region', { name: 'Your Events' }).boundingBox(),
    await page.getByRole('region', { name: 'Events map' }).boundingBox(),
  ];
  expect(list!.width).toBeLessThan(800);
  expect(map!.x).toBeGreaterThan(list!.x + list!.width);
});

test('LAYOUT-01 the header is aligned with home, and stays where it is on pages that are narrower', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 860 });
  await page.goto('/');
  const left = async (element: Locator) => Math.round((await element.boundingBox())?.x ?? Number.NaN);
  const welcome = page.getByRole('heading', { level: 1 });
  await welcome.waitFor();
  const mark = page.getByRole('link', { name: 'Hereabouts, home' });
  const atHome = await left(mark);
  expect(atHome).toBe(await left(welcome));
  for (const path of ['/contacts', '/profile', '/new-event', '/notifications']) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect([path, await left(mark)]).toEqual([path, atHome]);
  }
});

test('LAYOUT-01 the layout changes below 768 px and below 576 px', async ({ marie, page }) => {
  await newEvent(marie);
  await page.goto('/');
  const next = page.getByRole('region', { name: 'Next event' });
  await next.waitFor();
  const isPictureAbove = async () => {
    const [picture, title] = [
      await next.locator('img').first().boundingBox(),
      await next.getByRole('heading').boundingBox(),
    ];
    return (picture?.y ?? 0) + (picture?.height ?? 0) <= (title?.y ?? 0);
  };
  const bar = page.getByRole('navigation', { name: 'Quick links' });
  const looks: [number, boolean, boolean][] = [];
  for (const width of [575, 576, 767, 768]) {
    await page.setViewportSize({ width, height: 860 });
    looks.push([width, await isPictureAbove(), await bar.isVisible()]);
  }
  expect(looks).toEqual([
    [575, true, true],
    [576, false, true],
    [767, false, true],
    [768, false, false],
  ]);
});
