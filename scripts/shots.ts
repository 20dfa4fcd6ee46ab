// Pictures of every screen in its main states, into the ignored folder shots/: npm run shots [-- name …]
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';
import { DEMO, startProduct } from '../e2e/product.ts';
import { enterDemo, openScreen, SCREENS, type Known } from '../e2e/screens.ts';
import { findChromium } from './find-program.mjs';

const FOLDER = join(import.meta.dirname, '../shots');
const WIDTHS_PX = [360, 390, 800, 1280];
const SCHEMES = ['light', 'dark'] as const;
const HEIGHT_PX = 860;

/** Scrolls once through the page, so that pictures that load late are there; what never comes is part of some screens. */
async function loadAll(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // A capture of the whole page shows what no screen has shown yet.
    const drawn = new CSSStyleSheet();
    drawn.replaceSync('* { content-visibility: visible !important; }');
    document.adoptedStyleSheets = [drawn];
    for (let y = 0; y < document.documentElement.scrollHeight; y += 600) {
      scrollTo(0, y);
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    scrollTo(0, 0);
  });
  await page
    .waitForFunction(() => [...document.images].every(({ complete }) => complete), null, {
      timeout: QUIET_MS,
    })
    .catch(() => {});
  // A map that has come into view asks for its tiles, and draws the land where there are none.
  await page.waitForLoadState('networkidle', { timeout: QUIET_MS }).catch(() => {});
}

/** Sooner than an access token ends. */
const SCREENS_PER_SESSION = 20;
/** How long what is still coming may take; what never comes is part of some screens. */
const QUIET_MS = 3_000;

/** One load a width; the other colours are those of the same page. Returns the number of pictures. */
async function take(browser: Browser, url: string, screen: (typeof SCREENS)[number], known: Known) {
  for (const width of WIDTHS_PX) {
    const context = await browser.newContext({
      baseURL: url,
      viewport: { width, height: HEIGHT_PX },
      reducedMotion: 'reduce',
      locale: 'en-GB',
      timezoneId: 'Europe/Jersey',
    });
    try {
      const page = await context.newPage();
      await openScreen(page, screen, known);
      await page.waitForLoadState('networkidle', { timeout: QUIET_MS }).catch(() => {});
      for (const colorScheme of SCHEMES) {
        await page.emulateMedia({ colorScheme });
        await loadAll(page);
        await page.screenshot({
          path: join(FOLDER, `${screen.name}-${width}-${colorScheme}.png`),
          fullPage: true,
        });
      }
    } finally {
      await context.close();
    }
  }
  return WIDTHS_PX.length * SCHEMES.length;
}

const executablePath = findChromium();
if (!executablePath) throw new Error('No Chromium found. Install it or set CHROMIUM_PATH.');
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !SCREENS.some((screen) => screen.name === name));
if (unknown.length > 0) throw new Error(`No such screen: ${unknown.join(', ')}`);
await mkdir(FOLDER, { recursive: true });
const product = await startProduct({}, DEMO);
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
const screens = SCREENS.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
const failed: string[] = [];
let taken = 0;
try {
  let known = await enterDemo(product.url);
  for (const [index, screen] of screens.entries()) {
    if (index > 0 && index % SCREENS_PER_SESSION === 0) known = await enterDemo(product.url);
    try {
      taken += await take(browser, product.url, screen, known);
      process.stdout.write(`${screen.name}\n`);
    } catch (cause) {
      failed.push(screen.name);
      process.stderr.write(`${screen.name} failed: ${String(cause)}\n`);
    }
  }
} finally {
  await browser.close();
  await product.stop();
}
process.stdout.write(`${taken} pictures of ${screens.length - failed.length} screens in shots/\n`);
if (failed.length > 0) throw new Error(`Without pictures: ${failed.join(', ')}`);
