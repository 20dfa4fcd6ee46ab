import { expect } from 'vitest';
import { test as journey } from './fixtures.ts';
import { befriend, newPerson } from './person.ts';

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
    expect(await actions.first().textContent()).toBe('Invite to an event');
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
