import { eventRoutes } from '@hereabouts/contract/events';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { test } from './fixtures.ts';
import { befriend, inHours, newEvent, newPerson } from './person.ts';

/** How many taps what people do most takes on a phone, from an open home; typing is not counted. */

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };

/** Taps only what is on the screen without scrolling, and counts. */
function finger(page: Page) {
  let taps = 0;
  return {
    count: () => taps,
    async tap(target: Locator) {
      await target.waitFor();
      const bottom = async () => {
        const box = await target.boundingBox();
        return box === null ? Infinity : box.y + box.height;
      };
      await expect.poll(bottom).toBeLessThanOrEqual(page.viewportSize()!.height);
      await target.tap();
      taps += 1;
    },
  };
}

test('HOME-23 one tap answers an invitation', async ({ product, marie, visit }) => {
  const tom = await newPerson(product, 'Tom Renouf');
  await befriend(tom, marie);
  const eventId = await newEvent(tom, {
    start_time: inHours(2),
    end_time: inHours(3),
    invitee_ids: [marie.id],
  });
  const { page } = await visit(marie, PHONE);
  await page.goto('/');
  const { tap, count } = finger(page);
  await tap(page.getByRole('button', { name: 'Going', exact: true }).first());
  await page.getByText('2 going').first().waitFor();
  expect(count()).toBe(1);
  const { my_status } = await marie.ok(eventRoutes.getEvent, { params: { eventId } });
  expect(my_status).toBe('accepted');
});

test.for(['no-preference', 'reduce'] as const)(
  'an answer is felt where the phone vibrates, and not by those who avoid motion (motion: %s)',
  async (reducedMotion, { product, marie, visit }) => {
    const tom = await newPerson(product, 'Tom Renouf');
    await befriend(tom, marie);
    await newEvent(tom, { invitee_ids: [marie.id] });
    const { page } = await visit(marie, { ...PHONE, reducedMotion });
    await page.addInitScript(() => {
      const felt: unknown[] = [];
      Object.assign(globalThis, { vibrations: felt });
      navigator.vibrate = (pattern) => felt.push(pattern) > 0;
    });
    await page.goto('/');
    await page.getByRole('button', { name: 'Maybe', exact: true }).first().tap();
    const card = page.getByRole('article', { name: 'Beach bonfire' });
    await card.getByText('Maybe', { exact: true }).waitFor();
    const felt = await page.evaluate(() => (globalThis as unknown as { vibrations: unknown[] }).vibrations);
    expect(felt).toEqual(reducedMotion === 'reduce' ? [] : [10]);
  },
);
