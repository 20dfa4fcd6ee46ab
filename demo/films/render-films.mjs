// Draws the two films behind the sign-in form (LOGIN-07) frame by frame, and encodes them as H.264. Needs ffmpeg with libx264
// (Debian: apt-get install ffmpeg). Run it when a film has changed:
//   node demo/films/render-films.mjs [corbiere|festival]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { corbiere } from './corbiere.mjs';
import { festival } from './festival.mjs';
import { checkLegible } from '#demo/pictures/legible.mjs';
import { HEIGHT, svg, WIDTH } from '#demo/pictures/moving.mjs';

const FOLDER = fileURLToPath(new URL('../../web/public/videos/', import.meta.url));
/** Each with x264's rate factor: a crowd that sways costs more than a sea, and both are seen behind a veil. */
const FILMS = { corbiere: { draw: corbiere, rate: 25 }, festival: { draw: festival, rate: 33 } };
const LOOP_S = 12;
const FRAMES_PER_S = 24;
const FRAMES = LOOP_S * FRAMES_PER_S;
const MAX_BYTES = 600_000;
/** Seen behind a veil for a moment, until the film moves. */
const POSTER = { width: 480, quality: 35 };

function encoder(file, rate) {
  const source = [
    '-f',
    'rawvideo',
    '-pix_fmt',
    'rgb24',
    '-s',
    `${WIDTH}x${HEIGHT}`,
    '-r',
    String(FRAMES_PER_S),
    '-i',
    '-',
  ];
  const colours = [
    '-colorspace',
    'bt709',
    '-color_primaries',
    'bt709',
    '-color_trc',
    'bt709',
    '-color_range',
    'tv',
  ];
  const picture = ['-vf', 'scale=out_color_matrix=bt709:out_range=tv', '-pix_fmt', 'yuv420p', ...colours];
  const codec = [
    '-c:v',
    'libx264',
    '-preset',
    'slow',
    '-tune',
    'animation',
    '-crf',
    String(rate),
    '-g',
    String(FRAMES),
  ];
  // The same bytes for the same frames; playable from the first bytes on.
  const container = [
    '-an',
    '-map_metadata',
    '-1',
    '-fflags',
    '+bitexact',
    '-flags:v',
    '+bitexact',
    '-movflags',
    '+faststart',
  ];
  return spawn('ffmpeg', ['-y', '-v', 'error', ...source, ...picture, ...codec, ...container, file], {
    stdio: ['pipe', 'inherit', 'inherit'],
  });
}

/** The first picture of a film, which is there long before the film is. */
async function renderPoster(name) {
  const document = Buffer.from(svg(FILMS[name].draw(0)));
  const { size } = await sharp(document)
    .removeAlpha()
    .resize({ width: POSTER.width })
    .webp({ quality: POSTER.quality, effort: 6 })
    .toFile(`${FOLDER}${name}.webp`);
  console.log(`${name}.webp: ${size} bytes`);
}

async function render(name) {
  const { draw, rate } = FILMS[name];
  const file = `${FOLDER}${name}.mp4`;
  const ffmpeg = encoder(file, rate);
  const ended = once(ffmpeg, 'close');
  let least = { light: Infinity, dark: Infinity };
  for (let frame = 0; frame < FRAMES; frame++) {
    const document = Buffer.from(svg(draw(frame / FRAMES)));
    const { data, info } = await sharp(document).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const found = checkLegible(data, info.channels);
    least = { light: Math.min(least.light, found.light), dark: Math.min(least.dark, found.dark) };
    if (!ffmpeg.stdin.write(data)) await once(ffmpeg.stdin, 'drain');
  }
  ffmpeg.stdin.end();
  const [code] = await ended;
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}`);
  const { size } = statSync(file);
  if (size > MAX_BYTES) throw new Error(`${file} has ${size} bytes: more than ${MAX_BYTES}`);
  const contrasts = `contrast at least ${least.light.toFixed(2)} light, ${least.dark.toFixed(2)} dark`;
  console.log(`${name}.mp4: ${size} bytes, ${contrasts}`);
}

const asked = process.argv.slice(2);
for (const name of asked.length > 0 ? asked : Object.keys(FILMS)) {
  await renderPoster(name);
  await render(name);
}
