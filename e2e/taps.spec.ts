import { eventRoutes } from '@hereabouts/contract/events';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { giveCompass, PHONE_SENSORS } from './compass.ts';
import { arrow } from './finder-arrow.ts';
import { test, TOME } from './live-party.ts';
import { befriend, inHours, newEvent, newPerson } from './person.ts';
import { HERE, offFrom } from './places.ts';

/** How many taps what people do most takes on a phone, from an open home; typing and swipes are not counted. */

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };

type Box = { x: number; y: number; width: number; height: number };
const isOnScreen = ({ x, y, width, height }: Box) =>
  x >= 0 && y >= 0 && x + width <= PHONE.viewport.width && y + height <= PHONE.viewport.height;

/** Taps only what is on the screen without scrolling, and counts. */
function finger(page: Page) {
  let taps = 0;
  return {
    count: () => taps,
    swipeTo: (target: Locator) => target.evaluate((element) => element.scrollIntoView({ block: 'center' })),
    async tap(target: Locator) {
      await target.waitFor();
      // By coordinates, once it rests: a face on the map breathes, which never ends for Playwright.
      let before = '';
      const rests = async () => {
        const box = await target.boundingBox();
        const now = JSON.stringify(box);
        const isAtRest = now === before && box !== null && isOnScreen(box);
        before = now;
        return isAtRest ? box : null;
      };
      await expect.poll(rests, { interval: 200 }).not.toBeNull();
      const { x, y, width, height } = (await target.boundingBox())!;
      await page.touchscreen.tap(x + width / 2, y + height / 2);
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

test('LIVE-14 FIND-01 three taps lead to the arrow of a friend', async ({ meeting, visit }) => {
  const { host, tome } = meeting;
  await tome.at(offFrom(HERE, 60, 240), { accuracyM: 12 });
  const { page } = await visit(host, {
    ...PHONE,
    geolocation: { ...HERE, accuracy: 8 },
    permissions: ['geolocation', ...PHONE_SENSORS],
  });
  await giveCompass(page, 0);
  await page.goto('/');
  const { tap, count } = finger(page);
  await tap(page.getByRole('region', { name: 'Next event' }).getByRole('link', { name: 'Live map' }));
  await tap(
    page
      .getByRole('region', { name: /^Live map of/ })
      .getByRole('button', { name: new RegExp(`^${TOME}, `) }),
  );
  await tap(page.getByRole('link', { name: `Find ${TOME}` }));
  await arrow(page).waitFor();
  expect(count()).toBe(3);
});

test('EVF-26 LOC-09 four taps and a title create an event at a listed place', async ({ marie, visit }) => {
  const { page } = await visit(marie, PHONE);
  await page.goto('/');
  const { tap, swipeTo, count } = finger(page);
  await tap(page.getByRole('navigation', { name: 'Quick links' }).getByRole('link', { name: 'New event' }));
  await page.getByLabel('Event Title*').fill('Bonfire');
  const search = page.getByRole('button', { name: 'Search for a location' });
  await swipeTo(search);
  await tap(search);
  await page.getByRole('combobox', { name: 'Place' }).fill('square');
  await tap(page.getByRole('option', { name: 'Royal Square' }));
  await tap(page.getByRole('button', { name: 'Create Event' }));
  await page.waitForURL(/\/event\/\d+$/);
  await page.getByRole('heading', { level: 1, name: 'Bonfire' }).waitFor();
  expect(count()).toBe(4);
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
