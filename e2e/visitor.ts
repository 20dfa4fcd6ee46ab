import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from 'playwright-core';
import { expect, inject } from 'vitest';
import type { Product } from './product.ts';

/** One person at one browser of their own. */
export type Visitor = {
  readonly page: Page;
  /** Names what the page may log, also from here on. */
  allowErrors(...expected: RegExp[]): void;
  /** Fails when the page logged an error or threw that was not allowed. Each test ends with it. */
  expectNoErrors(...expected: RegExp[]): void;
  /** May be called again by whoever looks after all visitors. */
  close(): Promise<void>;
};

/** A map tile that cannot be had is no error of the page. */
const TILE_FAILURE = /\/tiles\//;
/** Where the page's clock is taken forward, a read in flight at that moment times out. */
export const READ_TIMED_OUT = /ReadTimeoutError/;
export const JERSEY = { latitude: 49.1833, longitude: -2.1061 };

/**
 * A later `--disable-features` replaces Playwright's own, so what that keeps off stands here again. The menu of the
 * address bar is a web page of 400 scripts, loaded for each window: more CPU time than the page under test.
 */
const FEATURES_OFF = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  // One more process for each navigation.
  'SpareRendererForSitePerProcess',
  'ThirdPartyStoragePartitioning',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'WebUIOmniboxPopup',
];

/** With switches the whole browser, which has a camera. */
export const launchBrowser = (...switches: string[]): Promise<Browser> =>
  switches.length === 0 ? launchShell() : launch(inject('chromiumPath'), switches);

/** The browser without what only a window needs. */
export const launchShell = (...switches: string[]): Promise<Browser> => launch(inject('shellPath'), switches);

const launch = (executablePath: string, switches: string[]): Promise<Browser> =>
  chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      // No page lives for long enough to win back what optimizing its code costs.
      '--js-flags=--no-opt --no-maglev',
      '--disable-dev-shm-usage',
      '--force-color-profile=srgb',
      `--disable-features=${FEATURES_OFF.join(',')}`,
      ...switches,
    ],
  });

/** A browser profile of its own, in Jersey's zone and language. */
export const newContext = (
  browser: Browser,
  product: Pick<Product, 'url'>,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> =>
  browser.newContext({
    baseURL: product.url,
    locale: 'en-GB',
    timezoneId: 'Europe/Jersey',
    viewport: { width: 800, height: 900 },
    geolocation: JERSEY,
    // It would fetch the whole app for each profile; tests about it allow it.
    serviceWorkers: 'block',
    ...options,
  });

/** Somebody at a new page of a profile; `leave` is what becomes of the profile afterwards. */
export async function newVisitor(context: BrowserContext, leave: () => Promise<void>): Promise<Visitor> {
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  const errors: string[] = [];
  const allowed: RegExp[] = [];
  let left: Promise<void> | undefined;
  // A page that is being closed gives up its requests, which is no error of its own.
  const log = (error: string) => void (left ?? errors.push(error));
  page.on('pageerror', (error) => log(String(error)));
  page.on('console', (message) => {
    if (message.type() !== 'error') return;
    const { url } = message.location();
    if (!TILE_FAILURE.test(url)) log(`${message.text()} (${url})`);
  });
  const visitor: Visitor = {
    page,
    allowErrors: (...expected) => void allowed.push(...expected),
    expectNoErrors(...expected) {
      visitor.allowErrors(...expected);
      const unexpected = errors.filter((error) => !allowed.some((pattern) => pattern.test(error)));
      // As one text: a failure then names each of them.
      expect(unexpected.join('\n')).toBe('');
    },
    close: () => (left ??= leave()),
  };
  return visitor;
}

export const PASSWORD = 'gorse-and-granite-49';

/** Signs up on /register as a newcomer would, and waits for the home screen. */
export async function signUp(page: Page, person: { name: string; email: string }): Promise<void> {
  await page.goto('/register');
  await page.getByLabel('Full name').fill(person.name);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL((url) => url.pathname === '/');
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

type AxeNode = { target: string[]; any: { message: string }[] };
type Axe = {
  configure(options: object): void;
  run(options: object): Promise<{ violations: { id: string; nodes: AxeNode[] }[] }>;
};

/** Fails with what axe finds on the page as it stands: by WCAG 2.2 A and AA, or by some rules alone. */
export async function expectAccessible(page: Page, rules?: readonly string[]): Promise<void> {
  // What is still fading in has not the colours it is going to have. Leaflet fades its tiles without an animation.
  await page.waitForFunction(() => {
    // One that follows the scroll position is at rest wherever it stands.
    const inTime = document.getAnimations().filter(({ timeline }) => timeline === document.timeline);
    const animations = inTime.map(({ playState, effect }) => {
      return playState !== 'running' || effect?.getComputedTiming().endTime === Infinity;
    });
    const tiles = [...document.querySelectorAll('.leaflet-tile')].map((tile) => {
      return getComputedStyle(tile).opacity === '1';
    });
    return [...animations, ...tiles].every(Boolean);
  });
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource);
  const violations = await page.evaluate(async (chosen) => {
    const { axe } = globalThis as unknown as { axe: Axe };
    // Pins stand where their events are, however close; each has its card in the list (WCAG 2.5.8, "equivalent").
    // The outline around a name on the map is taken for its colour.
    axe.configure({
      rules: [
        { id: 'target-size', selector: ':not(.leaflet-marker-icon)' },
        { id: 'color-contrast', selector: ':not(.map-place)' },
      ],
    });
    // What is not drawn because it is out of sight has not the colours it is going to have either.
    const drawn = new CSSStyleSheet();
    drawn.replaceSync('* { content-visibility: visible !important; }');
    document.adoptedStyleSheets = [drawn];
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
    const { violations } = await axe.run({ runOnly: chosen ?? tags, resultTypes: ['violations'] });
    // What a bar at the screen's edge covers comes into sight with the next swipe.
    const isCovered = ({ any }: AxeNode) => any[0]?.message.includes('partially obscured') ?? false;
    return violations
      .map(({ id, nodes }) => ({ id, nodes: nodes.filter((node) => !isCovered(node)) }))
      .filter(({ nodes }) => nodes.length > 0);
  }, rules);
  const found = violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ target, any }) => `${target.join(' ')} (${any[0]?.message})`).join(', ')}`,
  );
  expect(found).toEqual([]);
}
