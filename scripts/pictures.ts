// Draws docs/pictures/hereabouts.png: five screens side by side. npm run pictures
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import sharp from 'sharp';
import { DEMO, startProduct } from '../e2e/product.ts';
import { enterDemo, openScreen, SCREENS } from '../e2e/screens.ts';
import { findChromium } from './find-program.mjs';

const FILE = join(import.meta.dirname, '../docs/pictures/hereabouts.png');
const NAMES = ['home', 'event-own', 'live-selected', 'finder-friend', 'chat'];
const SCREEN = { width: 360, height: 780 };
const SHOWN = { width: 300, height: 650 };
const GAP_PX = 24;
const BORDER_PX = 6;
const RADIUS_PX = 32;
const SETTLED_MS = 3_000;
const CANVAS = {
  width: NAMES.length * (SHOWN.width + GAP_PX) + GAP_PX,
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
  const known = await enterDemo(product.url);
  const frames: Buffer[] = [];
  for (const name of NAMES) {
    const screen = SCREENS.find((one) => one.name === name);
    if (!screen) throw new Error(`No such screen: ${name}`);
    const context = await browser.newContext({
      baseURL: product.url,
      viewport: SCREEN,
      deviceScaleFactor: 2,
      hasTouch: true,
      locale: 'en-GB',
      timezoneId: 'Europe/Jersey',
    });
    const page = await context.newPage();
    await openScreen(page, screen, known);
    await page.waitForLoadState('networkidle', { timeout: SETTLED_MS }).catch(() => {});
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
