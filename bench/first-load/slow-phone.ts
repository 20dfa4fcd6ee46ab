import { SESSION_STORAGE_KEY } from '@hereabouts/contract/auth';
import { chromium, type Browser, type CDPSession, type Locator, type Page } from 'playwright-core';
// @ts-expect-error plain JavaScript: the scripts run before anything is installed
import { findChromium } from '../../scripts/find-program.mjs';
import type { Closers } from '../closers.ts';

/** A slow phone on a slow network. */
const CPU_SLOWDOWN = 4;
const LATENCY_MS = 150;
const BYTES_PER_S = 1_600_000 / 8;
const VIEW = { width: 390, height: 844 };

/** Null, having said so, where there is no Chromium. */
export async function launchChromium(closers: Closers): Promise<Browser | null> {
  const executablePath = (findChromium as () => string | null)();
  if (executablePath === null) {
    console.log('Skipped: needs Chromium; Debian: apt-get install chromium');
    return null;
  }
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  });
  closers.add(() => browser.close());
  console.log(
    `Chromium ${browser.version()}, headless, no GPU; CPU ${CPU_SLOWDOWN} × slower, 1.6 Mbit/s, ${LATENCY_MS} ms, ` +
      `empty cache, ${VIEW.width} × ${VIEW.height} px. ` +
      `Pace: ${(await measurePace(browser)).toFixed(0)} ms for a fixed piece of work.\n`,
  );
  return browser;
}

/** ms; where it differs, figures of two days cannot be compared. */
async function measurePace(browser: Browser): Promise<number> {
  const page = await browser.newPage();
  await slowDown(page);
  const timesMs: number[] = [];
  for (let round = 0; round < PACE_ROUNDS; round += 1) timesMs.push(await page.evaluate(workFor));
  await page.close();
  return timesMs.toSorted((a, b) => a - b)[Math.floor(PACE_ROUNDS / 2)] ?? 0;
}

const PACE_ROUNDS = 9;

/** Objects, strings and sorting, as in rendering a page; never change it. */
function workFor(): number {
  const startedMs = performance.now();
  const rows = Array.from({ length: 20_000 }, (_, n) => ({ id: n, name: `row ${(n * 7_919) % 20_000}` }));
  const copy = JSON.parse(JSON.stringify(rows)) as typeof rows;
  copy.sort((a, b) => (a.name < b.name ? -1 : 1));
  return performance.now() - startedMs;
}

/** A page of a context of its own; signed in with `session`. */
export async function newPage(
  browser: Browser,
  origin: string,
  session: string | null,
  serviceWorkers: 'allow' | 'block' = 'block',
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: VIEW,
    hasTouch: true,
    isMobile: true,
    deviceScaleFactor: 2,
    locale: 'en-GB',
    timezoneId: 'Europe/Jersey',
    // A cold load ends before the worker loads the rest of the app.
    serviceWorkers,
  });
  const page = await context.newPage();
  if (session !== null) {
    const entry = [SESSION_STORAGE_KEY, session] as const;
    await page.addInitScript(([key, value]) => {
      // A page without an origin has no storage.
      if (location.origin !== 'null') localStorage.setItem(key, value);
    }, entry);
  }
  return page;
}

/** Nobody taps while the page still moves under the finger. */
const AT_REST_MS = 2_000;
/** Longer than a slowed interaction takes to be painted and told of. */
const AFTER_TAP_MS = 800;

/** Brings the target to the middle of the screen, taps it, and waits for what follows; `vitals.inpMs` is then that of the tap.
 * By its place: what breathes never rests for Playwright, whose own checks would also occupy the page just before. */
export async function tapAtRest(page: Page, target: Locator): Promise<void> {
  await target.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  await page.waitForTimeout(AT_REST_MS);
  const box = await target.boundingBox();
  if (box === null) throw new Error('It is not on the screen');
  await page.evaluate('vitals.inpMs = 0');
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
  await page.waitForTimeout(AFTER_TAP_MS);
}

/** From now on. */
export async function slowDown(page: Page): Promise<CDPSession> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: BYTES_PER_S,
    uploadThroughput: BYTES_PER_S,
  });
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  return cdp;
}
