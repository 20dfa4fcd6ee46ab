import sharp from 'sharp';
import { expect } from 'vitest';
import { test } from './fixtures.ts';
import { crowd as crowdOf } from './live-screens.ts';
import { newPerson } from './person.ts';
import { expectAccessible } from './visitor.ts';

test('LIVE-05 LIVE-06 thirty friends in one place become a crowd marker that opens, and their names do not overlap', async ({
  product,
  visit,
}) => {
  const marie = await newPerson(product, 'Marie Le Brocq');
  const { page } = await visit(marie, { viewport: { width: 390, height: 844 } });
  await crowdOf(null)(page);
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

  // The names of the places are whole: between the header and the sheet, and no face lies under them.
  const header = (await page.getByRole('heading', { level: 1, name: 'Live map' }).boundingBox())!;
  const sheet = (await page.getByRole('region', { name: "Who's here" }).boundingBox())!;
  const faces = await map.locator('.live-person, .live-crowd').all();
  const faceBoxes = (await Promise.all(faces.map((face) => face.boundingBox()))).map((box) => box!);
  for (const place of ['Liberation Square', 'Left of the stage, by the second lamp post']) {
    const name = (await map.locator('.live-place').getByText(place).boundingBox())!;
    expect(name.x).toBeGreaterThanOrEqual(0);
    expect(name.x + name.width).toBeLessThanOrEqual(390);
    expect(name.y).toBeGreaterThan(header.y + header.height);
    expect(name.y + name.height).toBeLessThan(sheet.y);
    const covered = faceBoxes.filter(
      (box) =>
        box.x + 3 < name.x + name.width &&
        name.x + 3 < box.x + box.width &&
        box.y + 3 < name.y + name.height &&
        name.y + 3 < box.y + box.height,
    );
    expect(covered).toEqual([]);
  }

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

test('LIVE-05 LIVE-14 the faces of a crowd fit its circle, and a press brings all of it nearer, above the sheet', async ({
  product,
  visit,
}) => {
  const marie = await newPerson(product, 'Marie Le Brocq');
  const { page } = await visit(marie, { viewport: { width: 390, height: 844 } });
  const picture = await sharp({ create: { width: 512, height: 512, channels: 3, background: '#0b7a75' } })
    .png()
    .toBuffer();
  await page.route('**/uploads/**', (route) => route.fulfill({ contentType: 'image/png', body: picture }));
  await crowdOf('11111111-1111-4111-8111-111111111111')(page);
  await page.goto('/event/1/live');
  await page.getByText('30 of 30 sharing, nearest first.').waitFor();
  const map = page.getByRole('region', { name: /^Live map of/ });
  const crowd = map.getByRole('button', { name: /^2\d friends close together/ });
  await crowd.waitFor();
  const faces = map.locator('.live-crowd-face img');
  const widths = () => faces.evaluateAll((all) => all.map(({ clientWidth }) => clientWidth));
  await expect.poll(async () => new Set(await widths())).toEqual(new Set([40]));

  const members = Number.parseInt((await crowd.textContent())!, 10);
  await crowd.press('Enter');
  await crowd.waitFor({ state: 'detached' });
  const top = (await page.getByRole('heading', { level: 1, name: 'Live map' }).boundingBox())!;
  const sheet = (await page.getByRole('region', { name: "Who's here" }).boundingBox())!;
  const inSight = () =>
    map.locator('.live-person, .live-crowd').evaluateAll(
      (all, [from, to]) =>
        all
          .map((mark) => ({ box: mark.getBoundingClientRect(), words: mark.textContent ?? '' }))
          .filter(
            ({ box }) => box.top >= from! && box.bottom <= to! && box.left >= 0 && box.right <= innerWidth,
          )
          .reduce(
            (sum, { words }) => sum + (/^\d+(?= friends)/.exec(words) ? Number.parseInt(words, 10) : 1),
            0,
          ),
      [top.y + top.height, sheet.y],
    );
  await expect.poll(inSight).toBeGreaterThanOrEqual(members);
});
