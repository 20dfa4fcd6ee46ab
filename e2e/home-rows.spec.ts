import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { test } from './fixtures.ts';
import { befriend, inHours, newEvent, newPerson, type Person } from './person.ts';

const COMPACT_MAX_PX = 110;
const POSTER_MIN_PX = 200;

/** More than the list shows whole, hosted by the viewer and by somebody else. */
async function fiveAhead(host: Person, viewer: Person): Promise<void> {
  await befriend(host, viewer);
  const invited = { invitee_ids: [viewer.id] };
  await newEvent(viewer, { title: 'Running', start_time: inHours(-1), end_time: inHours(1) });
  await newEvent(viewer, { title: 'Swim', start_time: inHours(30), end_time: inHours(31) });
  await newEvent(host, {
    ...invited,
    title: 'Quiz at the harbour',
    start_time: inHours(54),
    end_time: inHours(55),
  });
  await newEvent(viewer, { title: 'Ceilidh', start_time: inHours(78), end_time: inHours(79) });
  await newEvent(host, {
    ...invited,
    title: 'Picnic between the dunes, with kites',
    start_time: inHours(102),
    end_time: inHours(103),
  });
}

/** Of each card of the list: its height, and the room between the picture and the words beside it. */
const rows = (page: Page) =>
  page.getByRole('article').evaluateAll((cards) =>
    cards.map((card) => {
      const picture = card.querySelector('img')!.getBoundingClientRect();
      const beside = [...card.querySelectorAll('h3, p, a')]
        .filter(
          (element) =>
            element.checkVisibility() && element.getAttribute('href')?.startsWith('/chat') !== true,
        )
        .map((element) => {
          const words = document.createRange();
          words.selectNodeContents(element);
          return words.getBoundingClientRect();
        })
        .filter(({ top }) => top < picture.bottom);
      return {
        height: card.getBoundingClientRect().height,
        gap: Math.min(...beside.map(({ left }) => left)) - picture.right,
        pictureHeight: picture.height,
      };
    }),
  );

test.for([360, 390, 800, 1280])(
  'HOME-12 HOME-23 words keep clear of the picture, and only the next event has a poster (%i px)',
  async (width, { product, visit }) => {
    const [host, viewer] = [await newPerson(product, 'Nadia'), await newPerson(product, 'Zoe')];
    await fiveAhead(host, viewer);
    const { page } = await visit(viewer, { viewport: { width, height: 844 }, hasTouch: width < 576 });
    await page.goto('/');
    await expect.poll(() => page.getByRole('article').count()).toBe(5);
    const list = await rows(page);
    for (const { gap } of list) expect(gap).toBeGreaterThanOrEqual(12);
    for (const { pictureHeight } of list) expect(pictureHeight).toBeLessThan(POSTER_MIN_PX);
    const poster = page.getByRole('region', { name: 'Next event' }).locator('img').first();
    expect((await poster.boundingBox())!.height).toBeGreaterThanOrEqual(POSTER_MIN_PX);
    if (width < 576) {
      for (const { height } of list.slice(3)) expect(height).toBeLessThanOrEqual(COMPACT_MAX_PX);
    }
    // The one action of the running event stands on its poster.
    expect(
      await page
        .getByRole('main')
        .getByRole('link', { name: /^Live map/ })
        .count(),
    ).toBe(1);
  },
);
