import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { test } from './fixtures.ts';
import { befriend, inHours, newEvent, newPerson } from './person.ts';

const SIZES = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
];

const boxOf = async (part: Locator) => {
  await part.waitFor();
  const box = await part.boundingBox();
  if (box === null) throw new Error('Not on the page');
  return box;
};

test('EVD-02 EVD-09 what a host can do is one row of tiles alike, on a phone and beside the poster', async ({
  marie,
  page,
  product,
}) => {
  const friend = await newPerson(product, 'Nadia');
  await befriend(friend, marie);
  await page.goto(`/event/${await newEvent(marie, { invitee_ids: [friend.id] })}`);
  const tiles = [
    page.getByRole('link', { name: 'Edit Event', exact: true }),
    page.getByRole('button', { name: 'Invite by link', exact: true }),
    page.getByRole('link', { name: 'Invite More Friends', exact: true }),
    page.getByRole('button', { name: 'More for hosts', exact: true }),
  ];
  for (const size of SIZES) {
    await page.setViewportSize(size);
    const boxes = await Promise.all(tiles.map(boxOf));
    for (const side of ['y', 'width', 'height'] as const) {
      expect(new Set(boxes.map((box) => Math.round(box[side]))).size, `${side} at ${size.width}`).toBe(1);
    }
    for (const tile of tiles) expect(await tile.locator('svg').isVisible()).toBe(true);
  }
});

test('EVD-04 the caption of the map leads there, until the event has ended', async ({ marie, page }) => {
  const place = page.getByRole('region', { name: 'Location', exact: true });
  const way = place.getByRole('link', { name: 'Directions', exact: true });
  await page.goto(`/event/${await newEvent(marie)}`);
  expect(await way.getAttribute('href')).toContain('49.2174,-2.2289');
  const over = { start_time: inHours(-3), end_time: inHours(-1) };
  await page.goto(`/event/${await newEvent(marie, over)}`);
  await place.getByText("St Ouen's Bay", { exact: true }).waitFor();
  expect(await way.count()).toBe(0);
});
