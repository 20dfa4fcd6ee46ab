import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { test } from './fixtures.ts';
import { befriend, inHours, newEvent, newPerson, type Person } from './person.ts';
import { untilText } from './until.ts';

const COMPACT_MAX_PX = 110;
const PICTURE_MAX_PX = 112;
const POSTER_MIN_PX = 172;

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
    for (const { pictureHeight } of list) expect(pictureHeight).toBeLessThanOrEqual(PICTURE_MAX_PX);
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

test.for([320, 360, 390, 800, 1280])(
  'HOME-12 HOME-23 nothing of a row is cut off, also while it runs or is private (%i px)',
  async (width, { product, visit }) => {
    const [host, viewer] = [await newPerson(product, 'Nadia'), await newPerson(product, 'Zoe')];
    await fiveAhead(host, viewer);
    await newEvent(viewer, { title: 'Runs longer', start_time: inHours(-1), end_time: inHours(3) });
    await newEvent(host, {
      title: 'Tea',
      start_time: inHours(126),
      end_time: inHours(127),
      is_private: true,
      invitee_ids: [viewer.id],
    });
    const { page } = await visit(viewer, { viewport: { width, height: 844 }, hasTouch: width < 576 });
    await page.goto('/');
    await expect.poll(() => page.getByRole('article').count()).toBe(7);
    const room = await page.getByRole('article').evaluateAll((cards) =>
      cards.flatMap((card) => {
        const { right } = card.getBoundingClientRect();
        return [...card.querySelectorAll('h3, p, a, span, svg')]
          .filter((element) => element.checkVisibility())
          .map((element) => right - element.getBoundingClientRect().right);
      }),
    );
    expect(Math.min(...room)).toBeGreaterThanOrEqual(0);
    const links = page.getByRole('article').getByRole('link', { name: /^View Details/ });
    for (const link of await links.all()) expect(await link.isVisible()).toBe(true);
  },
);

test('HOME-10 HOME-23 the row of what the poster shows is quieter than the others', async ({
  product,
  visit,
}) => {
  const viewer = await newPerson(product, 'Zoe');
  await newEvent(viewer, { title: 'On the poster', start_time: inHours(-1), end_time: inHours(1) });
  await newEvent(viewer, { title: 'Runs longer', start_time: inHours(-1), end_time: inHours(3) });
  const { page } = await visit(viewer, { viewport: { width: 1280, height: 844 } });
  await page.goto('/');
  const live = page.getByRole('region', { name: 'LIVE' });
  const [quiet, other] = [
    live.getByRole('article', { name: 'On the poster' }),
    live.getByRole('article', { name: 'Runs longer' }),
  ];
  await other.getByText(untilText('Until')).waitFor();
  expect(await quiet.getByText(/Until/).count()).toBe(0);
  const widthOf = async (card: typeof quiet) => (await card.locator('img').boundingBox())!.width;
  expect(await widthOf(quiet)).toBeLessThan(await widthOf(other));
  await quiet.getByText('Bring something').waitFor();
});

test.for([360, 1280])(
  'HOME-09 HOME-12 a later day stands above its card, on the same edge, and an open invitation says so (%i px)',
  async (width, { product, visit }) => {
    const [host, viewer] = [await newPerson(product, 'Nadia'), await newPerson(product, 'Zoe')];
    await fiveAhead(host, viewer);
    const { page } = await visit(viewer, { viewport: { width, height: 844 }, hasTouch: width < 576 });
    await page.goto('/');
    const card = page.getByRole('article', { name: 'Ceilidh' });
    await card.waitFor();
    const partsOf = (style: 'long' | 'short') => {
      const format = new Intl.DateTimeFormat('en-GB', {
        weekday: style,
        day: 'numeric',
        month: 'long',
        timeZone: 'Europe/Jersey',
      });
      const parts = format.formatToParts(new Date(inHours(78)));
      return ['weekday', 'day', 'month'].map((type) => parts.find((part) => part.type === type)!.value);
    };
    const heading = page.getByRole('heading', { level: 3, name: partsOf('long').join(' ') });
    const [weekday = '', day = '', month = ''] = partsOf('short');
    const short = [weekday, day, month.slice(0, 3)].join(' ');
    expect(await heading.getByText(short, { exact: true }).isVisible()).toBe(true);
    // What is above them may still be loading between the two measurements.
    await expect
      .poll(async () => {
        const [date, box] = [await heading.boundingBox(), await card.boundingBox()];
        return date && box && [Math.round(date.x - box.x), date.y + date.height <= box.y];
      })
      .toEqual([0, true]);
    await page.getByRole('article', { name: 'Quiz at the harbour' }).getByText('No Response').waitFor();
    expect(await card.getByText('No Response').count()).toBe(0);
  },
);

test('HOME-23 on a phone "Show more" stands in the heading of the whole list', async ({ product, visit }) => {
  const [host, viewer] = [await newPerson(product, 'Nadia'), await newPerson(product, 'Zoe')];
  await fiveAhead(host, viewer);
  const { page } = await visit(viewer, { viewport: { width: 360, height: 740 }, hasTouch: true });
  await page.goto('/');
  const more = page.getByRole('button', { name: 'Show more', exact: true });
  await page.getByRole('article').first().waitFor();
  const middle = async (target: typeof more) => {
    const box = (await target.boundingBox())!;
    return box.y + box.height / 2;
  };
  const heading = page.getByRole('heading', { name: 'Your Events' });
  // What is above them may still be loading between the two measurements.
  await expect.poll(async () => (await middle(more)) - (await middle(heading))).toBeCloseTo(0, 0);
  const descriptions = page.getByRole('article').getByText('Bring something');
  const shown = () =>
    descriptions.evaluateAll((all) => all.filter((element) => element.checkVisibility()).length);
  expect([await descriptions.count(), await shown()]).toEqual([5, 3]);
  await more.click();
  await expect.poll(shown).toBe(5);
  await page.getByRole('button', { name: 'Show less' }).click();
  await expect.poll(shown).toBe(3);
});
