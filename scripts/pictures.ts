// Draws docs/pictures/hereabouts.png: five screens side by side, with the demo's friends. npm run pictures
import { join } from 'node:path';
import { SESSION_STORAGE_KEY } from '@hereabouts/contract/auth';
import { eventRoutes } from '@hereabouts/contract/events';
import { MAIN_KEY } from '@hereabouts/demo/people/people';
import { chromium, type Page } from 'playwright-core';
import sharp from 'sharp';
import { giveCompass, PHONE_SENSORS } from '../e2e/compass.ts';
import { offFrom } from '../e2e/places.ts';
import { DEMO, startProduct } from '../e2e/product.ts';
import { signIn } from '../e2e/screens.ts';
import { findChromium } from './find-program.mjs';

/** `event` runs, and friends walk about there. */
type Picture = { path: (event: number) => string; act?: (page: Page, event: number) => Promise<unknown> };

const rowOfFriend = (page: Page) => page.getByRole('button', { name: /Live/ }).last();
const showFriend = async (page: Page) => {
  await rowOfFriend(page).click();
  await page.getByRole('link', { name: /^Find / }).waitFor();
};

const SCREENS: readonly Picture[] = [
  { path: () => '/' },
  { path: (event) => `/event/${event}` },
  { path: (event) => `/event/${event}/live`, act: showFriend },
  {
    path: (event) => `/event/${event}/live`,
    async act(page) {
      const compass = await giveCompass(page, 340);
      await showFriend(page);
      await page.getByRole('link', { name: /^Find / }).click();
      await page.getByTestId('finder-arrow').waitFor();
      await compass.face(345);
    },
  },
  { path: (event) => `/chat/${event}` },
];

const FILE = join(import.meta.dirname, '../docs/pictures/hereabouts.png');
const SCREEN = { width: 360, height: 780 };
const SHOWN = { width: 300, height: 650 };
const GAP_PX = 24;
const BORDER_PX = 6;
const RADIUS_PX = 32;
const SETTLED_MS = 3_000;
const CANVAS = {
  width: SCREENS.length * (SHOWN.width + GAP_PX) + GAP_PX,
  height: SHOWN.height + 2 * GAP_PX,
};
const leftOf = (at: number): number => GAP_PX + at * (SHOWN.width + GAP_PX);

const round = (attributes: string, { width, height } = SHOWN): string =>
  `<rect width="${width}" height="${height}" rx="${RADIUS_PX}" ${attributes}/>`;
const svg = (content: string, { width, height } = SHOWN): Buffer =>
  Buffer.from(`<svg width="${width}" height="${height}">${content}</svg>`);

async function inFrame(screen: Buffer): Promise<Buffer> {
  return await sharp(screen)
    .resize(SHOWN.width, SHOWN.height)
    .composite([
      { input: svg(round(`fill="none" stroke="#12141d" stroke-width="${2 * BORDER_PX}"`)) },
      { input: svg(round('')), blend: 'dest-in' },
    ])
    .png()
    .toBuffer();
}

const product = await startProduct({}, DEMO);
const browser = await chromium.launch({ executablePath: findChromium() ?? '', args: ['--no-sandbox'] });
try {
  const { session, caller } = await signIn(product.url, MAIN_KEY);
  const nowIso = new Date().toISOString();
  const event = (await caller.ok(eventRoutes.listHome)).events.find(({ start_time }) => start_time < nowIso);
  if (event === undefined) throw new Error('No event of the demo runs');
  const place = { latitude: event.location_latitude, longitude: event.location_longitude };
  const frames: Buffer[] = [];
  for (const { path, act } of SCREENS) {
    const context = await browser.newContext({
      baseURL: product.url,
      viewport: SCREEN,
      deviceScaleFactor: 2,
      isMobile: true,
      hasTouch: true,
      locale: 'en-GB',
      timezoneId: 'Europe/Jersey',
      permissions: ['geolocation', ...PHONE_SENSORS],
      geolocation: { ...offFrom(place, 200, 12), accuracy: 5 },
    });
    const page = await context.newPage();
    await page.addInitScript(([key, value]) => localStorage.setItem(key, value), [
      SESSION_STORAGE_KEY,
      session,
    ] as const);
    await page.goto(path(event.id));
    await act?.(page, event.id);
    await page.waitForLoadState('networkidle', { timeout: SETTLED_MS }).catch(() => {});
    await page.waitForTimeout(SETTLED_MS);
    frames.push(await inFrame(await page.screenshot()));
    await context.close();
  }
  const ground = svg(`<rect width="100%" height="100%" fill="#f1e7d8"/>`, CANVAS);
  await sharp(ground)
    .composite(frames.map((input, at) => ({ input, left: leftOf(at), top: GAP_PX })))
    .png({ palette: true, quality: 90 })
    .toFile(FILE);
  console.log(FILE);
} finally {
  await browser.close();
  await product.stop();
}
