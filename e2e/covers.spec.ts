import { eventRoutes } from '@hereabouts/contract/events';
import { expect } from 'vitest';
import { test } from './fixtures.ts';
import { newEvent } from './person.ts';
import { expectAccessible } from './visitor.ts';

test('EVF-26 one of twelve drawn covers becomes the picture of an event; one that does not load says so', async ({
  marie,
  visitor,
  page,
}) => {
  visitor.allowErrors(/ERR_FAILED/, /a cover could not be loaded/);
  const eventId = await newEvent(marie);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`/edit-event/${eventId}`);
  const covers = page.getByRole('group', { name: 'Or choose a cover' });
  const choices = covers.getByRole('button');
  await choices.first().scrollIntoViewIfNeeded();
  expect(await choices.count()).toBe(12);
  for (const picture of await covers.getByRole('img').all()) {
    await picture.scrollIntoViewIfNeeded();
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(224);
  }
  await expectAccessible(page);

  await page.route('**/images/covers/*.png', (route) => route.abort());
  await covers.getByRole('button', { name: 'Surf' }).click();
  await page.getByRole('alert').getByText('Could not load this cover. Please try again.').waitFor();
  expect(await page.getByRole('img', { name: 'Preview' }).count()).toBe(0);
  await page.unrouteAll();

  const surf = covers.getByRole('button', { name: 'Surf' });
  expect(await surf.getAttribute('aria-pressed')).toBe('false');
  await surf.press('Enter');
  await covers.getByRole('button', { name: 'Surf', pressed: true }).waitFor();
  expect(await covers.getByRole('button', { pressed: true }).count()).toBe(1);
  await page.getByRole('button', { name: 'Remove image' }).waitFor();
  await page.getByRole('img', { name: 'Preview' }).waitFor();
  await page.getByRole('button', { name: 'Update Event' }).click();
  await page.waitForURL(`**/event/${eventId}`);
  const { image } = await marie.ok(eventRoutes.getEvent, { params: { eventId } });
  expect(image).toMatch(/\.png$/);
});
