// Draws the picture shown beside a link to the product (1200×630), with the wordmark set by a browser. Needs Chromium
// (Debian: apt-get install chromium), or CHROMIUM_PATH:
//   node demo/brand/draw-social-preview.mjs
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import sharp from 'sharp';
import { findChromium } from '../../scripts/find-program.mjs';
import { INK, PAPER } from '#demo/pictures/palette.ts';
import { corbiere, DEEP } from '#demo/films/corbiere.mjs';
import { mark } from './mark.mjs';
import { svg } from '#demo/pictures/moving.mjs';

const FILE = fileURLToPath(new URL('../../web/public/social-preview.png', import.meta.url));
const FONT = fileURLToPath(
  import.meta
    .resolve('@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2'),
);
const WIDTH_PX = 1_200;
const HEIGHT_PX = 630;
const COLOURS = 160;

const font = readFileSync(FONT).toString('base64');
const scene = svg(corbiere(0.1, DEEP, true), { height: 672, top: 40 });
const page = `<!doctype html><style>
@font-face { font-family: Wordmark; src: url(data:font/woff2;base64,${font}); font-weight: 200 800; }
body { margin: 0; width: ${WIDTH_PX}px; height: ${HEIGHT_PX}px; position: relative; overflow: hidden; }
.scene svg { position: absolute; inset: 0; width: 100%; height: 100%; }
.name { position: absolute; left: 452px; top: 64px; display: flex; align-items: center; gap: 22px; color: ${INK};
  font: 800 100px/1 Wordmark; letter-spacing: -0.035em; }
</style><div class="scene">${scene}</div>
<div class="name"><svg width="118" height="118" viewBox="0 0 40 40">${mark(0, 0, 40, [INK, PAPER, INK])}</svg><span>hereabouts</span></div>`;

const browser = await chromium.launch({
  executablePath: findChromium(),
  args: ['--no-sandbox', '--force-color-profile=srgb'],
});
try {
  const tab = await browser.newPage({ viewport: { width: WIDTH_PX, height: HEIGHT_PX } });
  await tab.setContent(page);
  await tab.evaluate(() => document.fonts.ready);
  const { size } = await sharp(await tab.screenshot())
    .png({ palette: true, colours: COLOURS, dither: 0, compressionLevel: 9, effort: 10 })
    .toFile(FILE);
  console.log(`social-preview.png: ${size} bytes`);
} finally {
  await browser.close();
}
