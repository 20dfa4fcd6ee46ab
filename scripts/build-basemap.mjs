/**
 * Makes web/public/basemap/land.json, the land of the drawn base map: the Channel Islands by hand, the coasts around
 * them from Natural Earth's 1:10m land, the rest of the world from its 1:50m land, simplified.
 * Run `node scripts/build-basemap.mjs` after changing any of these; a test compares the result with the file.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { feature } from 'topojson-client';
import { ISLANDS } from './basemap-islands.mjs';
import { clipRing } from '../web/src/map/drawn/clip.ts';

/** West, south, east, north in degrees: from Land's End and Brest to Brighton and Le Havre. */
const DETAIL_BOX = [-6.8, 47.2, 1.6, 51.6];
const HAND_DRAWN_BOX = [-2.8, 49.1, -1.95, 49.8];
/** Degrees a step of the integers in the file stands for. */
const STEP = { islands: 0.0001, detail: 0.0012, world: 0.025 };
const SOUTH_POLE = -90;
const WORLD_TOLERANCE_DEG = 0.06;
const WORLD_MIN_RING_DEG = 0.25;

export const OUTPUT = fileURLToPath(new URL('../web/public/basemap/land.json', import.meta.url));

export function buildBasemap() {
  const near = landRings('land-10m.json')
    .filter((ring) => !isInside(ring, HAND_DRAWN_BOX))
    .map((ring) => clipRing(ring, DETAIL_BOX));
  const world = landRings('land-50m.json')
    .filter((ring) => extentOf(ring) >= WORLD_MIN_RING_DEG && !isInside(ring, HAND_DRAWN_BOX))
    .map((ring) => simplify(ring, WORLD_TOLERANCE_DEG));
  const islands = Object.values(ISLANDS).map((ring) =>
    ring.flatMap(([latitude, longitude]) => [longitude, latitude]),
  );
  return JSON.stringify({
    islands: encode(islands, STEP.islands),
    detail: { box: DETAIL_BOX, ...encode(near, STEP.detail) },
    world: encode(world, STEP.world),
  });
}

/** Rings as flat lists: longitude, latitude, longitude, … without the closing point. */
function landRings(file) {
  const require = createRequire(new URL('../server/package.json', import.meta.url));
  const topology = JSON.parse(readFileSync(require.resolve(`world-atlas/${file}`), 'utf8'));
  const land = feature(topology, topology.objects.land);
  const geometries =
    land.type === 'FeatureCollection' ? land.features.map((f) => f.geometry) : [land.geometry];
  return geometries
    .flatMap((geometry) => (geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat()))
    .flatMap((ring) => inOneWorld(ring.slice(0, -1)));
}

/**
 * Rings that cross the 180th meridian jump from one side of the map to the other. This follows them across it, closes
 * the one around the pole (Antarctica), and cuts what lies outside of -180 to 180 off into a ring of its own.
 */
function inOneWorld(points) {
  const ring = [];
  let turns = 0;
  let last = points[0][0];
  for (const [x, y] of [...points, points[0]]) {
    if (x - last > 180) turns -= 1;
    if (last - x > 180) turns += 1;
    last = x;
    ring.push(x + 360 * turns, y);
  }
  if (turns === 0) ring.splice(-2);
  else ring.push(ring.at(-2), SOUTH_POLE, ring[0], SOUTH_POLE);
  return [-360, 0, 360]
    .map((shift) => ring.map((value, i) => (i % 2 === 0 ? value + shift : value)))
    .map((shifted) => clipRing(shifted, [-180, SOUTH_POLE, 180, 90]))
    .filter((shifted) => shifted.length >= 6);
}

/** Whole steps, each ring as its first point and the way to each next one; repeated points dropped. */
function encode(rings, step) {
  const encoded = rings.flatMap((ring) => {
    const numbers = [];
    let [lastX, lastY] = [0, 0];
    for (let i = 0; i < ring.length; i += 2) {
      const [x, y] = [Math.round(ring[i] / step), Math.round(ring[i + 1] / step)];
      if (numbers.length > 0 && x === lastX && y === lastY) continue;
      numbers.push(x - lastX, y - lastY);
      [lastX, lastY] = [x, y];
    }
    return numbers.length >= 6 ? [numbers] : [];
  });
  return { step, rings: encoded };
}

function bounds(ring) {
  const box = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i < ring.length; i += 2) {
    box[0] = Math.min(box[0], ring[i]);
    box[1] = Math.min(box[1], ring[i + 1]);
    box[2] = Math.max(box[2], ring[i]);
    box[3] = Math.max(box[3], ring[i + 1]);
  }
  return box;
}

function extentOf(ring) {
  const [west, south, east, north] = bounds(ring);
  return Math.max(east - west, north - south);
}

function isInside(ring, [west, south, east, north]) {
  const box = bounds(ring);
  return box[0] > west && box[1] > south && box[2] < east && box[3] < north;
}

/** Douglas-Peucker on a closed ring: it is cut at its first point and at the point farthest from it. */
function simplify(ring, tolerance) {
  const points = Array.from({ length: ring.length / 2 }, (_, i) => [ring[2 * i], ring[2 * i + 1]]);
  points.push(points[0]);
  const kept = new Set([0, points.length - 1]);
  let far = 0;
  for (let i = 1; i < points.length; i += 1) {
    if (distance(points[i], points[0]) > distance(points[far], points[0])) far = i;
  }
  kept.add(far);
  const spans = [
    [0, far],
    [far, points.length - 1],
  ];
  for (let span = spans.pop(); span; span = spans.pop()) {
    const [from, to] = span;
    let [worst, worstAt] = [tolerance, -1];
    for (let i = from + 1; i < to; i += 1) {
      const off = distanceToLine(points[i], points[from], points[to]);
      if (off > worst) [worst, worstAt] = [off, i];
    }
    if (worstAt < 0) continue;
    kept.add(worstAt);
    spans.push([from, worstAt], [worstAt, to]);
  }
  kept.delete(points.length - 1);
  return [...kept].toSorted((a, b) => a - b).flatMap((i) => points[i]);
}

const distance = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);

function distanceToLine(p, a, b) {
  const length = distance(a, b);
  if (length === 0) return distance(p, a);
  const t = ((p[0] - a[0]) * (b[0] - a[0]) + (p[1] - a[1]) * (b[1] - a[1])) / length ** 2;
  const along = Math.min(Math.max(t, 0), 1);
  return distance(p, [a[0] + along * (b[0] - a[0]), a[1] + along * (b[1] - a[1])]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(OUTPUT, buildBasemap());
