import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { DEMO, startProduct } from '../../e2e/product.ts';
import { enterDemo, type Known } from '../../e2e/screens.ts';
// @ts-expect-error plain JavaScript: the scripts run before anything is installed
import { measurePages } from '../../scripts/check-size.mjs';
import type { Closers } from '../closers.ts';
import { decimals, interleave, printTable, ratios, spread, type Sample } from '../rounds.ts';
import type { Options } from '../options.ts';
import { BENCH_PAGES, type BenchPage } from './pages.ts';
import { launchChromium, newPage, slowDown, tapAtRest } from './slow-phone.ts';
import { copyAsHtml, keepFiles, serveFiles } from './static-copy.ts';
import { drawTile } from './tile-service.ts';
import { readVitals, watchVitals, type Vitals } from './vitals.ts';

const DIST = join(import.meta.dirname, '../../web/dist');
const QUIET_MAX_MS = 20_000;
/** Answers are kept a moment after they have come. */
const KEPT_AFTER_MS = 1_500;
/** Nobody comes back before the page that they left has ended. */
const AWAY_MS = 1_000;

type Load = Sample & Vitals & { scriptKb: number };
/** `second`: of the product, by somebody whose browser has kept the app and what they read. */
type Kind = 'product' | 'static' | 'second';
type Target = { page: BenchPage; origin: string; kind: Kind };

/** Pages loaded cold on a slow phone, beside the same content as HTML without a script. B7_PAGES names some of them. */
export async function firstLoad({ quick }: Options, closers: Closers): Promise<void> {
  const wanted = process.env['B7_PAGES']?.split(',');
  const pages = BENCH_PAGES.filter(({ name }) => wanted?.includes(name) ?? true);
  const browser = await launchChromium(closers);
  if (browser === null) return;
  const product = await startProduct({ TILE_URL: await serveTiles(closers) }, DEMO);
  closers.add(() => product.stop());
  const known = await enterDemo(product.url);
  const targets: Target[] = [];
  for (const page of pages) {
    const origin = await copyPage(browser, product.url, page, known, closers);
    targets.push({ page, origin: product.url, kind: 'product' }, { page, origin, kind: 'static' });
    if (page.signedIn) targets.push({ page, origin: product.url, kind: 'second' });
  }
  const nameOf = ({ page, kind }: Target) => `${page.name} ${kind}`;
  const samples = await interleave<Load>(
    targets.map((target) => ({ name: nameOf(target), measure: () => load(browser, target, known) })),
    quick ? 1 : 5,
    { warmUp: false },
  );

  const firstKb = firstLoadKb();
  const rows = pages.map((page) => {
    const of = (kind: Kind) => samples.get(`${page.name} ${kind}`) ?? [];
    const [own, plain, second] = [of('product'), of('static'), of('second')];
    const lcp = (loads: Load[]) => loads.map(({ lcpMs }) => lcpMs);
    const all = (pick: (load: Load) => number, digits: number) => spread(own.map(pick), decimals(digits));
    return [
      page.name,
      all(({ lcpMs }) => lcpMs, 0),
      spread(lcp(plain), decimals(0)),
      spread(ratios(lcp(own), lcp(plain)), decimals(2)),
      second.length === 0 ? '–' : spread(lcp(second), decimals(0)),
      second.length === 0 ? '–' : spread(ratios(lcp(second), lcp(plain)), decimals(2)),
      all(({ cls }) => cls, 3),
      all(({ inpMs }) => inpMs, 0),
      (firstKb.get(page.source) ?? Number.NaN).toFixed(1),
      all(({ scriptKb }) => scriptKb, 0),
    ];
  });
  printTable(
    [
      'page',
      'LCP ms',
      'static LCP ms',
      'to static',
      'second visit ms',
      'to static, cold',
      'CLS',
      'INP ms',
      'first JS kB gz',
      'all JS kB sent',
    ],
    rows,
  );
}

/** A tile service on loopback, so that maps have tiles without asking anybody's. */
async function serveTiles(closers: Closers): Promise<string> {
  const tile = await drawTile();
  const server = createServer((_, response) =>
    response.writeHead(200, { 'content-type': 'image/png', 'cache-control': 'max-age=3600' }).end(tile),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.add(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/{z}/{x}/{y}.png`;
}

/** Opens the page of the product once and serves what it came to as plain files; returns their origin. */
async function copyPage(
  browser: Browser,
  url: string,
  bench: BenchPage,
  known: Known,
  closers: Closers,
): Promise<string> {
  const page = await newPage(browser, url, bench.signedIn ? known.session : null);
  const files = keepFiles(page);
  const path = bench.path(known);
  await page.goto(path);
  await bench.shows(page).first().waitFor();
  await page.waitForLoadState('networkidle');
  await copyAsHtml(page, files, path);
  await page.context().close();
  return serveFiles(files, closers);
}

/** One load, cold or not, and one tap once it is quiet. */
async function load(browser: Browser, { page: bench, origin, kind }: Target, known: Known): Promise<Load> {
  const isProduct = kind !== 'static';
  const session = isProduct && bench.signedIn ? known.session : null;
  const page = await newPage(browser, origin, session, kind === 'second' ? 'allow' : 'block');
  try {
    if (kind === 'second') await visitFirst(page, bench.path(known));
    const cdp = await slowDown(page);
    const scripts = new Set<string>();
    let scriptBytes = 0;
    cdp.on('Network.responseReceived', ({ type, requestId }) => type === 'Script' && scripts.add(requestId));
    cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (scripts.has(requestId)) scriptBytes += encodedDataLength;
    });
    await page.addInitScript(watchVitals);
    await page.goto(bench.path(known));
    await bench.shows(page).first().waitFor();
    // Nothing comes after the load of a page without scripts.
    await page.waitForLoadState(isProduct ? 'networkidle' : 'load', { timeout: QUIET_MAX_MS });
    if (isProduct) await tapAtRest(page, bench.tap(page).first());
    return { ...(await readVitals(page)), scriptKb: scriptBytes / 1000 };
  } finally {
    await page.context().close();
  }
}

/** A visit at full speed, after which the browser has the app and the page's answers. */
async function visitFirst(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(KEPT_AFTER_MS);
  await page.goto('about:blank');
  await page.waitForTimeout(AWAY_MS);
}

/** What each page loads before any map, as `npm test` counts it. */
function firstLoadKb(): Map<string, number> {
  const manifest: unknown = JSON.parse(readFileSync(join(DIST, '.vite/manifest.json'), 'utf8'));
  const keys = BENCH_PAGES.map(({ source }) => `src/${source}`);
  const sizeOf = (file: string) => gzipSync(readFileSync(join(DIST, file)), { level: 9 }).length;
  const measured = measurePages(manifest, keys, sizeOf) as { page: string; kb: number }[];
  return new Map(measured.map(({ page, kb }) => [page.replace(/^src\//, ''), kb]));
}
