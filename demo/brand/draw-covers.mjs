// Draws the twelve covers that the form of an event offers (EVF-26). Run it when a scene has changed:
//   node demo/brand/draw-covers.mjs
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { posterSvg } from '#demo/pictures/scenes.ts';

const FOLDER = fileURLToPath(new URL('../../web/public/images/covers/', import.meta.url));
const WIDTH_PX = 1_280;
/** Shown at half of it. */
const CHOICE_WIDTH_PX = 224;
const COLOURS = 64;
/** Their names are those of `web/src/features/events/covers.ts`. */
const COVERS = {
  bonfire: { scene: 'campfire', light: 'dusk' },
  kayaks: { scene: 'kayaks', light: 'day' },
  surf: { scene: 'surf', light: 'morning' },
  walk: { scene: 'cliffPath', light: 'day' },
  ride: { scene: 'bicycle', light: 'morning' },
  market: { scene: 'market', light: 'day' },
  film: { scene: 'openAirCinema', light: 'night' },
  fireworks: { scene: 'fireworks', light: 'night' },
  concert: { scene: 'stage', light: 'dusk' },
  records: { scene: 'record', light: 'night' },
  supper: { scene: 'supper', light: 'dusk' },
  pints: { scene: 'pints', light: 'dusk' },
};

for (const [at, [name, picture]] of Object.entries(COVERS).entries()) {
  const drawn = sharp(Buffer.from(posterSvg(picture, at + 201)));
  const { size } = await drawn
    .clone()
    .resize({ width: WIDTH_PX })
    .png({ palette: true, colours: COLOURS, dither: 0, compressionLevel: 9, effort: 10 })
    .toFile(`${FOLDER}${name}.png`);
  const choice = await drawn
    .resize({ width: CHOICE_WIDTH_PX })
    .webp({ quality: 80, effort: 6 })
    .toFile(`${FOLDER}${name}-choice.webp`);
  console.log(`${name}: ${size} and ${choice.size} bytes`);
}
