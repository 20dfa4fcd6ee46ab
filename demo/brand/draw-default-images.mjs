// Draws the three pictures of events without one (EVD-10). Run it when a scene has changed:
//   node demo/brand/draw-default-images.mjs
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { posterSvg } from '#demo/pictures/scenes.ts';
import { fieldOfTents } from './field-of-tents.mjs';
import { corbiere, DEEP } from '#demo/films/corbiere.mjs';
import { svg } from '#demo/pictures/moving.mjs';

const FOLDER = fileURLToPath(new URL('../../web/public/images/default_Event/', import.meta.url));
const WIDTH_PX = 1_280;
/** As high as the demo's posters are for their width; more sky than a film has. */
const UPRIGHT = { height: 800, top: -60 };
/** When in its loop the lighthouse sends its light both ways. */
const BEAMS_ACROSS = 0.04;
const PICTURES = [
  { document: posterSvg({ scene: 'beachFromAbove', light: 'day' }, 101), colours: 64 },
  { document: svg(corbiere(BEAMS_ACROSS, DEEP), UPRIGHT), colours: 128 },
  { document: svg(fieldOfTents(), { ...UPRIGHT, top: -20 }), colours: 64 },
];

for (const [index, { document, colours }] of PICTURES.entries()) {
  const { size } = await sharp(Buffer.from(document))
    .resize({ width: WIDTH_PX })
    // Flat colours need no more, and a phone on a bad network is glad of it.
    .png({ palette: true, colours, dither: 0, compressionLevel: 9, effort: 10 })
    .toFile(`${FOLDER}hereabouts${index + 1}.png`);
  console.log(`hereabouts${index + 1}.png: ${size} bytes`);
}
