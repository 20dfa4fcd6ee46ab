// Draws the three pictures of events without one (EVD-10), in the demo's hand. Run it when a scene has changed:
//   node scripts/draw-default-images.mjs
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { posterSvg } from '../server/src/demo/pictures/scenes.ts';

const FOLDER = fileURLToPath(new URL('../web/public/images/default_Event/', import.meta.url));
const PICTURES = [
  { scene: 'beachFromAbove', light: 'day', seed: 101 },
  { scene: 'lighthouse', light: 'dusk', seed: 202 },
  { scene: 'bigTops', light: 'morning', seed: 303 },
];
const WIDTH_PX = 1_280;
/** Flat colours need no more, and a phone on a bad network is glad of it. */
const COLOURS = 64;

for (const [index, { seed, ...picture }] of PICTURES.entries()) {
  await sharp(Buffer.from(posterSvg(picture, seed)))
    .resize({ width: WIDTH_PX })
    .png({ palette: true, colours: COLOURS, dither: 0, compressionLevel: 9, effort: 10 })
    .toFile(`${FOLDER}hereabouts${index + 1}.png`);
}
