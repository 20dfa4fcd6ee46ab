import { expect } from 'vitest';
import { test } from './fixtures.ts';
import { LIVE_SCREENS } from './live-screens.ts';
import { newPerson } from './person.ts';
import { expectAccessible } from './visitor.ts';

test('LIVE-05 LIVE-06 thirty friends in one place become a crowd marker that opens, and their names do not overlap', async ({
  product,
  visit,
}) => {
  const marie = await newPerson(product, 'Marie Le Brocq');
  const { page } = await visit(marie, { viewport: { width: 390, height: 844 } });
  const crowded = LIVE_SCREENS.find(({ name }) => name === 'live-crowd')!;
  await crowded.network!(page);
  await page.goto('/event/1/live');
  await page.getByText('30 of 30 sharing, nearest first.').waitFor();
  const map = page.getByRole('region', { name: /^Live map of/ });
  const crowd = map.getByRole('button', { name: /^2\d friends close together/ });
  await crowd.waitFor();
  const captions = map.locator('.live-caption:visible');
  /** At one moment: markers come and go. */
  const boxes = () =>
    captions.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON() as DOMRect));
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
  await expect.poll(async () => (await boxes()).length).toBeGreaterThan(2);
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
