import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { chromium, type Browser } from 'playwright-core';
// @ts-expect-error plain JavaScript: the scripts run before anything is installed
import { findChromium } from '../../scripts/find-program.mjs';
import { drawTile } from '../first-load/tile-service.ts';
import type { Closers } from '../closers.ts';
import { installPackages } from '../peers/peer.ts';
import { decimals, interleave, printTable, ratios, spread, whole, type Sample } from '../rounds.ts';
import type { Options } from '../options.ts';
import { buildPages, hasMapLibre, MAPLIBRE } from './build.ts';
import type { Panned } from './pages/drive.ts';

const PAN_MS = 1_500;
const COUNTS = [10_000, 100_000];
/** More DOM nodes than this are measured once: every frame takes seconds. */
const MARKERS_MAX = 10_000;
const SLOWEST_MS = 20_000;
const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
};

type Seen = Sample & {
  paintMs: number;
  p95Ms: number;
  worstMs: number;
  /** CPU of the page's main thread: steadier than times where the machine is busy. */
  paintCpuMs: number;
  frameCpuMs: number;
};

/** Many events on the product's map, beside plain Leaflet markers and MapLibre GL with its clusters (supercluster). */
export async function mapMarkers({ quick, installPeers }: Options, closers: Closers): Promise<void> {
  const executablePath = (findChromium as () => string | null)();
  if (executablePath === null)
    return console.log('Skipped: needs Chromium; Debian: apt-get install chromium');
  if (installPeers && !hasMapLibre()) installPackages(MAPLIBRE);
  if (!hasMapLibre()) console.log('MapLibre GL is not installed; --peers installs it.');
  const names = ['product', 'leaflet', ...(hasMapLibre() ? ['maplibre'] : [])];
  const folder = await mkdtemp(join(tmpdir(), 'hereabouts-b8-'));
  closers.add(() => rm(folder, { recursive: true, force: true }));
  await buildPages(names, folder);
  const origin = await serve(folder, closers);
  // Without a GPU, WebGL is drawn by SwiftShader on the CPU.
  const args = [
    '--no-sandbox',
    '--disable-dev-shm-usage',
    '--use-angle=swiftshader',
    '--enable-unsafe-swiftshader',
  ];
  const browser = await chromium.launch({ executablePath, args });
  closers.add(() => browser.close());
  const maplibre = hasMapLibre()
    ? `, MapLibre GL ${versionOf(join(MAPLIBRE, 'node_modules/maplibre-gl'))}`
    : '';
  console.log(
    `Chromium ${browser.version()}, headless, no GPU: WebGL by SwiftShader; map of 800 × 400 px, Leaflet ` +
      `${versionOf(join(import.meta.dirname, '../../node_modules/leaflet'))}${maplibre}; dragged for ${PAN_MS} ms.\n`,
  );

  for (const count of quick ? COUNTS.slice(0, 1) : COUNTS) {
    const measure = (name: string) => () => look(browser, `${origin}/${name}.html`, count);
    const many = names.filter((name) => name !== 'leaflet' || count <= MARKERS_MAX);
    const samples = await interleave<Seen>(
      many.map((name) => ({ name, measure: measure(name) })),
      quick ? 1 : 5,
    );
    report(count, samples);
    if (count <= MARKERS_MAX) continue;
    const alone = await measure('leaflet')().catch((error: unknown) => String(error));
    if (typeof alone === 'string') console.log(`${whole(count)} Leaflet markers: ${alone}`);
    else report(count, new Map([['leaflet, once', [alone]]]));
  }
}

function report(count: number, samples: Map<string, Seen[]>): void {
  const product = samples.get('product');
  const rows = [...samples].map(([name, seen]) => {
    const all = (pick: (one: Seen) => number, digits = 0) => spread(seen.map(pick), decimals(digits));
    const toIt = (pick: (one: Seen) => number) =>
      product && seen !== product ? spread(ratios(product.map(pick), seen.map(pick)), decimals(2)) : '';
    return [
      whole(count),
      name,
      all(({ paintMs }) => paintMs),
      toIt(({ paintMs }) => paintMs),
      all(({ p95Ms }) => p95Ms, 1),
      toIt(({ p95Ms }) => p95Ms),
      all(({ worstMs }) => worstMs),
      all(({ paintCpuMs }) => paintCpuMs),
      all(({ frameCpuMs }) => frameCpuMs, 1),
    ];
  });
  printTable(
    [
      'events',
      'map',
      'first paint ms',
      'product to it',
      'frame p95 ms',
      'product to it',
      'longest frame ms',
      'paint: main thread CPU ms',
      'a frame: main thread CPU ms',
    ],
    rows,
  );
}

async function look(browser: Browser, url: string, count: number): Promise<Seen> {
  const context = await browser.newContext({ viewport: { width: 820, height: 420 } });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(SLOWEST_MS);
    await page.goto(url);
    const cdp = await context.newCDPSession(page);
    await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
    const cpuMs = async () => {
      const { metrics } = await cdp.send('Performance.getMetrics');
      return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1_000;
    };
    const beforePaint = await cpuMs();
    const paintMs = await inTime(page.evaluate<number>(`bench.mount(${count})`));
    const painted = await cpuMs();
    await page.waitForLoadState('networkidle', { timeout: SLOWEST_MS });
    const beforePan = await cpuMs();
    const { frames, moved } = await inTime(page.evaluate<Panned>(`bench.pan(${PAN_MS})`));
    const panned = await cpuMs();
    if (moved < frames.length / 2) throw new Error(`${url}: the map was dragged and did not move`);
    const sorted = frames.toSorted((a, b) => a - b);
    return {
      paintMs,
      p95Ms: sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN,
      worstMs: sorted.at(-1) ?? Number.NaN,
      paintCpuMs: painted - beforePaint,
      frameCpuMs: (panned - beforePan) / frames.length,
    };
  } finally {
    await context.close();
  }
}

/** @throws Error when it takes too long: a page that is busy cannot be asked to stop. */
function inTime<T>(task: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`not done in ${SLOWEST_MS / 1_000} s`)), SLOWEST_MS);
  return Promise.race([task, promise]).finally(() => clearTimeout(timer));
}

/** The built pages, and one tile for every place. */
async function serve(folder: string, closers: Closers): Promise<string> {
  const tile = await drawTile();
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://pages').pathname);
    if (path.startsWith('/tiles/')) {
      return void response
        .writeHead(200, { 'content-type': 'image/png', 'cache-control': 'max-age=60' })
        .end(tile);
    }
    readFile(join(folder, path)).then(
      (body) => response.writeHead(200, { 'content-type': TYPES[extname(path)] ?? '' }).end(body),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.add(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const versionOf = (folder: string): string =>
  (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }).version;
