import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from 'playwright-core';
import { LIVE_SCREENS } from './live-screens.ts';
import { enterAs, newPerson } from './person.ts';
import { startProduct, type Product } from './product.ts';
import { expectAccessible, launchBrowser, newVisitor } from './visitor.ts';

let product: Product;
let browser: Browser;

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

test('LIVE-05 LIVE-06 thirty friends before one stage: a crowd that opens, words that do not cover each other', async () => {
  const visitor = await newVisitor(browser, product, { viewport: { width: 390, height: 844 } });
  const { page } = visitor;
  await enterAs(visitor, await newPerson(product, 'Marie Le Brocq'));
  const crowded = LIVE_SCREENS.find(({ name }) => name === 'live-crowd')!;
  await crowded.network!(page);
  await page.goto('/event/1/live');
  await page.getByText('30 of 30 sharing, nearest first.').waitFor();
  const map = page.getByRole('region', { name: /^Live map of/ });
  const crowd = map.getByRole('button', { name: /^2\d friends close together/ });
  await crowd.waitFor();
  const captions = map.locator('.live-caption:visible');
  const boxes = async () => {
    const all = await captions.all();
    return (await Promise.all(all.map((one) => one.boundingBox()))).filter((box) => box !== null);
  };
  const overlaps = async () => {
    const shown = await boxes();
    return shown.filter((one, index) =>
      shown
        .slice(index + 1)
        .some(
          (other) =>
            one.x < other.x + other.width &&
            other.x < one.x + one.width &&
            one.y < other.y + other.height &&
            other.y < one.y + one.height,
        ),
    ).length;
  };
  expect((await boxes()).length).toBeGreaterThan(2);
  await expect.poll(overlaps).toBe(0);
  await expectAccessible(page);

  // Whoever is chosen in the list stands out of the crowd.
  await page
    .getByRole('listitem')
    .getByRole('button', { name: /^Tom A\./ })
    .click();
  await map.getByRole('button', { name: /^Tom A\., Live/ }).waitFor();
  await crowd.press('Enter');
  await map.getByRole('button', { name: /^Marie B\., Live/ }).waitFor();
  await expect.poll(overlaps).toBe(0);
});
