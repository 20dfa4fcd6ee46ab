import { meetingPointRoutes } from '@hereabouts/contract/meeting-points';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { giveCompass, PHONE_SENSORS } from './compass.ts';
import { arrow, pointsTo } from './finder-arrow.ts';
import { FINDER_SCREENS } from './finder-screens.ts';
import type { Visit } from './fixtures.ts';
import { test, TOME, type Sharer } from './live-party.ts';
import { HERE, offFrom } from './places.ts';
import type { Person } from './person.ts';
import { expectAccessible, type Visitor } from './visitor.ts';

const PHONE = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  geolocation: { ...HERE, accuracy: 8 },
};
const ALLOWED = ['geolocation', ...PHONE_SENSORS];

let host: Person;
let tome: Sharer;
let eventId: number;
let visit: Visit;
let visitor: Visitor;

test.beforeEach(({ meeting, visitBriefly }) => {
  ({ host, tome, eventId } = meeting);
  visit = visitBriefly;
});

async function open(permissions: string[], options: object = {}): Promise<Page> {
  visitor = await visit(host, { ...PHONE, permissions, ...options });
  return visitor.page;
}
const find = (page: Page, target = tome.id) => page.goto(`/event/${eventId}/find/${target}`);
const spoken = (page: Page) => page.getByRole('status');

test('FIND-01 AR-02 the arrow leads to a friend and turns with the phone; the number is the distance', async () => {
  await tome.at(offFrom(HERE, 60, 240), { accuracyM: 12 });
  const page = await open(ALLOWED);
  const compass = await giveCompass(page, 0);
  await find(page);
  await page.getByRole('heading', { level: 1, name: TOME }).waitFor();
  await arrow(page).waitFor();
  await pointsTo(page, 60);
  await page.getByText('240 m', { exact: true }).waitFor();
  expect(await page.getByText(/^± \d+ m$/).textContent()).toMatch(/^± (20|25) m$/);
  await page.getByText(/^(Just now|\d+ s ago)$/).waitFor();

  await compass.face(60);
  await pointsTo(page, 0);
  // Across north, tilted flat on the palm, and behind one's back.
  await compass.face(350, -60);
  await pointsTo(page, 70);
  await compass.face(10, -80);
  await pointsTo(page, 50);
  await compass.face(240);
  await pointsTo(page, 180);
  await expectAccessible(page);
  visitor.expectNoErrors();
});

test('FIND-01 the arrow and the distance follow the movements of both people', async () => {
  await tome.at(offFrom(HERE, 90, 150));
  const page = await open(ALLOWED);
  await giveCompass(page, 0);
  await find(page);
  await pointsTo(page, 90);
  await page.getByText('150 m', { exact: true }).waitFor();
  await tome.at(offFrom(HERE, 180, 85));
  await pointsTo(page, 180);
  await page.getByText('85 m', { exact: true }).waitFor();
  await page.context().setGeolocation({ ...offFrom(HERE, 180, 185), accuracy: 8 });
  await pointsTo(page, 0);
  await page.getByText('100 m', { exact: true }).waitFor();
});

test('FIND-01 within the accuracy of both positions "Look around." replaces the arrow', async () => {
  const vibrated = (page: Page) =>
    page.evaluate(() => (globalThis as unknown as { vibrations: unknown[] }).vibrations);
  await tome.at(offFrom(HERE, 45, 120), { accuracyM: 5 });
  const page = await open(ALLOWED);
  await page.addInitScript(() => {
    const felt: unknown[] = [];
    Object.assign(globalThis, { vibrations: felt });
    navigator.vibrate = (pattern) => felt.push(pattern) > 0;
  });
  await giveCompass(page, 0);
  await find(page);
  await pointsTo(page, 45);
  await tome.at(offFrom(HERE, 45, 40), { accuracyM: 5 });
  await page.getByText('40 m', { exact: true }).waitFor();
  await expect.poll(() => vibrated(page)).toHaveLength(1);
  await tome.at(offFrom(HERE, 45, 9), { accuracyM: 5 });
  await page.getByText('Within about 15 m. Look around.', { exact: true }).first().waitFor();
  expect(await arrow(page).count()).toBe(0);
  await expect.poll(() => vibrated(page)).toHaveLength(2);
  await expectAccessible(page);
  await tome.at(offFrom(HERE, 45, 120), { accuracyM: 5 });
  await arrow(page).waitFor();
  // Felt once on the way there, not again on the way back and forth.
  expect(await vibrated(page)).toHaveLength(2);
});

test('FIND-01 a device without a compass gets the map, never an arrow', async () => {
  await tome.at(offFrom(HERE, 60, 240));
  const page = await open(ALLOWED);
  await find(page);
  await page.getByText('This device has no compass to point with.').waitFor();
  await page.getByText(`${TOME} is north-east of you.`).waitFor();
  await page.getByRole('group', { name: `Map to ${TOME}` }).waitFor();
  await page.getByText('240 m', { exact: true }).waitFor();
  expect(await arrow(page).count()).toBe(0);
  await expectAccessible(page);
});

test('FIND-01 a device whose sensor gives only relative rotation, not north, gets the map', async () => {
  await tome.at(offFrom(HERE, 60, 240));
  const page = await open(ALLOWED);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('DeviceOrientation.setDeviceOrientationOverride', { alpha: 40, beta: 60, gamma: 0 });
  await page.addInitScript(() => {
    addEventListener('deviceorientation', ({ alpha, absolute }) => {
      if (alpha !== null) document.documentElement.dataset.turned = String(absolute);
    });
  });
  await find(page);
  await page.getByText('This device has no compass to point with.').waitFor();
  await page.waitForFunction(() => document.documentElement.dataset.turned === 'false');
  expect(await arrow(page).count()).toBe(0);
});

test('FIND-01 without a compass the direction of walking turns the arrow, which disappears when the person stands still', async () => {
  await tome.at(offFrom(HERE, 90, 240));
  const page = await open(ALLOWED);
  // Browsers' own controls set no course: what a phone in a walking hand reports is put under the page instead.
  await page.addInitScript((here) => {
    const walking = { heading: 45, speed: 1.4 };
    Object.assign(globalThis, { walking });
    const fix = () =>
      ({
        coords: { ...here, accuracy: 8, altitude: null, altitudeAccuracy: null, ...walking },
        timestamp: Date.now(),
      }) as GeolocationPosition;
    navigator.geolocation.watchPosition = (found) => {
      found(fix());
      return Number(setInterval(() => found(fix()), 500));
    };
    navigator.geolocation.clearWatch = (id) => clearInterval(id);
  }, HERE);
  await find(page);
  await arrow(page).waitFor();
  await pointsTo(page, 45);
  await page.getByText('No compass: the arrow follows the way you walk.').waitFor();
  const walk = (heading: number, speed: number) =>
    page.evaluate(
      ([to, mps]) =>
        Object.assign((globalThis as unknown as { walking: object }).walking, { heading: to, speed: mps }),
      [heading, speed] as const,
    );
  await walk(90, 1.4);
  await pointsTo(page, 0);
  await walk(90, 0);
  await page.getByRole('group', { name: /^Map to/ }).waitFor();
  expect(await arrow(page).count()).toBe(0);
});

test('FIND-01 the page reports when the compass stops reporting, and when it is back', async () => {
  await tome.at(offFrom(HERE, 60, 240));
  const page = await open(ALLOWED);
  const compass = await giveCompass(page, 0);
  await find(page);
  await pointsTo(page, 60);
  compass.fallSilent();
  await page.getByText('The compass has stopped. Move your phone a little.').waitFor();
  expect(await arrow(page).count()).toBe(0);
  await page.getByText('240 m', { exact: true }).waitFor();
  await compass.face(30);
  await pointsTo(page, 30);
});

test('FIND-01 LIVE-12 a friend who stands still stays live, shown with the age of the position', async () => {
  await tome.at(offFrom(HERE, 60, 240), { ageMs: 190_000 });
  const page = await open(ALLOWED);
  await giveCompass(page, 0);
  await find(page);
  await page.getByText('3 min ago', { exact: true }).waitFor();
  await pointsTo(page, 60);
  expect(await arrow(page).getAttribute('data-faded')).toBeNull();
  await expectAccessible(page);
});

test('FIND-01 LIVE-05 the last position of a device without contact is outlined and shown with its age', async () => {
  const old = FINDER_SCREENS.find(({ name }) => name === 'finder-old');
  const page = await open(ALLOWED);
  await old?.network?.(page);
  await page.goto(String(old?.path));
  await page.getByText('Last seen 4 min ago', { exact: true }).waitFor();
  expect(await arrow(page).getAttribute('data-faded')).toBe('true');
  await expectAccessible(page);
});

test('FIND-01 LIVE-02 a friend who stops sharing disappears at once', async () => {
  await tome.at(offFrom(HERE, 60, 240));
  const page = await open(ALLOWED);
  await giveCompass(page, 0);
  await find(page);
  await arrow(page).waitFor();
  await tome.stop();
  await page.getByText(`${TOME} is not sharing`).waitFor();
  expect(await arrow(page).count()).toBe(0);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Open the live map' }).waitFor();
});

test('FIND-01 LIVE-09 the finder leads to the meeting point by its name, without the beacon button', async () => {
  const page = await open(ALLOWED);
  await giveCompass(page, 0);
  await find(page, 'meeting-point');
  await page.getByText('There is no meeting point').waitFor();
  await host.ok(meetingPointRoutes.setMeetingPoint, {
    params: { eventId },
    body: { name: 'Left of the stage', ...offFrom(HERE, 270, 64), meet_at: null },
  });
  await page.getByRole('heading', { level: 1, name: 'Left of the stage' }).waitFor();
  await pointsTo(page, -90);
  await page.getByText('64 m', { exact: true }).waitFor();
  await page.getByText('± 10 m', { exact: true }).waitFor();
  expect(await page.getByRole('button', { name: 'Beacon' }).count()).toBe(0);
});

test('FIND-01 screen readers hear the direction relative to where the person faces', async () => {
  await tome.at(offFrom(HERE, 30, 120));
  const page = await open(ALLOWED);
  const compass = await giveCompass(page, 0);
  await find(page);
  await spoken(page).getByText(`${TOME}: ahead, slightly right, 120 metres`).waitFor();
  await compass.face(120);
  await spoken(page).getByText(`${TOME}: to the left, 120 metres`).waitFor();
});

test('FIND-01 LIVE-08 the page explains why it needs the location and asks for it only when a button is pressed', async () => {
  await tome.at(offFrom(HERE, 60, 240));
  const page = await open(PHONE_SENSORS);
  await giveCompass(page, 0);
  // As a browser that has not been asked yet.
  await page.addInitScript(() => {
    const real = navigator.permissions.query.bind(navigator.permissions);
    navigator.permissions.query = (descriptor) =>
      (descriptor.name as string) === 'geolocation'
        ? Promise.resolve(Object.assign(new EventTarget(), { state: 'prompt' }) as PermissionStatus)
        : real(descriptor);
  });
  await find(page);
  await page.getByText(`The arrow needs to know where you are to lead you to ${TOME}.`).waitFor();
  await expectAccessible(page);
  await page.context().grantPermissions(ALLOWED);
  await page.getByRole('button', { name: 'Use my location' }).click();
  await pointsTo(page, 60);
});

test('FIND-01 LIVE-08 when the location is blocked the page names the setting to change', async () => {
  await tome.at(offFrom(HERE, 60, 240));
  const page = await open(PHONE_SENSORS);
  await find(page);
  await page.getByText('Location is blocked for this site').waitFor();
  await page.getByText('Tap the icon left of the address and turn Location on.').waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Open the live map' }).click();
  await page.getByRole('heading', { level: 1, name: 'Live map' }).waitFor();
});

test('FIND-01 with reduced motion the arrow moves in steps', async () => {
  await tome.at(offFrom(HERE, 68, 240));
  const page = await open(ALLOWED, { reducedMotion: 'reduce' });
  await giveCompass(page, 0);
  await find(page);
  await pointsTo(page, 75);
});

test('FIND-01 strangers, ended events and invented addresses get a page that says so', async () => {
  const page = await open(ALLOWED);
  await find(page, host.id);
  await page.getByText('The finder is not available for this person').waitFor();
  await expectAccessible(page);
  await page.goto('/event/987654321/find/meeting-point');
  await page.getByText('Event Not Found').waitFor();
});

const NEAR = offFrom(HERE, 60, 1_240);
const AUCKLAND = { latitude: -36.85, longitude: 174.76 };

test.each([
  [320, 568, 'nearby', NEAR, /^1\.2 km$/],
  [320, 568, 'a world away', AUCKLAND, /^18\d{3} km$/],
  [844, 390, 'nearby', NEAR, /^1\.2 km$/],
  [320, 256, 'nearby', NEAR, /^1\.2 km$/],
])(
  'FIND-01 LAYOUT-01 at %d x %d, %s, everything fits or can be scrolled to, and nothing overflows sideways',
  async (width, height, _, place, text) => {
    await tome.at(place, { accuracyM: 20 });
    const page = await open(ALLOWED, { viewport: { width, height } });
    await giveCompass(page, 0);
    await find(page);
    await arrow(page).waitFor();
    await page.getByText(text).waitFor();
    const beside = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(beside).toBeLessThanOrEqual(0);
    for (const name of ['Beacon', 'AR view', 'Map']) {
      const control = page
        .getByRole('button', { name, exact: true })
        .or(page.getByRole('link', { name, exact: true }));
      await control.scrollIntoViewIfNeeded();
      const box = await control.boundingBox();
      expect(box!.x).toBeGreaterThanOrEqual(0);
      expect(box!.x + box!.width).toBeLessThanOrEqual(width);
      expect(box!.height).toBeGreaterThanOrEqual(44);
    }
  },
);
