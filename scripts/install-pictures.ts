// The pictures that browsers show where the app is installed (web/public/site.webmanifest), taken of the demo:
// node scripts/prepare.cjs build && node scripts/install-pictures.ts
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { DEMO, startProduct } from '../e2e/product.ts';
import { enterDemo, openScreen, SCREENS } from '../e2e/screens.ts';
import { findChromium } from './find-program.mjs';

const FOLDER = join(import.meta.dirname, '../web/public/images/install');
const PICTURES = [
  { name: 'narrow', screen: 'home', viewport: { width: 412, height: 892 } },
  { name: 'wide', screen: 'home', viewport: { width: 1280, height: 800 } },
] as const;
const JPEG_QUALITY = 78;
/** Tiles and pictures have come by then. */
const QUIET_MS = 5_000;

const executablePath = findChromium();
if (!executablePath) throw new Error('No Chromium found. Install it or set CHROMIUM_PATH.');
const product = await startProduct({}, DEMO);
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
try {
  const known = await enterDemo(product.url);
  for (const { name, screen: wanted, viewport } of PICTURES) {
    const screen = SCREENS.find((one) => one.name === wanted);
    if (!screen) throw new Error(`No such screen: ${wanted}`);
    const context = await browser.newContext({
      baseURL: product.url,
      viewport,
      reducedMotion: 'reduce',
      locale: 'en-GB',
      timezoneId: 'Europe/Jersey',
      serviceWorkers: 'block',
    });
    const page = await context.newPage();
    await openScreen(page, screen, known);
    await page.waitForLoadState('networkidle', { timeout: QUIET_MS }).catch(() => {});
    await page.screenshot({ path: join(FOLDER, `${name}.jpg`), type: 'jpeg', quality: JPEG_QUALITY });
    await context.close();
  }
} finally {
  await browser.close();
  await product.stop();
}
