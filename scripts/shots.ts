// Pictures of every screen in its main states, into the ignored folder shots/: npm run shots [-- name …]
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';
import { DEMO, startProduct } from '../e2e/product.ts';
import { enterDemo, openScreen, SCREENS, type Known } from '../e2e/screens.ts';
import { findChromium } from './find-program.mjs';

const FOLDER = join(import.meta.dirname, '../shots');
const WIDTHS_PX = [360, 800, 1280];
const SCHEMES = ['light', 'dark'] as const;
const HEIGHT_PX = 860;

/** Scrolls once through the page, so that pictures that load late are there. */
async function loadAll(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let y = 0; y < document.documentElement.scrollHeight; y += 600) {
      scrollTo(0, y);
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    scrollTo(0, 0);
    const pictures = [...document.images].filter((image) => image.src !== '' && !image.complete);
    await Promise.all(
      pictures.map((image) => new Promise((resolve) => image.addEventListener('load', resolve))),
    );
  });
}

/** Sooner than an access token ends. */
const SCREENS_PER_SESSION = 20;
/** How long what is still coming may take; what never comes is part of some screens. */
const QUIET_MS = 3_000;

async function take(browser: Browser, url: string, screen: (typeof SCREENS)[number], known: Known) {
  for (const width of WIDTHS_PX) {
    for (const colorScheme of SCHEMES) {
      const context = await browser.newContext({
        baseURL: url,
        viewport: { width, height: HEIGHT_PX },
        colorScheme,
        reducedMotion: 'reduce',
        locale: 'en-GB',
        timezoneId: 'Europe/Jersey',
      });
      const page = await context.newPage();
      await openScreen(page, screen, known);
      await page.waitForLoadState('networkidle', { timeout: QUIET_MS }).catch(() => {});
      await loadAll(page);
      await page.screenshot({
        path: join(FOLDER, `${screen.name}-${width}-${colorScheme}.png`),
        fullPage: true,
      });
      await context.close();
    }
  }
}

const executablePath = findChromium();
if (!executablePath) throw new Error('No Chromium found. Install it or set CHROMIUM_PATH.');
const wanted = process.argv.slice(2);
await mkdir(FOLDER, { recursive: true });
const product = await startProduct({}, DEMO);
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
try {
  const screens = SCREENS.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
  let known = await enterDemo(product.url);
  for (const [index, screen] of screens.entries()) {
    process.stdout.write(`${screen.name}\n`);
    if (index % SCREENS_PER_SESSION === 0) known = await enterDemo(product.url);
    await take(browser, product.url, screen, known);
  }
} finally {
  await browser.close();
  await product.stop();
}
