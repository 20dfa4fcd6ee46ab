import { meetingPointRoutes } from '@hereabouts/contract/meeting-points';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { giveCompass, PHONE_SENSORS } from './compass.ts';
import type { Visit } from './fixtures.ts';
import { test as meeting, TOME, type Sharer } from './live-party.ts';
import { HERE, offFrom } from './places.ts';
import type { Person } from './person.ts';
import { expectAccessible, launchBrowser, type Visitor } from './visitor.ts';

const WIDTH = 390;
const PHONE = {
  viewport: { width: WIDTH, height: 844 },
  hasTouch: true,
  geolocation: { ...HERE, accuracy: 8 },
};
const ALLOWED = ['geolocation', 'camera', ...PHONE_SENSORS];

let host: Person;
let tome: Sharer;
let eventId: number;
let visit: Visit;
let visitor: Visitor;

/** A browser whose camera shows a moving test card. */
const test = meeting.extend('browser', { scope: 'worker' }, async ({}, { onCleanup }) => {
  const browser = await launchBrowser('--use-fake-device-for-media-stream');
  onCleanup(() => browser.close());
  return browser;
});

test.beforeEach(({ meeting, visitBriefly }) => {
  ({ host, tome, eventId } = meeting);
  visit = visitBriefly;
});

async function open(permissions = ALLOWED): Promise<Page> {
  visitor = await visit(host, { ...PHONE, permissions });
  const { page } = visitor;
  // Every camera track the page was given, to see what becomes of them.
  await page.addInitScript(() => {
    const tracks: MediaStreamTrack[] = [];
    Object.assign(globalThis, { cameraTracks: tracks });
    const real = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    navigator.mediaDevices.getUserMedia = async (constraints) => {
      const stream = await real(constraints);
      tracks.push(...stream.getTracks());
      return stream;
    };
  });
  return page;
}
const look = (page: Page) => page.goto(`/event/${eventId}/ar`);
const label = (page: Page, name = TOME) => page.getByTestId('ar-label').filter({ hasText: name });
const onSide = (page: Page, side: 'left' | 'right') => page.getByTestId(`ar-${side}`);
const cameraStates = (page: Page) =>
  page.evaluate(() =>
    (globalThis as unknown as { cameraTracks: MediaStreamTrack[] }).cameraTracks.map(
      ({ readyState }) => readyState,
    ),
  );

/** The middle of somebody's label, from the left edge. */
async function middleOf(page: Page, name = TOME): Promise<number> {
  const box = await label(page, name).boundingBox();
  return box ? box.x + box.width / 2 : NaN;
}

test('AR-01 AR-02 a label is drawn at its bearing over the camera picture, or at the edge when it is outside the view', async () => {
  await tome.at(offFrom(HERE, 90, 120));
  const page = await open();
  const compass = await giveCompass(page, 90);
  await look(page);
  await expect.poll(() => middleOf(page)).toBeCloseTo(WIDTH / 2, -1);
  await label(page).getByText('120 m').waitFor();
  await expect
    .poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.videoWidth))
    .toBeGreaterThan(0);
  await expectAccessible(page);

  // Turned to the left by five degrees, the friend is on the right half.
  await compass.face(85);
  await expect.poll(() => middleOf(page)).toBeGreaterThan(WIDTH / 2 + 30);
  await compass.face(95);
  await expect.poll(() => middleOf(page)).toBeLessThan(WIDTH / 2 - 30);
  await compass.face(0);
  await onSide(page, 'right').getByText(TOME).waitFor();
  expect(await label(page).count()).toBe(0);
  await compass.face(180);
  await onSide(page, 'left').getByText(TOME).waitFor();
  await expectAccessible(page);
  visitor.expectNoErrors();
});

test('AR-01 on a tilted phone each name is still drawn where the camera sees the friend', async () => {
  await tome.at(offFrom(HERE, 90, 120));
  const page = await open();
  const compass = await giveCompass(page, 84);
  await look(page);
  const [x, y] = [middleOf, async () => (await label(page).boundingBox())!.y] as const;
  await expect.poll(() => x(page)).toBeGreaterThan(WIDTH / 2 + 30);
  const level = await y();
  // Leant to the right, the friend on the right stands higher on the picture; to the left, lower.
  await compass.face(84, 0, 35);
  await expect.poll(y).toBeLessThan(level - 25);
  expect(await x(page)).toBeGreaterThan(WIDTH / 2 + 20);
  await compass.face(84, 0, -35);
  await expect.poll(y).toBeGreaterThan(level + 25);
  expect(await x(page)).toBeGreaterThan(WIDTH / 2 + 20);
  // Looking down at a slant the camera does not look where the edge of the phone says.
  await compass.face(90, 0, 0);
  await expect.poll(() => x(page)).toBeCloseTo(WIDTH / 2, -1);
  await compass.face(90, -20, 0);
  await expect.poll(() => x(page)).toBeCloseTo(WIDTH / 2, -1);
});

test('AR-01 LIVE-09 the meeting point has a label as well; of labels in one direction the nearest is lowest and in front', async () => {
  await tome.at(offFrom(HERE, 0, 40));
  await host.ok(meetingPointRoutes.setMeetingPoint, {
    params: { eventId },
    body: { name: 'Left of the stage', ...offFrom(HERE, 1, 200), meet_at: null },
  });
  const page = await open();
  const compass = await giveCompass(page, 0);
  await look(page);
  await label(page, 'Left of the stage').getByText('200 m').waitFor();
  const [near, far] = [await label(page).boundingBox(), await label(page, 'Left of the stage').boundingBox()];
  expect(near!.y).toBeGreaterThanOrEqual(far!.y + far!.height);
  const layer = (name: string) =>
    label(page, name).evaluate((element) => Number(getComputedStyle(element).zIndex));
  expect(await layer(TOME)).toBeGreaterThan(await layer('Left of the stage'));
  // The ground sinks when one looks up.
  await compass.face(0, 12);
  await expect.poll(async () => (await label(page).boundingBox())!.y).toBeGreaterThan(near!.y + 60);
});

test('AR-01 dragging aligns the labels for this visit, and Reset returns them to the compass', async () => {
  await tome.at(offFrom(HERE, 0, 120));
  const page = await open();
  await giveCompass(page, 0);
  await look(page);
  await expect.poll(() => middleOf(page)).toBeCloseTo(WIDTH / 2, -1);
  const slider = page.getByRole('slider', { name: 'Slide to align' });
  const compass = page.getByRole('button', { name: 'Align the compass' });
  expect(await slider.count()).toBe(0);
  await compass.click();
  await slider.waitFor();
  await expectAccessible(page);
  // Gone again by itself.
  await slider.waitFor({ state: 'detached' });
  expect(await compass.getAttribute('aria-expanded')).toBe('false');
  await page.mouse.move(100, 600);
  await page.mouse.down();
  await page.mouse.move(140, 600, { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => middleOf(page)).toBeCloseTo(WIDTH / 2 + 40, -1);
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect.poll(() => middleOf(page)).toBeCloseTo(WIDTH / 2, -1);
  // And with the keyboard.
  await slider.press('ArrowLeft');
  await slider.press('ArrowLeft');
  await slider.press('ArrowLeft');
  await slider.press('ArrowLeft');
  await expect.poll(() => middleOf(page)).toBeLessThan(WIDTH / 2 - 30);
  expect(await slider.getAttribute('aria-valuetext')).toBe('4 degrees to the left');
});

test('AR-01 the camera is released when the page is hidden or left, and opened again on return', async () => {
  await tome.at(offFrom(HERE, 0, 120));
  const page = await open();
  await giveCompass(page, 0);
  await look(page);
  await label(page).waitFor();
  await expect.poll(() => cameraStates(page)).toEqual(['live']);
  const setHidden = (hidden: boolean) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => value });
      document.dispatchEvent(new Event('visibilitychange'));
    }, hidden);
  await setHidden(true);
  await expect.poll(() => cameraStates(page)).toEqual(['ended']);
  await setHidden(false);
  await label(page).waitFor();
  await expect.poll(() => cameraStates(page)).toEqual(['ended', 'live']);
  await page.getByRole('link', { name: 'Back to the live map' }).click();
  await page.waitForURL(`/event/${eventId}/live`);
  await expect.poll(() => cameraStates(page)).toEqual(['ended', 'ended']);
});

test('AR-01 LIVE-08 the page explains why it needs the camera and asks for it only when a button is pressed', async () => {
  await tome.at(offFrom(HERE, 0, 120));
  const page = await open(['geolocation', ...PHONE_SENSORS]);
  await giveCompass(page, 0);
  await look(page);
  await page.getByText('The picture stays on this device: nothing is recorded or sent.').waitFor();
  await expectAccessible(page);
  expect(await cameraStates(page)).toEqual([]);
  await page.context().grantPermissions(ALLOWED);
  await page.getByRole('button', { name: 'Turn on the camera' }).click();
  await label(page).waitFor();
});

test('AR-01 without the camera the page offers the finder and the map, and can be tried again', async () => {
  await tome.at(offFrom(HERE, 0, 120));
  const page = await open(['geolocation', ...PHONE_SENSORS]);
  await giveCompass(page, 0);
  await look(page);
  await page.getByRole('button', { name: 'Turn on the camera' }).click();
  await page.getByText('The camera is blocked for this site').waitFor();
  await page.getByRole('link', { name: 'Open the live map' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: `Find ${TOME}` }).click();
  await page.getByTestId('finder-arrow').waitFor();
  await page.goBack();
  await page.context().grantPermissions(ALLOWED);
  await page
    .getByRole('button', { name: /Turn on the camera|Try again/ })
    .or(label(page))
    .first()
    .waitFor();
});

test('AR-01 without a compass the page offers the finder and the map', async () => {
  await tome.at(offFrom(HERE, 0, 120));
  const page = await open();
  await look(page);
  await page.getByText('This device has no compass').waitFor();
  await page.getByRole('link', { name: `Find ${TOME}` }).waitFor();
  await page.getByRole('link', { name: 'Open the live map' }).waitFor();
  expect(await page.getByTestId('ar-label').count()).toBe(0);
});

test('AR-01 when the compass stops reporting, the labels disappear and the page says so', async () => {
  await tome.at(offFrom(HERE, 0, 120));
  const page = await open();
  const compass = await giveCompass(page, 0);
  await look(page);
  await label(page).waitFor();
  compass.fallSilent();
  await page.getByText('The compass has stopped. Move your phone a little.').waitFor();
  expect(await label(page).count()).toBe(0);
  await compass.face(2);
  await label(page).waitFor();
});

test('AR-01 when nobody shares a location the page says so and links to the list', async () => {
  const page = await open();
  await giveCompass(page, 0);
  await look(page);
  await page.getByText('None of your friends are sharing their location yet.').waitFor();
  await page.getByRole('link', { name: "Who's here" }).waitFor();
  await expectAccessible(page);
});

test('AR-01 LIVE-05 the view shows how old a position is, at the edge too, and says when this phone has lost its own', async () => {
  await tome.at(offFrom(HERE, 90, 120), { ageMs: 190_000 });
  const page = await open();
  const compass = await giveCompass(page, 90);
  await look(page);
  await label(page).getByText('120 m · 3 min ago').waitFor();
  await compass.face(0);
  await onSide(page, 'right').getByText('120 m · 3 min ago').waitFor();
  const lost = page.getByText('This phone can no longer tell where it is.');
  expect(await lost.count()).toBe(0);
  await page.context().setGeolocation(null);
  await lost.waitFor();
  await expectAccessible(page);
  await page.context().setGeolocation({ ...HERE, accuracy: 8 });
  await expect.poll(() => lost.count()).toBe(0);
});
