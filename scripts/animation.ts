// Records docs/pictures/two-phones.webp: one friend walks up to another, seen on both phones. npm run pictures
import { join } from 'node:path';
import { eventRoutes } from '@hereabouts/contract/events';
import { SESSION_STORAGE_KEY } from '@hereabouts/contract/auth';
import { sharingRoutes } from '@hereabouts/contract/sharing';
import { userRoutes } from '@hereabouts/contract/users';
import { MAIN_KEY } from '@hereabouts/demo/people/people';
import { chromium, type Browser, type Page } from 'playwright-core';
import sharp from 'sharp';
import { giveCompass, PHONE_SENSORS } from '../e2e/compass.ts';
import { offFrom } from '../e2e/places.ts';
import { DEMO, startProduct } from '../e2e/product.ts';
import { signIn } from '../e2e/screens.ts';
import { findChromium } from './find-program.mjs';

const FILE = join(import.meta.dirname, '../docs/pictures/two-phones.webp');
const SCREEN = { width: 360, height: 740 };
const SHOWN = { width: 300, height: 617 };
const CANVAS = { width: 720, height: 700 };
const LEFT_PX = [39, 381];
const TOP_PX = 42;
const STEPS = 22;
const FROM_M = 230;
const TO_M = 9;
const COMES_FROM_DEG = 205;
/** A second of live positions, and the drawing of it. */
const STEP_MS = 1_300;
const FRAME_MS = 180;
const LAST_FRAME_MS = 2_000;

type Point = { latitude: number; longitude: number };

async function openPhone(browser: Browser, url: string, session: string, at: Point): Promise<Page> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: SCREEN,
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    locale: 'en-GB',
    timezoneId: 'Europe/Jersey',
    permissions: ['geolocation', ...PHONE_SENSORS],
    geolocation: { ...at, accuracy: 5 },
  });
  const page = await context.newPage();
  await page.addInitScript(([key, value]) => localStorage.setItem(key, value), [
    SESSION_STORAGE_KEY,
    session,
  ] as const);
  return page;
}

/** Screens with round corners on a quiet ground. */
async function compose(screens: readonly Buffer[]): Promise<Buffer> {
  const { width, height } = SHOWN;
  const corners = Buffer.from(
    `<svg width="${width}" height="${height}"><rect width="${width}" height="${height}" rx="30"/></svg>`,
  );
  const frames = LEFT_PX.map(
    (left) =>
      `<rect x="${left - 9}" y="${TOP_PX - 9}" width="${width + 18}" height="${height + 18}" rx="38" fill="#16181d"/>`,
  );
  const ground = Buffer.from(
    `<svg width="${CANVAS.width}" height="${CANVAS.height}"><rect width="100%" height="100%" fill="#eef0ee"/>${frames.join('')}</svg>`,
  );
  const rounded = await Promise.all(
    screens.map((screen) =>
      sharp(screen)
        .resize(width, height)
        .composite([{ input: corners, blend: 'dest-in' }])
        .png()
        .toBuffer(),
    ),
  );
  return await sharp(ground)
    .composite(rounded.map((input, at) => ({ input, left: LEFT_PX[at] ?? 0, top: TOP_PX })))
    .png()
    .toBuffer();
}

const product = await startProduct({}, DEMO);
const browser = await chromium.launch({ executablePath: findChromium() ?? '', args: ['--no-sandbox'] });
try {
  const { url } = product;
  const [marie, tome] = [await signIn(url, MAIN_KEY), await signIn(url, 'tome')];
  const [hers, his] = await Promise.all(
    [marie, tome].map(async (person) => (await person.caller.ok(eventRoutes.listHome)).events),
  );
  const nowIso = new Date().toISOString();
  const event = hers?.find(({ id, start_time }) => start_time < nowIso && his?.some((one) => one.id === id));
  if (!event) throw new Error('Marie and Tomé are at no event now');
  const place = { latitude: event.location_latitude, longitude: event.location_longitude };
  const walker = (metres: number) => offFrom(place, COMES_FROM_DEG, metres);

  const map = await openPhone(browser, url, marie.session, place);
  const finder = await openPhone(browser, url, tome.session, walker(FROM_M));
  const compass = await giveCompass(finder, (COMES_FROM_DEG + 180) % 360);
  const params = { eventId: event.id };
  await map.goto(`/event/${event.id}/live`);
  await marie.caller.ok(sharingRoutes.startSharing, { params });
  await finder.goto(`/event/${event.id}/live`);
  await tome.caller.ok(sharingRoutes.startSharing, { params });
  const { id } = await marie.caller.ok(userRoutes.getMe);
  await finder.goto(`/event/${event.id}/find/${id}`);
  await finder.getByTestId('finder-arrow').waitFor();
  await map.context().setGeolocation({ ...offFrom(place, 0, 1), accuracy: 5 });
  await map.waitForTimeout(STEP_MS * 3);

  const frames: Buffer[] = [];
  for (let step = 0; step <= STEPS; step += 1) {
    const metres = FROM_M + ((TO_M - FROM_M) * step) / STEPS;
    // Nobody stands quite still.
    await map.context().setGeolocation({ ...offFrom(place, 90 * step, 0.5), accuracy: 5 });
    await finder.context().setGeolocation({ ...walker(metres), accuracy: 5 });
    await compass.face((COMES_FROM_DEG + 180 + 28 * Math.sin(step / 2)) % 360);
    await finder.waitForTimeout(STEP_MS);
    frames.push(await compose(await Promise.all([map, finder].map((page) => page.screenshot()))));
  }
  await sharp(frames, { join: { animated: true } })
    .webp({ quality: 72, delay: frames.map((_, at) => (at === STEPS ? LAST_FRAME_MS : FRAME_MS)), loop: 0 })
    .toFile(FILE);
  console.log(FILE);
} finally {
  await browser.close();
  await product.stop();
}
