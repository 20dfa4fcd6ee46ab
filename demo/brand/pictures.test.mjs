import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { checkLegible } from '#demo/pictures/legible.mjs';
import { round, sway } from '#demo/pictures/moving.mjs';

const PUBLIC = fileURLToPath(new URL('../../web/public', import.meta.url));
const INDEX = readFileSync(`${PUBLIC}/../index.html`, 'utf8');

const sizeOf = async (path) => {
  const { width, height } = await sharp(`${PUBLIC}${path}`).metadata();
  return `${width}x${height}`;
};

test('every icon of the manifest is there in the size it says', async () => {
  const { icons } = JSON.parse(readFileSync(`${PUBLIC}/site.webmanifest`, 'utf8'));
  const drawn = icons.filter(({ sizes }) => sizes !== 'any');
  expect(drawn.map(({ purpose, sizes }) => `${purpose} ${sizes}`)).toEqual([
    'any 192x192',
    'any 512x512',
    'maskable 192x192',
    'maskable 512x512',
  ]);
  for (const { src, sizes } of drawn) expect(await sizeOf(src)).toBe(sizes);
});

test('PWA-01 the pictures for the installation are there in the size they say, and small', async () => {
  const { screenshots } = JSON.parse(readFileSync(`${PUBLIC}/site.webmanifest`, 'utf8'));
  expect(screenshots.map((one) => one.form_factor)).toEqual(['narrow', 'wide']);
  for (const { src, sizes } of screenshots) {
    expect(await sizeOf(src)).toBe(sizes);
    expect(statSync(`${PUBLIC}${src}`).size).toBeLessThan(250_000);
  }
});

test('a maskable icon keeps the mark inside the circle that no system cuts', async () => {
  const size = 512;
  const { data, info } = await sharp(`${PUBLIC}/icons/maskable-512.png`)
    .raw()
    .toBuffer({ resolveWithObject: true });
  const outside = new Set();
  for (let at = 0; at < data.length; at += info.channels) {
    const pixel = at / info.channels;
    const away = Math.hypot((pixel % size) - size / 2, Math.floor(pixel / size) - size / 2);
    if (away > size * 0.4) outside.add(data.subarray(at, at + info.channels).join(' '));
  }
  expect([...outside]).toEqual([info.channels === 4 ? '18 20 29 255' : '18 20 29']);
});

test('the page names only pictures that are there', async () => {
  const named = [...INDEX.matchAll(/(?:href|content)="(\/[^"]+\.(?:ico|svg|png|webmanifest))"/g)].map(
    ([, path]) => path,
  );
  expect(named).toHaveLength(5);
  expect(named.filter((path) => !existsSync(`${PUBLIC}${path}`))).toEqual([]);
  expect(await sizeOf('/apple-touch-icon.png')).toBe('180x180');
  expect(await sizeOf('/social-preview.png')).toBe('1200x630');
});

test('EVD-10 the three pictures of events without one are there, wide and small', async () => {
  for (const number of [1, 2, 3]) {
    const path = `/images/default_Event/hereabouts${number}.png`;
    expect(await sizeOf(path)).toBe('1280x800');
    expect(statSync(`${PUBLIC}${path}`).size).toBeLessThan(60_000);
  }
});

test('EVF-26 the twelve covers that the form offers are there, wide and small', async () => {
  const names = readdirSync(`${PUBLIC}/images/covers`).flatMap(
    (file) => /^(\w+)\.png$/.exec(file)?.[1] ?? [],
  );
  expect(names).toHaveLength(12);
  for (const name of names) {
    const [picture, choice] = [`/images/covers/${name}.png`, `/images/covers/${name}-choice.webp`];
    expect([name, await sizeOf(picture), await sizeOf(choice)]).toEqual([name, '1280x800', '224x140']);
    expect(statSync(`${PUBLIC}${picture}`).size).toBeLessThan(60_000);
    expect(statSync(`${PUBLIC}${choice}`).size).toBeLessThan(8_000);
  }
});

test.each(['corbiere', 'festival'])(
  'LOGIN-07 the film %s starts before it is loaded, has no sound and no trace of its making',
  (name) => {
    const film = readFileSync(`${PUBLIC}/videos/${name}.mp4`);
    expect(film.length).toBeLessThanOrEqual(600_000);
    expect(film.indexOf('moov')).toBeLessThan(film.indexOf('mdat'));
    expect(film.indexOf('avc1')).toBeGreaterThan(0);
    expect(film.indexOf('mp4a')).toBe(-1);
    expect(film.indexOf('Lavf')).toBe(-1);
    expect(statSync(`${PUBLIC}/videos/${name}.webp`).size).toBeLessThan(10_000);
  },
);

test('a film on which words would lack contrast is not made', () => {
  expect(checkLegible(Uint8Array.of(255, 138, 102), 3).light).toBeGreaterThan(5);
  expect(() => checkLegible(Uint8Array.of(255, 138, 102, 0, 0, 0), 3)).toThrow('light page');
});

test('after one loop a motion is back where it began', () => {
  expect(sway(1, 3, 0.2)).toBeCloseTo(sway(0, 3, 0.2));
  expect(round(1, 4, 0.3)).toBeCloseTo(round(0, 4, 0.3));
  expect(round(0.1, 1, -0.3)).toBeCloseTo(0.8);
});
