import { expect } from 'vitest';
import { test as journey } from './fixtures.ts';
import { ask, befriend, newPerson } from './person.ts';

const PHONE = { width: 390, height: 844 };
const PAGE_WIDTH = 800;
/** More than one page of the list, so that only the rows in sight are in the document. */
const MANY = 60;

const test = journey.extend('ui', ({ page }) => {
  const cards = page.getByRole('tabpanel').getByRole('listitem');
  const boxes = async () => {
    await cards.nth(5).waitFor();
    return cards.evaluateAll((rows) =>
      rows.map((row) => {
        const { left, right, top, bottom } = row.getBoundingClientRect();
        return { left, right, top, bottom };
      }),
    );
  };
  return { cards, boxes };
});

test.for([6, MANY])(
  'CONT-13 CONT-04 on a desktop %i friends are cards in two columns, on a phone in one; the first action is the invitation',
  { timeout: 60_000 },
  async (count, { product, marie, page, ui: { cards, boxes } }) => {
    for (let index = 0; index < count; index++) {
      await befriend(marie, await newPerson(product, `Friend ${String(index).padStart(2, '0')}`));
    }
    for (const width of [800, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto('/contacts');
      await expect
        .poll(async () => {
          const [first, second, third] = await boxes();
          if (!first || !second || !third) return 'too few cards';
          return {
            sameRow: second.top === first.top && second.bottom === first.bottom,
            beside: second.left > first.right,
            below: third.left === first.left && third.top > first.bottom,
            withinPage: second.right - first.left <= PAGE_WIDTH,
          };
        })
        .toEqual({ sameRow: true, beside: true, below: true, withinPage: true });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
    const actions = cards
      .first()
      .getByRole('group', { name: /^Actions for/ })
      .getByRole('button');
    expect(await actions.first().getAttribute('aria-label')).toBe('Invite to an event');
    expect(await actions.last().getAttribute('aria-haspopup')).toBe('menu');

    await page.setViewportSize(PHONE);
    await expect
      .poll(async () => {
        const [first, second] = await boxes();
        return (
          first !== undefined &&
          second !== undefined &&
          second.left === first.left &&
          second.top > first.bottom
        );
      })
      .toBe(true);
  },
);

test('CONT-02 CONT-13 the tabs and their counts are on one line within the margins, all in sight at 320 px', async ({
  product,
  marie,
  page,
}) => {
  await ask(await newPerson(product, 'Ravi Patel'), marie);
  const tabs = page.getByRole('tab');
  for (const [width, gutter] of [
    [320, 16],
    [390, 16],
    [800, 24],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/contacts');
    await page.getByRole('tab', { name: 'Pending 1' }).waitFor();
    const rows = await tabs.evaluateAll((all) =>
      all.map((tab) => {
        const { left, right, top, height } = tab.getBoundingClientRect();
        const middles = [...tab.childNodes].map((part) => {
          const range = document.createRange();
          range.selectNode(part);
          const box = range.getBoundingClientRect();
          return box.top + box.height / 2;
        });
        return { left, right, top, height, apart: Math.max(...middles) - Math.min(...middles) };
      }),
    );
    expect(rows).toHaveLength(4);
    expect(new Set(rows.map(({ top }) => top)).size).toBe(1);
    expect(Math.min(...rows.map(({ left }) => left))).toBe(gutter);
    expect(Math.max(...rows.map(({ right }) => right))).toBeCloseTo(width - gutter, 1);
    expect(Math.min(...rows.map(({ height }) => height))).toBeGreaterThanOrEqual(44);
    expect(Math.max(...rows.map(({ apart }) => apart))).toBeLessThan(4);
  }
});

test('CONT-04 CONT-13 on a phone a friend takes one short row, and the menu says whose it is', async ({
  product,
  marie,
  page,
  ui: { cards },
}) => {
  const friend = await newPerson(product, 'Catarina Abreu');
  await befriend(marie, friend);
  await page.setViewportSize(PHONE);
  await page.goto('/contacts');
  const row = cards.filter({ hasText: friend.email });
  await row.getByText(/^Friends since/).waitFor();
  expect((await row.boundingBox())?.height).toBeLessThanOrEqual(84);
  for (const control of await row.getByRole('button').all()) {
    const box = await control.boundingBox();
    expect([box?.width, box?.height]).toEqual([44, 44]);
  }
  const menu = row.getByRole('menu', { name: 'More for Catarina Abreu' });
  await row.getByRole('button', { name: 'More for Catarina Abreu' }).click();
  await menu.getByText('Catarina Abreu', { exact: true }).waitFor();
  await menu.getByRole('menuitem', { name: 'Unfriend' }).waitFor();
});
